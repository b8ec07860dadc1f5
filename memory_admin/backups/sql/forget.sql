-- What was kept beside the tables is dropped, and what kept it and took back by it.
DO $forget$
DECLARE
    thing record;
BEGIN
    FOR thing IN
        SELECT c.relname AS name FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname LIKE 'before\_%'
    LOOP
        EXECUTE format('DROP TABLE public.%I', thing.name);
    END LOOP;
    DROP FUNCTION IF EXISTS public.before_keep(text, text);
    DROP FUNCTION IF EXISTS public.before_take(text, text[], text);
END
$forget$;
