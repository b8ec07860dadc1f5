-- What was taken back since the backup, kept beside the tables until the backup is in their place.
CREATE TABLE public.before_memory AS SELECT public_id, state FROM public.consent_memory;
CREATE TABLE public.before_consent AS
    SELECT public_id, status, revoked_at, denied_at, expires_at, reason, decided_by FROM public.consent_consent;
CREATE TABLE public.before_credential AS
    SELECT id, digest, paused_at, revoked_at, expires_at FROM public.profiles_credential;
CREATE TABLE public.before_membership AS SELECT id, member_id, collective_id, until FROM public.profiles_membership;
CREATE TABLE public.before_custodian AS SELECT id, subject_id, custodian_id, until FROM public.profiles_custodian;
CREATE TABLE public.before_principal AS
    SELECT id, entity_id, active, held, verified_at, email, email_verified_at FROM public.profiles_principal;
CREATE TABLE public.before_identity AS
    SELECT provider, external_id, principal_id FROM public.profiles_externalidentity;
DO $passkeys$
BEGIN  -- a release before passkeys has no such table
    IF to_regclass('public.mfa_authenticator') IS NOT NULL THEN
        CREATE TABLE public.before_passkey AS SELECT id, user_id, created_at FROM public.mfa_authenticator;
    END IF;
END
$passkeys$;
CREATE TABLE public.before_participant AS SELECT context_id, principal_id FROM public.consent_participant;
CREATE TABLE public.before_session AS SELECT public_id, left_at FROM public.consent_contextsession;
CREATE TABLE public.before_trust AS
    SELECT public_id, base_trust, strict_mode, require_validation FROM public.consent_trustrelationship;
CREATE TABLE public.before_account AS SELECT principal_id, is_active, role FROM public.profiles_account;
-- Who was erased, with the duplicates merged into it: its rows say nobody any more, so its number is kept.
CREATE TABLE public.before_erased AS
    SELECT p.id, r.subject_id, r.public_id, r.keep_mentions, r.asked_by, r.asked_at, r.due_at
    FROM public.consent_rightsrequest r JOIN public.profiles_principal p
        ON p.id = r.subject_id OR p.merged_into_id = r.subject_id
    WHERE r.kind = 'erasure' AND r.state IN ('done', 'running', 'incomplete');
