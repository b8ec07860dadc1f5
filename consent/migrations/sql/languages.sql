-- Every write of a rendering puts its language there, in its own transaction: what is written is found at once.
CREATE FUNCTION consent_language_met() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_LEVEL = 'ROW' THEN
        INSERT INTO consent_searchedlanguage (name) VALUES (NEW.language) ON CONFLICT DO NOTHING;
    ELSE
        INSERT INTO consent_searchedlanguage (name) SELECT DISTINCT language FROM made ORDER BY 1 ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION consent_language_met() FROM PUBLIC;
CREATE TRIGGER languages_met AFTER INSERT ON consent_rendering
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION consent_language_met();
CREATE TRIGGER language_changed AFTER UPDATE OF language ON consent_rendering
    FOR EACH ROW WHEN (OLD.language IS DISTINCT FROM NEW.language) EXECUTE FUNCTION consent_language_met();
INSERT INTO consent_searchedlanguage (name) SELECT DISTINCT language FROM consent_rendering;
GRANT SELECT ON consent_searchedlanguage TO memory_admin_app;
