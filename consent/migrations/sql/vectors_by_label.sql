-- Vectors are found by the label they lie under: all that decides whether one may be compared stands beside it, so
-- that labels are judged first and nothing wide is read. Written anew, in the order of labels, because a rewrite
-- in place would enter every public vector into its index one by one.
ALTER TABLE consent_vector RENAME TO consent_vector_before;
CREATE TABLE consent_vector (
    rendering_id bigint NOT NULL,
    memory_id bigint NOT NULL,
    -- Copies of the rendering's own: a trigger below lets them follow it, in the same transaction.
    label_id bigint NOT NULL,
    owner_id bigint NOT NULL,
    made_under bigint NOT NULL,
    valid_until timestamptz,
    dimension smallint NOT NULL,
    tier smallint NOT NULL,
    ceiling_tier smallint NOT NULL,
    -- Whether the rendering is granted to everyone, for the indexes below; who may see it is decided elsewhere.
    everyone boolean NOT NULL,
    state varchar(12) NOT NULL,
    model varchar(200) NOT NULL,
    embedding halfvec NOT NULL
);
ALTER TABLE consent_vector ALTER COLUMN embedding SET STORAGE PLAIN;
INSERT INTO consent_vector
SELECT r.id, r.memory_id, r.label_id, r.owner_id, r.made_under, r.valid_until, e.dimension, r.tier, r.ceiling_tier,
    e.everyone, r.state, e.model, e.embedding
FROM consent_vector_before e JOIN consent_rendering r ON r.id = e.rendering_id ORDER BY r.label_id, r.tier, r.id;
DROP TABLE consent_vector_before;

ALTER TABLE consent_vector ADD PRIMARY KEY (rendering_id),
    ADD CONSTRAINT vector_has_its_dimension CHECK (vector_dims(embedding) = dimension),
    ADD CONSTRAINT consent_vector_rendering_id_fkey
        FOREIGN KEY (rendering_id) REFERENCES consent_rendering (id) ON DELETE CASCADE;
CREATE INDEX consent_vector_model ON consent_vector (model, rendering_id);
CREATE INDEX consent_vector_label ON consent_vector (label_id, model, everyone, tier, ceiling_tier)
    INCLUDE (state, owner_id, valid_until, made_under);

-- As before: an index for nearness needs one dimension, and holds only what is granted to everyone.
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

CREATE FUNCTION consent_vector_follows() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE consent_vector SET
        memory_id = NEW.memory_id, label_id = NEW.label_id, owner_id = NEW.owner_id, made_under = NEW.made_under,
        valid_until = NEW.valid_until, tier = NEW.tier, ceiling_tier = NEW.ceiling_tier, state = NEW.state,
        everyone = NEW.audience && ARRAY(SELECT generate_series(0, 14))::bigint[]
    WHERE rendering_id = NEW.id;
    RETURN NULL;
END
$$;
DROP TRIGGER rendering_audience_changed ON consent_rendering;
DROP FUNCTION consent_vector_audience();
CREATE TRIGGER vector_follows_its_rendering AFTER UPDATE ON consent_rendering FOR EACH ROW WHEN (
    (OLD.memory_id, OLD.label_id, OLD.owner_id, OLD.made_under, OLD.valid_until, OLD.tier, OLD.ceiling_tier, OLD.state,
     OLD.audience)
    IS DISTINCT FROM
    (NEW.memory_id, NEW.label_id, NEW.owner_id, NEW.made_under, NEW.valid_until, NEW.tier, NEW.ceiling_tier, NEW.state,
     NEW.audience))
    EXECUTE FUNCTION consent_vector_follows();

-- As for the text: the app searches by explicit predicate, a reader gets the vectors of what it is shown.
ALTER TABLE consent_vector ENABLE ROW LEVEL SECURITY;
ALTER TABLE consent_vector FORCE ROW LEVEL SECURITY;
CREATE POLICY app_vector ON consent_vector TO memory_admin_app USING (true) WITH CHECK (true);
CREATE POLICY owner_vector ON consent_vector TO memory_admin_owner USING (true) WITH CHECK (true);
CREATE POLICY reader_vector ON consent_vector FOR SELECT TO memory_admin_reader
    USING (EXISTS (SELECT 1 FROM consent_rendering r WHERE r.id = rendering_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON consent_vector TO memory_admin_app;
GRANT SELECT ON consent_vector TO memory_admin_reader;
REVOKE EXECUTE ON FUNCTION consent_vector_follows() FROM PUBLIC;
