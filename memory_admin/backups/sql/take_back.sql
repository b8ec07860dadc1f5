-- What was taken back since the backup is taken back again, before anybody sees the restored tables.
-- Each line counts itself; nothing here gives anybody more than the backup did.
SET LOCAL row_security TO on;
WITH done AS (
    UPDATE public.consent_consent c SET status = b.status, revoked_at = b.revoked_at, denied_at = b.denied_at,
        reason = b.reason, decided_by = b.decided_by
    FROM public.before_consent b WHERE b.public_id = c.public_id
      AND c.status IN ('active', 'requested') AND b.status IN ('revoked', 'denied', 'expired') RETURNING 1)
SELECT 'taken consents ' || count(*) FROM done;
WITH done AS (
    UPDATE public.consent_consent c SET expires_at = b.expires_at FROM public.before_consent b
    WHERE b.public_id = c.public_id AND b.expires_at < coalesce(c.expires_at, 'infinity') RETURNING 1)
SELECT 'taken expiries ' || count(*) FROM done;
WITH done AS (
    UPDATE public.consent_consent c SET status = 'revoked', revoked_at = now() WHERE c.status = 'active'
      AND NOT EXISTS (SELECT FROM public.before_consent b WHERE b.public_id = c.public_id) RETURNING 1)
SELECT 'taken consents ' || count(*) FROM done;
WITH done AS (
    UPDATE public.profiles_credential c SET revoked_at = coalesce(c.revoked_at, b.revoked_at),
        paused_at = coalesce(c.paused_at, b.paused_at), expires_at = least(c.expires_at, b.expires_at)
    FROM public.before_credential b WHERE b.id = c.id AND b.digest = c.digest
      AND (c.revoked_at IS NULL AND b.revoked_at IS NOT NULL OR c.paused_at IS NULL AND b.paused_at IS NOT NULL
           OR b.expires_at < coalesce(c.expires_at, 'infinity')) RETURNING 1)
SELECT 'taken tokens ' || count(*) FROM done;
WITH done AS (
    UPDATE public.profiles_membership m SET until = b.until FROM public.before_membership b
    WHERE b.id = m.id AND b.member_id = m.member_id AND b.until < coalesce(m.until, 'infinity') RETURNING 1)
SELECT 'taken memberships ' || count(*) FROM done;
WITH done AS (
    UPDATE public.profiles_custodian m SET until = b.until FROM public.before_custodian b
    WHERE b.id = m.id AND b.custodian_id = m.custodian_id AND b.until < coalesce(m.until, 'infinity') RETURNING 1)
SELECT 'taken custodians ' || count(*) FROM done;
WITH done AS (
    UPDATE public.profiles_principal p SET active = p.active AND b.active,
        verified_at = CASE WHEN b.verified_at IS NULL THEN NULL ELSE p.verified_at END
    FROM public.before_principal b WHERE b.id = p.id AND b.entity_id = p.entity_id
      AND (p.active AND NOT b.active OR p.verified_at IS NOT NULL AND b.verified_at IS NULL) RETURNING 1)
SELECT 'taken principals ' || count(*) FROM done;
-- An address that was taken away, or is no longer verified, gets no code; an account elsewhere signs in no more.
WITH done AS (
    UPDATE public.profiles_principal p SET email_verified_at = NULL FROM public.before_principal b
    WHERE b.id = p.id AND b.entity_id = p.entity_id AND p.email_verified_at IS NOT NULL
      AND (b.email_verified_at IS NULL OR b.email IS DISTINCT FROM p.email) RETURNING 1)
SELECT 'taken addresses ' || count(*) FROM done;
WITH done AS (
    DELETE FROM public.profiles_externalidentity i
    WHERE NOT EXISTS (SELECT FROM public.before_identity b WHERE b.provider = i.provider
                      AND b.external_id = i.external_id AND b.principal_id = i.principal_id) RETURNING 1)
SELECT 'taken identities ' || count(*) FROM done;
CREATE TABLE public.before_taken (passkeys bigint);
DO $passkeys$
DECLARE
    removed bigint;
BEGIN
    IF to_regclass('public.mfa_authenticator') IS NULL OR to_regclass('public.before_passkey') IS NULL THEN
        RETURN;
    END IF;
    DELETE FROM public.mfa_authenticator a
    WHERE NOT EXISTS (SELECT FROM public.before_passkey b
                      WHERE b.id = a.id AND b.user_id = a.user_id AND b.created_at = a.created_at);
    GET DIAGNOSTICS removed = ROW_COUNT;
    INSERT INTO public.before_taken VALUES (removed);
END
$passkeys$;
SELECT 'taken passkeys ' || coalesce(sum(passkeys), 0) FROM public.before_taken;
WITH done AS (
    UPDATE public.profiles_account a SET is_active = a.is_active AND b.is_active, role = least_role
    FROM (SELECT b.*, CASE WHEN o.role = ANY (above) THEN b.role ELSE o.role END AS least_role
          FROM public.before_account b JOIN public.profiles_account o USING (principal_id), LATERAL (
          SELECT CASE b.role WHEN '' THEN ARRAY['auditor', 'reviewer', 'administrator']
              WHEN 'auditor' THEN ARRAY['reviewer', 'administrator'] WHEN 'reviewer' THEN ARRAY['administrator']
              ELSE ARRAY[]::text[] END AS above) AS higher) AS b
    WHERE b.principal_id = a.principal_id
      AND (a.is_active AND NOT b.is_active OR a.role <> least_role) RETURNING 1)
SELECT 'taken roles ' || count(*) FROM done;
WITH done AS (
    DELETE FROM public.consent_participant p
    WHERE NOT EXISTS (SELECT FROM public.before_participant b
                      WHERE b.context_id = p.context_id AND b.principal_id = p.principal_id) RETURNING 1)
SELECT 'taken seats ' || count(*) FROM done;
UPDATE public.consent_contextsession s SET left_at = b.left_at FROM public.before_session b
WHERE b.public_id = s.public_id AND s.left_at IS NULL AND b.left_at IS NOT NULL;
WITH done AS (
    UPDATE public.consent_trustrelationship t SET
        base_trust = CASE WHEN b.base_trust IS NULL THEN NULL ELSE least(t.base_trust, b.base_trust) END,
        strict_mode = t.strict_mode OR b.strict_mode,
        require_validation = t.require_validation OR b.require_validation
    FROM public.before_trust b WHERE b.public_id = t.public_id
      AND (coalesce(b.base_trust, 0) < t.base_trust OR b.strict_mode AND NOT t.strict_mode
           OR b.require_validation AND NOT t.require_validation) RETURNING 1)
SELECT 'taken trust ' || count(*) FROM done;
WITH done AS (
    UPDATE public.consent_memory m SET state = b.state FROM public.before_memory b
    WHERE b.public_id = m.public_id AND m.state = 'active' AND b.state NOT IN ('active', 'erased')
    RETURNING m.id, m.state),
shown AS (UPDATE public.consent_rendering r SET state = done.state FROM done WHERE r.memory_id = done.id)
SELECT 'taken states ' || count(*) FROM done;
-- Gone since: hidden here at once, and removed with all that belongs to them right after.
CREATE TABLE public.before_gone AS
    SELECT m.id, m.public_id FROM public.consent_memory m LEFT JOIN public.before_memory b USING (public_id)
    WHERE m.state <> 'erased' AND (b.public_id IS NULL OR b.state = 'erased');
UPDATE public.consent_rendering r SET state = 'erased' FROM public.before_gone g WHERE r.memory_id = g.id;
UPDATE public.consent_memory m SET state = 'erased' FROM public.before_gone g WHERE m.id = g.id;
SELECT 'gone ' || public_id FROM public.before_gone;
-- Who was erased since is let in no more; the erasure itself is carried out again right after.
CREATE TABLE public.before_back AS
    SELECT b.* FROM public.before_erased b JOIN public.profiles_principal p USING (id)
    WHERE p.entity_id <> p.namespace || ':erased-' || p.id::text;
UPDATE public.profiles_principal p SET active = false FROM public.before_back b WHERE b.id = p.id;
UPDATE public.profiles_credential c SET revoked_at = now() FROM public.before_back b
WHERE b.id = c.principal_id AND c.revoked_at IS NULL;
UPDATE public.profiles_account a SET is_active = false FROM public.before_back b WHERE b.id = a.principal_id;
SELECT 'taken persons ' || count(DISTINCT id) FROM public.before_back;
SELECT 'erased ' || to_jsonb(b)::text FROM public.before_back b ORDER BY b.asked_at, b.id;
