-- Only statements touch this table (there is no model of it): a vector belongs to one rendering and shares its
-- fate. An edit makes renderings anew, an erasure removes them, and the vectors go in the same statement.
CREATE TABLE consent_vector (
    rendering_id bigint PRIMARY KEY REFERENCES consent_rendering (id) ON DELETE CASCADE,
    model varchar(200) NOT NULL,
    dimension smallint NOT NULL,
    -- Whether the rendering is granted to everyone, for the indexes below; who may see it is decided elsewhere.
    everyone boolean NOT NULL,
    embedding halfvec NOT NULL,
    CONSTRAINT vector_has_its_dimension CHECK (vector_dims(embedding) = dimension)
);
ALTER TABLE consent_vector ALTER COLUMN embedding SET STORAGE PLAIN;
CREATE INDEX consent_vector_model ON consent_vector (model, rendering_id);

-- An index for nearness needs one dimension: these are the usual ones. Only what is granted to everyone is in
-- them; what few may see is compared row by row, for an index over all would find what the asker may not see.
DO $$
DECLARE
    d int;
BEGIN
    FOREACH d IN ARRAY ARRAY[256, 384, 512, 768, 1024, 1536, 3072] LOOP
        EXECUTE format('CREATE INDEX consent_vector_public_%s ON consent_vector
            USING hnsw ((embedding::halfvec(%s)) halfvec_cosine_ops) WHERE everyone AND dimension = %s', d, d, d);
    END LOOP;
END
$$;

CREATE FUNCTION consent_vector_audience() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE consent_vector SET everyone = NEW.audience && ARRAY(SELECT generate_series(0, 14))::bigint[]
    WHERE rendering_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER rendering_audience_changed AFTER UPDATE OF audience ON consent_rendering
    FOR EACH ROW WHEN (OLD.audience IS DISTINCT FROM NEW.audience) EXECUTE FUNCTION consent_vector_audience();

-- As for the text: the app searches by explicit predicate, a reader gets the vectors of what it is shown.
ALTER TABLE consent_vector ENABLE ROW LEVEL SECURITY;
ALTER TABLE consent_vector FORCE ROW LEVEL SECURITY;
CREATE POLICY app_vector ON consent_vector TO memory_admin_app USING (true) WITH CHECK (true);
CREATE POLICY owner_vector ON consent_vector TO memory_admin_owner USING (true) WITH CHECK (true);
CREATE POLICY reader_vector ON consent_vector FOR SELECT TO memory_admin_reader
    USING (EXISTS (SELECT 1 FROM consent_rendering r WHERE r.id = rendering_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON consent_vector TO memory_admin_app;
GRANT SELECT ON consent_vector TO memory_admin_reader;
REVOKE EXECUTE ON FUNCTION consent_vector_audience() FROM PUBLIC;
