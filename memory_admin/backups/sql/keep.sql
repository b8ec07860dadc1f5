-- What says what was taken back since the backup, kept beside the tables until the backup is in their place.
-- A table that an older release does not have is left out, and nothing is taken back by it then.
CREATE FUNCTION public.before_keep(source text, query text) RETURNS void LANGUAGE plpgsql AS $keep$
BEGIN
    IF to_regclass('public.' || source) IS NOT NULL THEN
        EXECUTE format('CREATE TABLE public.before_%s AS %s', split_part(source, '_', 2), query);
    END IF;
END
$keep$;
SELECT FROM public.before_keep('consent_memory', 'SELECT public_id, state, label_id, ceiling, provenance,
    redactions, forbidden_terms, forbidden_patterns FROM public.consent_memory');
SELECT FROM public.before_keep('consent_label', 'SELECT l.id, l.subjects, l.parents, coalesce((
    SELECT jsonb_object_agg(g.grantee_id, g.owner_agreed) FROM public.consent_labelgrant g
    WHERE g.label_id = l.id), ''{}'') AS grants FROM public.consent_label l');
SELECT FROM public.before_keep('consent_consent', 'SELECT public_id, grantor_id, grantee_id, scope,
    scope_memory_id, scope_entity_id, purpose, status, evidence, recorded_by, recorded_lineage, participants,
    revoked_at, denied_at, expires_at, reason, decided_by, created_at FROM public.consent_consent');
SELECT FROM public.before_keep('consent_remembered', 'SELECT digest, grantor_id, grantee_id, at, expires_at
    FROM public.consent_remembered');
SELECT FROM public.before_keep('consent_context', 'SELECT c.principal_id, c.default_grants,
    ARRAY(SELECT p.principal_id FROM public.consent_participant p WHERE p.context_id = c.principal_id)
    || c.principal_id AS seated FROM public.consent_context c');
SELECT FROM public.before_keep('consent_participant', 'SELECT context_id, principal_id, role_id
    FROM public.consent_participant');
SELECT FROM public.before_keep('consent_contextsession', 'SELECT public_id, left_at, expires_at
    FROM public.consent_contextsession');
SELECT FROM public.before_keep('consent_trustrelationship', 'SELECT public_id, owner_id, accessor_id,
    context_id, base_trust, summary, reason, strict_mode, require_validation, auto_lower, version, last_updated
    FROM public.consent_trustrelationship');
SELECT FROM public.before_keep('consent_trustrequest', 'SELECT public_id, status, answered_at, answered_by
    FROM public.consent_trustrequest');
SELECT FROM public.before_keep('consent_trustsuggestion', 'SELECT public_id, status, answered_at, answered_by
    FROM public.consent_trustsuggestion');
SELECT FROM public.before_keep('consent_generalization', 'SELECT public_id, status, answered_at, answered_by,
    answer_reason, review, review_since FROM public.consent_generalization');
SELECT FROM public.before_keep('consent_reveal', 'SELECT public_id, state FROM public.consent_reveal');
SELECT FROM public.before_keep('consent_rightsrequest', 'SELECT public_id, kind, subject_id, state, asked_by,
    asked_at, due_at, reason, memory_id, statement, keep_mentions, decided_by, decided_at, answer_reason
    FROM public.consent_rightsrequest');
SELECT FROM public.before_keep('jobs_job', 'SELECT public_id, state, cancel_asked, ended_at
    FROM public.jobs_job');
SELECT FROM public.before_keep('jobs_jobfile', 'SELECT f.sha256, j.public_id FROM public.jobs_jobfile f
    LEFT JOIN public.jobs_job j ON j.id = f.job_id');
SELECT FROM public.before_keep('profiles_account', 'SELECT principal_id, is_active, role
    FROM public.profiles_account');
SELECT FROM public.before_keep('profiles_credential', 'SELECT id, digest, paused_at, revoked_at, expires_at
    FROM public.profiles_credential');
SELECT FROM public.before_keep('profiles_custodian', 'SELECT id, subject_id, custodian_id, until
    FROM public.profiles_custodian');
SELECT FROM public.before_keep('profiles_externalidentity', 'SELECT provider, external_id, principal_id
    FROM public.profiles_externalidentity');
SELECT FROM public.before_keep('profiles_knowledgenote', 'SELECT public_id, status, answered_at, answered_by,
    answer_reason FROM public.profiles_knowledgenote');
SELECT FROM public.before_keep('profiles_membership', 'SELECT id, member_id, collective_id, until
    FROM public.profiles_membership');
SELECT FROM public.before_keep('profiles_principal', 'SELECT id, entity_id, active, held, verified_at, email,
    email_verified_at, merged_into_id FROM public.profiles_principal');
SELECT FROM public.before_keep('profiles_profilefield', 'SELECT key, editable, sensitive, retired_at
    FROM public.profiles_profilefield');
SELECT FROM public.before_keep('profiles_profileproposal', 'SELECT public_id, status, answered_at,
    answered_by, answer_reason FROM public.profiles_profileproposal');
SELECT FROM public.before_keep('mfa_authenticator', 'SELECT id, user_id, created_at
    FROM public.mfa_authenticator');
-- Who was erased, with the duplicates merged into it: its rows say nobody any more, so its number is kept.
CREATE TABLE public.before_erased AS
    SELECT p.id, r.subject_id, r.public_id, r.keep_mentions, r.asked_by, r.asked_at, r.due_at
    FROM public.consent_rightsrequest r JOIN public.profiles_principal p
        ON p.id = r.subject_id OR p.merged_into_id = r.subject_id
    WHERE r.kind = 'erasure' AND r.state IN ('done', 'running', 'incomplete');
