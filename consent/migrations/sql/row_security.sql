-- The app role reads and writes for services; the reader role, set inside every reading request, sees a row
-- only where the decision allows its asker that tier. No asker set: no rows.
ALTER TABLE consent_memory ENABLE ROW LEVEL SECURITY;
ALTER TABLE consent_memory FORCE ROW LEVEL SECURITY;
ALTER TABLE consent_memoryversion ENABLE ROW LEVEL SECURITY;
ALTER TABLE consent_memoryversion FORCE ROW LEVEL SECURITY;
ALTER TABLE consent_rendering ENABLE ROW LEVEL SECURITY;
ALTER TABLE consent_rendering FORCE ROW LEVEL SECURITY;

CREATE POLICY app_memory ON consent_memory TO memory_admin_app USING (true) WITH CHECK (true);
CREATE POLICY app_version ON consent_memoryversion TO memory_admin_app USING (true) WITH CHECK (true);
CREATE POLICY app_rendering ON consent_rendering TO memory_admin_app USING (true) WITH CHECK (true);
-- The owner role migrates; it needs the rows to rewrite them, and cannot sign in from a request.
CREATE POLICY owner_memory ON consent_memory TO memory_admin_owner USING (true) WITH CHECK (true);
CREATE POLICY owner_version ON consent_memoryversion TO memory_admin_owner USING (true) WITH CHECK (true);
CREATE POLICY owner_rendering ON consent_rendering TO memory_admin_owner USING (true) WITH CHECK (true);

-- The memory row holds raw text, so only its owner reads it; everyone else reads a rendering. A reader first names
-- the labels of what it wants (ma.labels), so that the decision is made once a statement and not once a row.
CREATE POLICY reader_memory ON consent_memory FOR SELECT TO memory_admin_reader
    USING (label_id IN (SELECT consent_owned()));
CREATE POLICY reader_version ON consent_memoryversion FOR SELECT TO memory_admin_reader
    USING (EXISTS (SELECT 1 FROM consent_memory m WHERE m.id = memory_id));
CREATE POLICY reader_rendering ON consent_rendering FOR SELECT TO memory_admin_reader
    USING ((label_id, ceiling_tier, tier) IN (SELECT label, ceiling, shown FROM consent_open()));

GRANT SELECT, INSERT, UPDATE, DELETE ON
    consent_label, consent_labelgrant, consent_memory, consent_memoryversion, consent_rendering,
    consent_consent, consent_context, consent_participant, consent_contextsession,
    consent_trustrelationship, consent_trustrequest TO memory_admin_app;
GRANT SELECT, INSERT ON consent_trustchange, consent_policy TO memory_admin_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO memory_admin_app;
GRANT SELECT ON consent_memory, consent_memoryversion, consent_rendering TO memory_admin_reader;

DO $$
DECLARE
    f regprocedure;
BEGIN
    FOR f IN SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
             WHERE n.nspname = 'public' AND (p.proname LIKE 'consent\_%' OR p.proname LIKE 'profiles\_%') LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
    END LOOP;
END
$$;
GRANT EXECUTE ON FUNCTION consent_reach(bigint), consent_shown(bigint, smallint), consent_setting(text), consent_open(),
    consent_owned()
    TO memory_admin_app, memory_admin_reader;
GRANT EXECUTE ON FUNCTION consent_tier(double precision), consent_readable(double precision),
    profiles_containers(bigint, timestamptz), consent_judge(bigint[]) TO memory_admin_app;
