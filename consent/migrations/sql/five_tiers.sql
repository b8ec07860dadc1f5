-- Five tiers in the database as in consent/rules/tiers.py, and renderings that must be made anew.

CREATE OR REPLACE FUNCTION consent_tier(value double precision) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN consent_readable(value) >= 1 THEN 4 WHEN consent_readable(value) >= 0.75 THEN 3
                WHEN consent_readable(value) >= 0.5 THEN 2 WHEN consent_readable(value) >= 0.25 THEN 1
                ELSE 0 END::smallint
$$;

-- Whether a rendering below full was made before what it hides changed. Labels are few, remakings open rarely.
CREATE FUNCTION consent_outdated(of_label bigint, under bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER COST 1000 SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT 1 FROM consent_remaking w
        WHERE w.done_at IS NULL AND w.id > under AND (w.principal_id IS NULL OR EXISTS (
            SELECT 1 FROM consent_label l
            WHERE l.id = of_label AND (l.source_id = w.principal_id OR w.principal_id = ANY (l.subjects)))))
$$;

-- One at a time until their commit, so that a number read before the names were read is never too high.
CREATE FUNCTION consent_remake(bigint[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('consent_remaking'));
    INSERT INTO consent_remaking (principal_id, at)
    SELECT DISTINCT p.id, clock_timestamp() FROM profiles_principal p WHERE p.id = ANY ($1);
END
$$;

-- A duplicate's names count for the one it was merged into.
CREATE FUNCTION consent_alias_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM consent_remake(ARRAY(
        SELECT coalesce(p.merged_into_id, p.id) FROM changed c JOIN profiles_principal p ON p.id = c.principal_id
        WHERE c.approved_at IS NOT NULL OR TG_OP = 'UPDATE'));  -- a proposed one hides nothing
    RETURN NULL;
END
$$;
CREATE TRIGGER alias_added AFTER INSERT ON profiles_alias REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION consent_alias_changed();
CREATE TRIGGER alias_changed AFTER UPDATE ON profiles_alias REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION consent_alias_changed();
CREATE TRIGGER alias_removed AFTER DELETE ON profiles_alias REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION consent_alias_changed();

CREATE FUNCTION consent_name_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM consent_remake(ARRAY[NEW.id, OLD.merged_into_id, NEW.merged_into_id]);
    RETURN NULL;
END
$$;
CREATE TRIGGER shown_name_changed AFTER UPDATE OF name, display_name, merged_into_id ON profiles_principal
    FOR EACH ROW WHEN ((OLD.name, OLD.display_name, OLD.merged_into_id)
                       IS DISTINCT FROM (NEW.name, NEW.display_name, NEW.merged_into_id))
    EXECUTE FUNCTION consent_name_changed();

-- Renderings made before this: the ceilings between were served as metadata.
UPDATE consent_rendering r SET
    ceiling_tier = consent_tier(m.ceiling),
    audience = CASE WHEN r.tier = 1 THEN
        ARRAY(SELECT CASE WHEN a % 16 = 9 THEN a - 8 ELSE a END FROM unnest(r.audience) AS a) ELSE r.audience END
FROM consent_memory m WHERE m.id = r.memory_id AND consent_tier(m.ceiling) <> r.ceiling_tier;

-- The two tiers that were not made: nothing but the kind, the state and a vague date until they are.
INSERT INTO consent_rendering (memory_id, tier, ceiling_tier, label_id, owner_id, audience, kind, state, title, body,
    tags, location, date_words, shown_at, subjects, language, tsv, length, epistemic_status, importance, valid_until,
    public_id, version, provenance, confidence, source_type, made_under)
SELECT r.memory_id, t, r.ceiling_tier, r.label_id, r.owner_id,
    ARRAY(SELECT a - a % 16 + CASE WHEN t = r.ceiling_tier THEN 8 + t ELSE t END FROM unnest(r.audience) AS a),
    r.kind, r.state, '', '', '{}', '{}', r.date_words, r.shown_at, '{}', r.language, '', 0, r.epistemic_status,
    r.importance, r.valid_until, r.public_id, r.version, r.provenance, r.confidence, r.source_type, 0
FROM consent_rendering r CROSS JOIN generate_series(2, 3) AS t
WHERE r.tier = 0 AND t <= r.ceiling_tier
ON CONFLICT (memory_id, tier) DO NOTHING;
INSERT INTO consent_remaking (principal_id, at)
SELECT NULL, clock_timestamp() WHERE EXISTS (SELECT 1 FROM consent_rendering WHERE tier < 4);

REVOKE EXECUTE ON FUNCTION consent_outdated(bigint, bigint), consent_remake(bigint[]), consent_alias_changed(),
    consent_name_changed() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION consent_outdated(bigint, bigint) TO memory_admin_app, memory_admin_reader;
GRANT EXECUTE ON FUNCTION consent_remake(bigint[]) TO memory_admin_app;
GRANT SELECT, INSERT, UPDATE ON consent_remaking TO memory_admin_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO memory_admin_app;
