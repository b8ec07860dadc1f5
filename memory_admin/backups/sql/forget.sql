DROP TABLE IF EXISTS public.before_memory, public.before_consent, public.before_credential,
    public.before_membership, public.before_custodian, public.before_principal, public.before_participant,
    public.before_session, public.before_trust, public.before_account, public.before_gone,
    public.before_erased, public.before_back, public.before_identity, public.before_passkey, public.before_taken;
