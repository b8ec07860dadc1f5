-- Everything of ours goes, in the transaction that puts the backup in its place; extensions stay.
SET LOCAL lock_timeout TO '10s';
SET LOCAL client_min_messages TO error;
DO $clear$
DECLARE
    thing record;
BEGIN
    FOR thing IN
        SELECT c.relname AS name, CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
               WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p', 'v', 'm', 'S') AND c.relname NOT LIKE 'before\_%'
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
        ORDER BY c.relkind = 'S', c.relkind IN ('r', 'p')
    LOOP
        EXECUTE format('DROP %s IF EXISTS public.%I CASCADE', thing.kind, thing.name);
    END LOOP;
    FOR thing IN
        SELECT p.oid::regprocedure::text AS name, 'ROUTINE' AS kind FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
        UNION ALL
        SELECT t.oid::regtype::text, 'TYPE' FROM pg_type t
        WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd') AND t.typelem = 0
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')
    LOOP
        EXECUTE format('DROP %s IF EXISTS %s CASCADE', thing.kind, thing.name);
    END LOOP;
END
$clear$;
