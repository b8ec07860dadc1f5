-- What was taken back since the backup is taken back again, before anybody sees the restored tables.
-- Each statement counts its rows under a word; nothing here gives anybody more than the backup did.
SET LOCAL row_security TO on;
CREATE TABLE public.before_taken (word text, number bigint);
-- Runs where all that it speaks of is there: the backup, or what it replaces, may be of an older release.
CREATE FUNCTION public.before_take(kind text, needed text[], statement text) RETURNS void
LANGUAGE plpgsql AS $take$
DECLARE
    lacking bigint;
    changed bigint := 0;
BEGIN
    SELECT count(*) INTO lacking FROM unnest(needed) AS one WHERE to_regclass('public.' || one) IS NULL;
    IF lacking = 0 THEN
        EXECUTE statement;
        GET DIAGNOSTICS changed = ROW_COUNT;
    END IF;
    INSERT INTO public.before_taken VALUES (kind, changed);
END
$take$;

-- Consents.
SELECT FROM public.before_take('consents', '{before_consent}', $$
    UPDATE public.consent_consent c SET status = b.status, revoked_at = b.revoked_at,
        denied_at = b.denied_at, reason = b.reason, decided_by = b.decided_by
    FROM public.before_consent b WHERE b.public_id = c.public_id
      AND c.status IN ('active', 'requested') AND b.status IN ('revoked', 'denied', 'expired')$$);
SELECT FROM public.before_take('expiries', '{before_consent}', $$
    UPDATE public.consent_consent c SET expires_at = b.expires_at FROM public.before_consent b
    WHERE b.public_id = c.public_id AND c.status <> 'denied'
      AND b.expires_at < coalesce(c.expires_at, 'infinity')$$);
SELECT FROM public.before_take('expiries', '{before_consent}', $$
    UPDATE public.consent_consent c SET expires_at = b.expires_at,
        participants = ARRAY(SELECT DISTINCT one FROM unnest(c.participants || b.participants) AS one ORDER BY 1)
    FROM public.before_consent b WHERE b.public_id = c.public_id AND c.status = 'denied' AND b.status = 'denied'
      AND (coalesce(b.expires_at, 'infinity') > c.expires_at OR NOT c.participants @> b.participants)$$);
SELECT FROM public.before_take('consents', '{before_consent}', $$
    UPDATE public.consent_consent c SET status = 'revoked', revoked_at = now() WHERE c.status = 'active'
      AND NOT EXISTS (SELECT FROM public.before_consent b WHERE b.public_id = c.public_id)$$);
-- A no that was said since, to what nobody had been asked: whatever stands in its place ends, then it stands.
CREATE TABLE public.before_denied AS
    SELECT b.* FROM public.before_consent b
    WHERE b.status = 'denied'
      AND NOT EXISTS (SELECT FROM public.consent_consent c WHERE c.public_id = b.public_id)
      AND EXISTS (SELECT FROM public.profiles_principal p WHERE p.id = b.grantor_id)
      AND EXISTS (SELECT FROM public.profiles_principal p WHERE p.id = b.grantee_id)
      AND (b.scope_entity_id IS NULL
           OR EXISTS (SELECT FROM public.profiles_principal p WHERE p.id = b.scope_entity_id))
      AND (b.scope_memory_id IS NULL
           OR EXISTS (SELECT FROM public.consent_memory m WHERE m.id = b.scope_memory_id));
UPDATE public.consent_consent c SET status = 'revoked', revoked_at = now() FROM public.before_denied b
WHERE c.status IN ('active', 'requested') AND c.grantor_id = b.grantor_id AND c.grantee_id = b.grantee_id
  AND c.scope = b.scope AND c.scope_memory_id IS NOT DISTINCT FROM b.scope_memory_id
  AND c.scope_entity_id IS NOT DISTINCT FROM b.scope_entity_id;
SELECT FROM public.before_take('denials', '{before_denied}', $$
    INSERT INTO public.consent_consent (public_id, grantor_id, grantee_id, scope, scope_memory_id,
        scope_entity_id, purpose, status, evidence, recorded_by, recorded_lineage, participants, denied_at,
        expires_at, reason, decided_by, created_at)
    SELECT public_id, grantor_id, grantee_id, scope, scope_memory_id, scope_entity_id, purpose, status, evidence,
        recorded_by, recorded_lineage, participants, denied_at, expires_at, reason, decided_by, created_at
    FROM public.before_denied ON CONFLICT DO NOTHING$$);
SELECT FROM public.before_take('remembered', '{before_remembered,consent_remembered}', $$
    INSERT INTO public.consent_remembered (digest, grantor_id, grantee_id, at, expires_at)
    SELECT digest, grantor_id, grantee_id, at, expires_at FROM public.before_remembered
    ON CONFLICT DO NOTHING$$);

-- Who may act for whom, who belongs where. A row that a merge moved to the survivor is not one taken back.
SELECT FROM public.before_take('tokens', '{before_credential}', $$
    UPDATE public.profiles_credential c SET revoked_at = coalesce(c.revoked_at, b.revoked_at),
        paused_at = coalesce(c.paused_at, b.paused_at), expires_at = least(c.expires_at, b.expires_at)
    FROM public.before_credential b WHERE b.id = c.id AND b.digest = c.digest
      AND (c.revoked_at IS NULL AND b.revoked_at IS NOT NULL OR c.paused_at IS NULL AND b.paused_at IS NOT NULL
           OR b.expires_at < coalesce(c.expires_at, 'infinity'))$$);
SELECT FROM public.before_take('tokens', '{before_credential}', $$
    UPDATE public.profiles_credential c SET revoked_at = now() WHERE c.revoked_at IS NULL
      AND NOT EXISTS (SELECT FROM public.before_credential b WHERE b.id = c.id AND b.digest = c.digest)$$);
SELECT FROM public.before_take('memberships', '{before_membership}', $$
    UPDATE public.profiles_membership m SET until = b.until FROM public.before_membership b
    WHERE b.id = m.id AND b.until < coalesce(m.until, 'infinity')$$);
SELECT FROM public.before_take('memberships', '{before_membership}', $$
    UPDATE public.profiles_membership m SET until = now() FROM public.before_principal p
    WHERE p.id = m.member_id AND (m.until IS NULL OR m.until > now())
      AND NOT EXISTS (SELECT FROM public.before_membership b WHERE b.id = m.id
                      AND b.collective_id = m.collective_id AND b.member_id IN (p.id, p.merged_into_id))$$);
SELECT FROM public.before_take('custodians', '{before_custodian}', $$
    UPDATE public.profiles_custodian m SET until = b.until FROM public.before_custodian b
    WHERE b.id = m.id AND b.until < coalesce(m.until, 'infinity')$$);
SELECT FROM public.before_take('custodians', '{before_custodian}', $$
    UPDATE public.profiles_custodian m SET until = now()
    FROM public.before_principal ward, public.before_principal keeper
    WHERE ward.id = m.subject_id AND keeper.id = m.custodian_id AND (m.until IS NULL OR m.until > now())
      AND NOT EXISTS (SELECT FROM public.before_custodian b WHERE b.id = m.id
                      AND b.subject_id IN (ward.id, ward.merged_into_id)
                      AND b.custodian_id IN (keeper.id, keeper.merged_into_id))$$);
SELECT FROM public.before_take('principals', '{before_principal}', $$
    UPDATE public.profiles_principal p SET active = p.active AND b.active, held = p.held OR b.held,
        verified_at = CASE WHEN b.verified_at IS NULL THEN NULL ELSE p.verified_at END
    FROM public.before_principal b WHERE b.id = p.id AND b.entity_id = p.entity_id
      AND (p.active AND NOT b.active OR b.held AND NOT p.held
           OR p.verified_at IS NOT NULL AND b.verified_at IS NULL)$$);
-- An address that was taken away, or is no longer verified, gets no code; an account elsewhere signs in no more.
SELECT FROM public.before_take('addresses', '{before_principal}', $$
    UPDATE public.profiles_principal p SET email_verified_at = NULL FROM public.before_principal b
    WHERE b.id = p.id AND b.entity_id = p.entity_id AND p.email_verified_at IS NOT NULL
      AND (b.email_verified_at IS NULL OR b.email IS DISTINCT FROM p.email)$$);
SELECT FROM public.before_take('identities', '{before_externalidentity}', $$
    DELETE FROM public.profiles_externalidentity i
    WHERE NOT EXISTS (SELECT FROM public.before_externalidentity b WHERE b.provider = i.provider
                      AND b.external_id = i.external_id AND b.principal_id = i.principal_id)$$);
SELECT FROM public.before_take('passkeys', '{before_authenticator,mfa_authenticator}', $$
    DELETE FROM public.mfa_authenticator a
    WHERE NOT EXISTS (SELECT FROM public.before_authenticator b
                      WHERE b.id = a.id AND b.user_id = a.user_id AND b.created_at = a.created_at)$$);
SELECT FROM public.before_take('roles', '{before_account}', $$
    UPDATE public.profiles_account a SET is_active = a.is_active AND b.is_active, role = least_role
    FROM (SELECT b.*, CASE WHEN o.role = ANY (above) THEN b.role ELSE o.role END AS least_role
          FROM public.before_account b JOIN public.profiles_account o USING (principal_id), LATERAL (
          SELECT CASE b.role WHEN '' THEN ARRAY['auditor', 'reviewer', 'administrator']
              WHEN 'auditor' THEN ARRAY['reviewer', 'administrator'] WHEN 'reviewer' THEN ARRAY['administrator']
              ELSE ARRAY[]::text[] END AS above) AS higher) AS b
    WHERE b.principal_id = a.principal_id
      AND (a.is_active AND NOT b.is_active OR a.role <> least_role)$$);
SELECT FROM public.before_take('roles', '{before_account}', $$
    UPDATE public.profiles_account a SET is_active = false, role = '' WHERE (a.is_active OR a.role <> '')
      AND NOT EXISTS (SELECT FROM public.before_account b WHERE b.principal_id = a.principal_id)$$);

-- Contexts: who sits there, as what, and to whom it hands down what is written in it.
SELECT FROM public.before_take('seats', '{before_participant}', $$
    DELETE FROM public.consent_participant p
    WHERE NOT EXISTS (SELECT FROM public.before_participant b
                      WHERE b.context_id = p.context_id AND b.principal_id = p.principal_id)$$);
SELECT FROM public.before_take('seats', '{before_participant}', $$
    UPDATE public.consent_participant p SET role_id = NULL FROM public.before_participant b
    WHERE b.context_id = p.context_id AND b.principal_id = p.principal_id
      AND p.role_id IS NOT NULL AND b.role_id IS DISTINCT FROM p.role_id$$);
SELECT FROM public.before_take('sessions', '{before_contextsession}', $$
    UPDATE public.consent_contextsession s SET left_at = coalesce(b.left_at, now())
    FROM public.consent_contextsession o LEFT JOIN public.before_contextsession b USING (public_id)
    WHERE s.id = o.id AND s.left_at IS NULL AND (b.public_id IS NULL OR b.left_at IS NOT NULL)$$);
SELECT FROM public.before_take('defaults', '{before_context}', $$
    UPDATE public.consent_context c
    SET default_grants = ARRAY(SELECT one FROM unnest(was.given) AS one WHERE one = ANY (b.given))
    FROM (SELECT x.principal_id, coalesce(x.default_grants, ARRAY(
              SELECT p.principal_id FROM public.consent_participant p
              WHERE p.context_id = x.principal_id) || x.principal_id) AS given
          FROM public.consent_context x) AS was,
         (SELECT principal_id, coalesce(default_grants, seated) AS given, default_grants IS NULL AS usual
          FROM public.before_context) AS b
    WHERE was.principal_id = c.principal_id AND b.principal_id = c.principal_id
      AND NOT (b.usual AND c.default_grants IS NULL) AND NOT 0 = ANY (b.given)
      AND (NOT was.given <@ b.given OR c.default_grants IS NULL)$$);

-- Trust: never higher than it is now. What was lowered by a first word about somebody is said again.
SELECT FROM public.before_take('trust', '{before_trustrelationship}', $$
    UPDATE public.consent_trustrelationship t SET
        base_trust = CASE WHEN b.base_trust IS NULL THEN NULL ELSE least(t.base_trust, b.base_trust) END,
        strict_mode = t.strict_mode OR b.strict_mode, auto_lower = t.auto_lower OR b.auto_lower,
        require_validation = t.require_validation OR b.require_validation
    FROM public.before_trustrelationship b WHERE b.public_id = t.public_id
      AND (coalesce(b.base_trust, 0) < t.base_trust OR b.strict_mode AND NOT t.strict_mode
           OR b.auto_lower AND NOT t.auto_lower OR b.require_validation AND NOT t.require_validation)$$);
SELECT FROM public.before_take('trust', '{before_trustrelationship}', $$
    INSERT INTO public.consent_trustrelationship (public_id, owner_id, accessor_id, context_id, base_trust,
        summary, reason, require_validation, strict_mode, auto_lower, version, last_updated)
    SELECT b.public_id, b.owner_id, b.accessor_id, b.context_id,
        least(coalesce(b.base_trust, 0), usual.trust, lowest.trust), b.summary, b.reason, b.require_validation,
        b.strict_mode, b.auto_lower, b.version, b.last_updated
    FROM public.before_trustrelationship b
    JOIN public.profiles_principal o ON o.id = b.owner_id
    JOIN public.profiles_principal a ON a.id = b.accessor_id,
    LATERAL (SELECT min(coalesce(t.base_trust, 0)) AS trust FROM public.consent_trustrelationship t
             JOIN public.profiles_principal p ON p.id = t.accessor_id
             WHERE t.owner_id = b.owner_id
               AND (p.id IN (0, b.accessor_id) OR p.namespace IN ('group', 'org', 'role', 'ctx'))) AS lowest,
    LATERAL (SELECT coalesce((SELECT (settings->>'default_trust')::float FROM public.consent_policy
                              ORDER BY version DESC LIMIT 1), 1.0) AS trust) AS usual
    WHERE NOT EXISTS (SELECT FROM public.consent_trustrelationship t WHERE t.public_id = b.public_id)
      AND (b.context_id IS NULL OR EXISTS (SELECT FROM public.profiles_principal p WHERE p.id = b.context_id))
    ON CONFLICT DO NOTHING$$);
