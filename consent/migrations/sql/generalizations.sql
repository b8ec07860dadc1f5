CREATE FUNCTION consent_generalization_source() RETURNS trigger LANGUAGE plpgsql
    SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR NEW.state = 'erased' THEN
        DELETE FROM consent_generalization WHERE result_id = OLD.id;
        UPDATE consent_generalization SET source_id = NULL, note = '', review = 'erased',
            review_since = clock_timestamp(), reviewed_at = NULL
        WHERE source_id = OLD.id AND status = 'accepted';
        UPDATE consent_generalization SET source_id = NULL, note = '', statement = '', findings = '[]',
            answered_at = CASE status WHEN 'open' THEN clock_timestamp() ELSE answered_at END,
            status = 'declined'
        WHERE source_id = OLD.id;
    ELSIF NEW.state = 'quarantined' AND OLD.state <> 'quarantined' THEN
        UPDATE consent_generalization SET review = 'quarantined', review_since = clock_timestamp(),
            reviewed_at = NULL
        WHERE source_id = OLD.id AND status = 'accepted';
    END IF;
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER generalizations_of_source BEFORE DELETE OR UPDATE OF state ON consent_memory
    FOR EACH ROW EXECUTE FUNCTION consent_generalization_source();
GRANT SELECT, INSERT, UPDATE, DELETE ON consent_generalization TO memory_admin_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO memory_admin_app;
