-- The decision of consent/rules/decide.py for filtering in the database. Both are written from the
-- same page and a property test holds them together; change one only with the other.

CREATE FUNCTION profiles_containers(member bigint, moment timestamptz) RETURNS SETOF bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    WITH RECURSIVE up(id) AS (
        SELECT m.collective_id FROM profiles_membership m JOIN profiles_principal p ON p.id = m.collective_id
        WHERE m.member_id = member AND m.since <= moment AND (m.until IS NULL OR m.until > moment)
          AND p.active AND NOT p.held AND p.namespace IN ('group', 'org', 'role')
        UNION
        SELECT m.collective_id FROM up JOIN profiles_membership m ON m.member_id = up.id
        JOIN profiles_principal p ON p.id = m.collective_id
        WHERE m.since <= moment AND (m.until IS NULL OR m.until > moment) AND p.active AND NOT p.held
          AND p.namespace IN ('group', 'org', 'role')
    )
    SELECT id FROM up
$$;

CREATE FUNCTION consent_custodians(subject bigint, moment timestamptz) RETURNS SETOF bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT c.custodian_id FROM profiles_custodian c JOIN profiles_principal p ON p.id = c.custodian_id
    WHERE p.namespace NOT IN ('group', 'org', 'role', 'ctx') AND c.subject_id = subject AND c.since <= moment AND (c.until IS NULL OR c.until > moment)
$$;

CREATE FUNCTION consent_grantee_fits(c consent_consent, grantee bigint, asker bigint, moment timestamptz)
RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE
        WHEN EXISTS (SELECT 1 FROM profiles_principal p WHERE p.id = c.grantee_id AND p.namespace = 'ctx')
            THEN CASE WHEN c.grantee_id = grantee THEN asker ELSE grantee END = ANY (c.participants)
                 AND EXISTS (SELECT 1 FROM consent_participant p WHERE p.context_id = c.grantee_id
                     AND p.principal_id = CASE WHEN c.grantee_id = grantee THEN asker ELSE grantee END)
        WHEN c.grantee_id IN (grantee, 0) THEN true
        ELSE c.grantee_id IN (SELECT profiles_containers(grantee, moment))
    END
$$;

CREATE FUNCTION consent_parties(l consent_label, grantee bigint, moment timestamptz, both_needed boolean)
RETURNS bigint[] LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE
        WHEN grantee = l.owner_id OR (l.source_attested AND grantee = l.source_id)
          OR (cardinality(l.subjects) = 1 AND (grantee = l.subjects[1]
              OR grantee IN (SELECT consent_custodians(l.subjects[1], moment))))
            THEN '{}'::bigint[]
        WHEN cardinality(l.subjects) > 0 THEN l.subjects
            || CASE WHEN both_needed AND l.source_id IS NOT NULL THEN ARRAY[l.source_id] ELSE '{}' END
        ELSE ARRAY[coalesce(l.source_id, l.owner_id)]
    END || CASE WHEN l.relayed AND l.source_id IS NOT NULL AND l.source_id <> grantee AND l.owner_id <> grantee
                THEN ARRAY[l.source_id] ELSE '{}' END
$$;

CREATE FUNCTION consent_agreed(
    l consent_label, g consent_labelgrant, party bigint, asker bigint, moment timestamptz
) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    WITH persons AS MATERIALIZED (
        SELECT p.id FROM profiles_principal p
        WHERE p.id = party AND p.namespace NOT IN ('group', 'org', 'role', 'ctx')
        UNION SELECT consent_custodians(party, moment)
    ), covering AS MATERIALIZED (
        SELECT c.status FROM persons JOIN consent_consent c ON c.grantor_id = persons.id
        WHERE (c.status = 'denied' OR (c.status = 'active' AND c.granted_at <= moment))
          AND (c.expires_at IS NULL OR c.expires_at > moment)
          AND ((c.scope = 'memory' AND c.scope_memory_id = l.solo_memory_id)
            OR (c.scope = 'subject' AND c.scope_entity_id = party AND party = ANY (l.subjects))
            OR (c.scope = 'ctx' AND c.scope_entity_id = l.context_id)
            OR (c.scope = 'all' AND c.grantor_id = party))
          AND consent_grantee_fits(c, g.grantee_id, asker, moment)
    )
    SELECT NOT EXISTS (SELECT 1 FROM covering WHERE status = 'denied')
       AND ((g.owner_agreed AND l.owner_id IN (SELECT id FROM persons)) OR EXISTS (SELECT 1 FROM covering))
$$;

CREATE FUNCTION consent_grant_ok(
    l consent_label, g consent_labelgrant, asker bigint, moment timestamptz, both_needed boolean
) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT NOT EXISTS (
        SELECT 1 FROM unnest(consent_parties(l, g.grantee_id, moment, both_needed)) AS party
        WHERE NOT consent_agreed(l, g, party, asker, moment)
    ) AND NOT EXISTS (SELECT 1 FROM profiles_principal p WHERE p.id = g.grantee_id
        AND (p.held OR (NOT p.active AND p.namespace IN ('group', 'org', 'role', 'ctx'))))
$$;

CREATE FUNCTION consent_inheritable(l consent_label, grantee bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT l.context_id IS NOT NULL AND (grantee = l.context_id
        OR EXISTS (SELECT 1 FROM consent_participant p
                   WHERE p.context_id = l.context_id AND p.principal_id = grantee)
        OR EXISTS (SELECT 1 FROM consent_context x
                   WHERE x.principal_id = l.context_id AND grantee = ANY (x.default_grants)))
$$;

-- 0 no, 1 through a grant, 2 besides public (no subjects, a consented grant to everyone), 4 as its owner.
CREATE FUNCTION consent_own_rule(
    l consent_label, asker bigint, entities bigint[], ctx bigint, role bigint, moment timestamptz,
    both_needed boolean
) RETURNS integer LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
    g consent_labelgrant;
    answer integer := CASE WHEN l.owner_id = asker THEN 4 ELSE 0 END;
BEGIN
    FOR g IN SELECT * FROM consent_labelgrant WHERE label_id = l.id LOOP
        CONTINUE WHEN NOT (g.grantee_id = ANY (entities) OR g.grantee_id = ctx
                           OR (g.grantee_id = role AND l.context_id = ctx)) IS TRUE;
        CONTINUE WHEN answer & 1 = 1 AND (g.grantee_id <> 0 OR cardinality(l.subjects) > 0);
        CONTINUE WHEN NOT (g.named OR consent_inheritable(l, g.grantee_id));
        IF consent_grant_ok(l, g, asker, moment, both_needed) THEN
            answer := answer | 1;
            IF g.grantee_id = 0 AND cardinality(l.subjects) = 0 THEN
                answer := answer | 2;
            END IF;
        END IF;
    END LOOP;
    RETURN answer;
END
$$;

-- A label, then the labels of every memory it was derived from; null for a source that is gone.
CREATE FUNCTION consent_lineage(l consent_label) RETURNS SETOF consent_label
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    WITH RECURSIVE up(id) AS (
        SELECT unnest(l.parents)
        UNION
        SELECT unnest(b.parents) FROM up JOIN consent_memory m ON m.id = up.id JOIN consent_label b ON b.id = m.label_id
    )
    SELECT b.* FROM up LEFT JOIN consent_memory m ON m.id = up.id LEFT JOIN consent_label b ON b.id = m.label_id
$$;

-- What may be said in a context: what is public or the context's own, or what everyone else there knows.
CREATE FUNCTION consent_sayable(
    l consent_label, asker bigint, entities bigint[], ctx bigint, moment timestamptz, both_needed boolean
) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
    ids bigint[] := consent_setting('audience')::bigint[];
    roles text[] := consent_setting('audience_roles')::text[];
    ents text[] := consent_setting('audience_entities')::text[];
BEGIN
    IF EXISTS (
        SELECT 1 FROM consent_labelgrant g
        WHERE g.label_id = l.id AND g.grantee_id IN (0, ctx)
          AND (g.named OR consent_inheritable(l, g.grantee_id))
          AND consent_grant_ok(l, g, asker, moment, both_needed)
    ) THEN
        RETURN true;
    END IF;
    IF consent_setting('strict_audience') = '1' THEN
        RETURN false;
    END IF;
    FOR i IN 1 .. coalesce(cardinality(ids), 0) LOOP
        CONTINUE WHEN ids[i] = asker;
        IF consent_own_rule(l, ids[i], ents[i]::bigint[], ctx, nullif(roles[i], '')::bigint, moment, both_needed) = 0 THEN
            RETURN false;
        END IF;
    END LOOP;
    RETURN true;
END
$$;

-- One side of an asking: the own rule of the label and of all it was derived from, then the session's silence.
CREATE FUNCTION consent_sees(
    l consent_label, asker bigint, entities bigint[], ctx bigint, role bigint, moment timestamptz,
    both_needed boolean, loud boolean
) RETURNS integer LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
    answer integer := consent_own_rule(l, asker, entities, ctx, role, moment, both_needed);
    above consent_label;
BEGIN
    IF answer = 0 OR NOT (loud OR ctx IS NULL OR consent_sayable(l, asker, entities, ctx, moment, both_needed)) THEN
        RETURN 0;
    END IF;
    IF cardinality(l.parents) > 0 THEN
        FOR above IN SELECT * FROM consent_lineage(l) LOOP
            IF above.id IS NULL
               OR consent_own_rule(above, asker, entities, ctx, role, moment, both_needed) = 0
               OR NOT (loud OR ctx IS NULL OR consent_sayable(above, asker, entities, ctx, moment, both_needed)) THEN
                RETURN 0;
            END IF;
        END LOOP;
    END IF;
    RETURN answer;
END
$$;

CREATE FUNCTION consent_readable(value double precision) RETURNS double precision
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN value >= 0 AND value <= 1 THEN value ELSE 0 END
$$;

-- Today full, metadata and hint are rendered; partial and summary serve metadata, the stricter one.
CREATE FUNCTION consent_tier(value double precision) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN consent_readable(value) >= 1 THEN 4 WHEN consent_readable(value) >= 0.25 THEN 1 ELSE 0 END::smallint
$$;

CREATE FUNCTION consent_trust_in(
    l consent_label, asker bigint, entities bigint[], ctx bigint, role bigint, fallback double precision
) RETURNS double precision LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT coalesce((
        SELECT min(value) FROM (
            SELECT least(consent_readable(t.base_trust), CASE WHEN t.strict_mode THEN 0.5 ELSE 1 END) AS value,
                   rank() OVER (ORDER BY
                       CASE WHEN t.accessor_id = asker THEN 0 WHEN t.accessor_id <> 0 THEN 2 ELSE 4 END
                       + CASE WHEN t.context_id IS NULL THEN 1 ELSE 0 END) AS place
            FROM consent_trustrelationship t
            WHERE t.owner_id = l.owner_id
              AND (t.accessor_id = ANY (entities) OR t.accessor_id = ctx
                   OR (t.accessor_id = role AND l.context_id = ctx))
              AND (t.context_id IS NULL OR t.context_id = ctx)
        ) AS ranked WHERE place = 1
    ), consent_readable(fallback))
$$;

CREATE FUNCTION consent_setting(name text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT nullif(current_setting('ma.' || name, true), '')
$$;

-- How far the asker of this transaction reaches into a label: -1 not at all, 0 to 4 the tier its owner
-- trusts it to (4 where public), 5 as the owner. No asker set means -1.
CREATE FUNCTION consent_reach(wanted bigint) RETURNS smallint
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    l consent_label;
    asker bigint := consent_setting('asker')::bigint;
    behalf bigint := consent_setting('behalf')::bigint;
    ents bigint[] := consent_setting('entities')::bigint[];
    behalf_ents bigint[] := consent_setting('behalf_entities')::bigint[];
    ctx bigint := consent_setting('ctx')::bigint;
    role bigint := consent_setting('role')::bigint;
    behalf_ctx bigint := consent_setting('behalf_ctx')::bigint;
    behalf_role bigint := consent_setting('behalf_role')::bigint;
    moment timestamptz := consent_setting('moment')::timestamptz;
    both_needed boolean := coalesce(consent_setting('subjects_and_source') = '1', false);
    loud boolean := coalesce(consent_setting('self_only') = '1', false);
    mine integer;
    theirs integer := 4;
    trust double precision;
BEGIN
    IF asker IS NULL OR moment IS NULL OR (consent_setting('context_required') = '1' AND ctx IS NULL) THEN
        RETURN -1;
    END IF;
    SELECT * INTO l FROM consent_label WHERE id = wanted;
    IF NOT FOUND OR (loud AND l.owner_id <> asker) THEN
        RETURN -1;
    END IF;
    mine := consent_sees(l, asker, ents, ctx, role, moment, both_needed, loud);
    IF mine > 0 AND behalf IS NOT NULL THEN
        theirs := consent_sees(l, behalf, behalf_ents, behalf_ctx, behalf_role, moment, both_needed, loud);
    END IF;
    IF mine = 0 OR theirs = 0 THEN
        RETURN -1;
    END IF;
    IF mine & theirs & 4 = 4 THEN
        RETURN 5;
    END IF;
    IF ((CASE WHEN mine & 4 = 4 THEN theirs ELSE mine END) & 2) = 2 THEN
        RETURN 4;
    END IF;
    trust := 1;
    IF mine & 4 = 0 THEN
        trust := consent_trust_in(l, asker, ents, ctx, role, consent_setting('default_trust')::float8);
    END IF;
    IF behalf IS NOT NULL AND theirs & 4 = 0 THEN
        trust := least(trust, consent_trust_in(
            l, behalf, behalf_ents, behalf_ctx, behalf_role, consent_setting('default_trust')::float8));
    END IF;
    RETURN consent_tier(trust);
END
$$;

-- The tier of a memory's rendering that this transaction's asker reads; -1 for none.
CREATE FUNCTION consent_shown(label bigint, ceiling smallint) RETURNS smallint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE reach WHEN -1 THEN -1 WHEN 5 THEN 4 ELSE least(reach, ceiling) END::smallint
    FROM (SELECT consent_reach(label) AS reach) AS judged
$$;
