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

CREATE FUNCTION consent_readable(value double precision) RETURNS double precision
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN value >= 0 AND value <= 1 THEN value ELSE 0 END
$$;

-- Three of the five tiers; five_tiers.sql replaces it.
CREATE FUNCTION consent_tier(value double precision) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN consent_readable(value) >= 1 THEN 4 WHEN consent_readable(value) >= 0.25 THEN 1 ELSE 0 END::smallint
$$;

CREATE FUNCTION consent_setting(name text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT nullif(current_setting('ma.' || name, true), '')
$$;

-- How far the asker of this transaction reaches into each label: -1 not at all, 0 to 4 the tier its owner
-- trusts it to (4 where public), 5 as the owner. No asker set means -1. All labels are judged in one statement,
-- because a search meets hundreds at once.
CREATE OR REPLACE FUNCTION consent_judge(wanted bigint[]) RETURNS TABLE (label bigint, reach smallint)
LANGUAGE plpgsql STABLE SECURITY DEFINER COST 5000 ROWS 1000
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    asker bigint := consent_setting('asker')::bigint;
    other bigint := consent_setting('behalf')::bigint;
    ents bigint[] := consent_setting('entities')::bigint[];
    other_ents bigint[] := consent_setting('behalf_entities')::bigint[];
    here bigint := consent_setting('ctx')::bigint;
    seat bigint := consent_setting('role')::bigint;
    other_here bigint := consent_setting('behalf_ctx')::bigint;
    other_seat bigint := consent_setting('behalf_role')::bigint;
    moment timestamptz := consent_setting('moment')::timestamptz;
    both_needed boolean := coalesce(consent_setting('subjects_and_source') = '1', false);
    sternly boolean := coalesce(consent_setting('strict_audience') = '1', false);
    absent boolean := coalesce(consent_setting('absent') = '1', false);
    host bigint := consent_setting('host')::bigint;
    loud boolean := coalesce(consent_setting('self_only') = '1', false);
    fallback double precision := consent_readable(consent_setting('default_trust')::float8);
BEGIN
    IF asker IS NULL OR moment IS NULL OR (consent_setting('context_required') = '1' AND here IS NULL) THEN
        RETURN QUERY SELECT w, -1::smallint FROM unnest(wanted) AS w;
        RETURN;
    END IF;
    RETURN QUERY
    -- Whose eyes: 0 the asker, 1 whom it asks for, from 2 on everyone else who hears it in the session.
    WITH RECURSIVE sides(n, who, entities, ctx, role) AS MATERIALIZED (
        SELECT 0::bigint, asker, ents, here, seat
        UNION ALL SELECT 1, other, other_ents, other_here, other_seat WHERE other IS NOT NULL
        UNION ALL SELECT 1 + a.place, a.id, a.entities::bigint[], here, nullif(a.role, '')::bigint
        FROM unnest(consent_setting('audience')::bigint[], consent_setting('audience_entities')::text[],
                    consent_setting('audience_roles')::text[]) WITH ORDINALITY AS a(id, entities, role, place)
        WHERE here IS NOT NULL AND NOT sternly AND NOT loud
    ), tree(root, id) AS (
        -- A label, then the labels of every memory it was derived from; null for a source that is gone.
        SELECT w, w FROM unnest(wanted) AS w
        UNION
        SELECT t.root, m.label_id FROM tree t JOIN consent_label b ON b.id = t.id
        CROSS JOIN unnest(b.parents) AS parent LEFT JOIN consent_memory m ON m.id = parent
    ), lab AS MATERIALIZED (
        SELECT b.* FROM consent_label b WHERE b.id IN (SELECT t.id FROM tree t)
    ), counting AS MATERIALIZED (
        -- Grants that name someone's eyes and are good for anybody.
        SELECT s.n, s.who, l.id, g.grantee_id AS grantee, g.owner_agreed, g.grantee_id IN (0, s.ctx) AS said,
            -- Who must agree: nobody to give it back to its owner, to who told it, to the only subject or its
            -- custodian; else the subjects, with the source unless others than the owner are among them; else the
            -- owner. An agent that relayed it, always.
            CASE WHEN g.grantee_id = l.owner_id OR (l.source_attested AND g.grantee_id = l.source_id)
                   OR (cardinality(l.subjects) = 1 AND (g.grantee_id = l.subjects[1] OR EXISTS (
                       SELECT 1 FROM profiles_custodian k
                       WHERE k.subject_id = l.subjects[1] AND k.custodian_id = g.grantee_id
                         AND p.namespace NOT IN ('group', 'org', 'role', 'ctx')
                         AND k.since <= moment AND (k.until IS NULL OR k.until > moment))))
                     THEN '{}'::bigint[]
                 WHEN cardinality(l.subjects) > 0 THEN
                     l.subjects || CASE WHEN both_needed OR l.subjects <@ ARRAY[l.owner_id] THEN ARRAY[l.source_id]
                                       ELSE '{}' END
                 ELSE ARRAY[coalesce(l.source_id, l.owner_id)] END
            || CASE WHEN l.relayed AND l.source_id <> g.grantee_id AND l.owner_id <> g.grantee_id
                    THEN ARRAY[l.source_id] ELSE '{}' END AS parties
        FROM lab l JOIN consent_labelgrant g ON g.label_id = l.id
        JOIN profiles_principal p ON p.id = g.grantee_id
        JOIN sides s ON g.grantee_id = ANY (s.entities) OR g.grantee_id = s.ctx
                     OR (g.grantee_id = s.role AND l.context_id = s.ctx)
        WHERE (g.named OR g.grantee_id = l.context_id
               OR EXISTS (SELECT 1 FROM consent_participant q
                          WHERE q.context_id = l.context_id AND q.principal_id = g.grantee_id)
               OR EXISTS (SELECT 1 FROM consent_context x
                          WHERE x.principal_id = l.context_id AND g.grantee_id = ANY (x.default_grants)))
          AND NOT (p.held OR (NOT p.active AND p.namespace IN ('group', 'org', 'role', 'ctx')))
    ), needs AS MATERIALIZED (
        SELECT DISTINCT c.n, c.who, c.id, c.grantee, c.owner_agreed, party
        FROM counting c, unnest(c.parties) AS party WHERE party IS NOT NULL
    ), persons AS MATERIALIZED (
        SELECT p.id AS party, p.id AS person FROM profiles_principal p
        WHERE p.id IN (SELECT party FROM needs) AND p.namespace NOT IN ('group', 'org', 'role', 'ctx')
        UNION
        SELECT k.subject_id, k.custodian_id FROM profiles_custodian k
        JOIN profiles_principal p ON p.id = k.custodian_id AND p.namespace NOT IN ('group', 'org', 'role', 'ctx')
        WHERE k.subject_id IN (SELECT party FROM needs)
          AND k.since <= moment AND (k.until IS NULL OR k.until > moment)
    ), spoken AS MATERIALIZED (
        SELECT o.party, c.grantor_id, c.grantee_id, c.scope, c.scope_memory_id, c.scope_entity_id, c.participants,
               c.status = 'denied' AS denied, p.namespace = 'ctx' AS to_context
        FROM persons o JOIN consent_consent c ON c.grantor_id = o.person
        JOIN profiles_principal p ON p.id = c.grantee_id
        WHERE c.status IN ('active', 'denied') AND (c.status = 'denied' OR c.granted_at <= moment)
          AND (c.expires_at IS NULL OR c.expires_at > moment)
    ), above(seed, id) AS (
        SELECT DISTINCT d.grantee, d.grantee FROM needs d
        WHERE EXISTS (SELECT 1 FROM spoken WHERE grantee_id <> 0 AND NOT to_context)
        UNION
        SELECT u.seed, m.collective_id FROM above u JOIN profiles_membership m ON m.member_id = u.id
        JOIN profiles_principal p ON p.id = m.collective_id
        WHERE m.since <= moment AND (m.until IS NULL OR m.until > moment) AND p.active AND NOT p.held
          AND p.namespace IN ('group', 'org', 'role')
    ), answered AS MATERIALIZED (
        SELECT d.n, d.id, d.grantee, d.party, bool_or(c.denied) AS denied
        FROM needs d JOIN spoken c ON c.party = d.party JOIN lab l ON l.id = d.id
        WHERE CASE c.scope WHEN 'memory' THEN c.scope_memory_id = l.solo_memory_id
                           WHEN 'subject' THEN c.scope_entity_id = d.party AND d.party = ANY (l.subjects)
                           WHEN 'ctx' THEN c.scope_entity_id = l.context_id
                           WHEN 'all' THEN c.grantor_id = d.party END
          -- A consent to a context holds for those who sat in it when it was given, while they still do.
          AND CASE WHEN c.to_context THEN EXISTS (
                       SELECT 1 FROM consent_participant q
                       WHERE q.context_id = c.grantee_id AND q.principal_id = ANY (c.participants)
                         AND q.principal_id = CASE WHEN c.grantee_id = d.grantee THEN d.who ELSE d.grantee END)
                   ELSE c.grantee_id = 0 OR (d.grantee, c.grantee_id) IN (SELECT u.seed, u.id FROM above u)
                        OR c.grantee_id = d.grantee END
        GROUP BY d.n, d.id, d.grantee, d.party
    ), lacking AS MATERIALIZED (
        SELECT d.n, d.id, d.grantee FROM needs d JOIN lab l ON l.id = d.id
        LEFT JOIN answered a ON a.n = d.n AND a.id = d.id AND a.grantee = d.grantee AND a.party = d.party
        WHERE coalesce(a.denied, NOT (d.owner_agreed AND (d.party, l.owner_id) IN (SELECT party, person FROM persons)))
    ), opened AS MATERIALIZED (
        SELECT c.n, c.id, bool_or(c.said) AS said, bool_or(c.grantee = 0) AS everyone FROM counting c
        WHERE (c.n, c.id, c.grantee) NOT IN (SELECT k.n, k.id, k.grantee FROM lacking k)
        GROUP BY c.n, c.id
    ), own AS MATERIALIZED (
        -- 0 no, 1 through a grant, 2 besides public, 4 as its owner.
        SELECT s.n, s.who, l.id, l.owner_id, coalesce(o.said, false) AS said,
               CASE WHEN l.owner_id = s.who THEN 4 ELSE 0 END | CASE WHEN o.n IS NOT NULL THEN 1 ELSE 0 END
               | CASE WHEN o.everyone AND cardinality(l.subjects) = 0 THEN 2 ELSE 0 END AS bits
        FROM lab l CROSS JOIN sides s LEFT JOIN opened o ON o.n = s.n AND o.id = l.id
    ), unheard AS MATERIALIZED (
        -- What may not be said in a session: neither public nor the context's own, and unknown to someone there; or
        -- not for the side to find out, while not everyone listed came, unless its owner asks or brought them there.
        SELECT s.n, o.id FROM sides s JOIN own o ON o.n = s.n
        WHERE s.n < 2 AND s.ctx IS NOT NULL AND NOT loud AND NOT o.said AND (sternly
            OR (absent AND o.owner_id <> s.who AND o.owner_id IS DISTINCT FROM host) OR EXISTS (
            SELECT 1 FROM own h WHERE h.id = o.id AND h.n > 1 AND h.who <> s.who AND h.bits = 0))
    ), seen AS MATERIALIZED (
        -- The bits of each tree's own label where every label of it lets the side in; public where all of it is.
        SELECT t.root, s.n,
               CASE WHEN bool_and(coalesce(o.bits, 0) > 0 AND (s.n, t.id) NOT IN (SELECT h.n, h.id FROM unheard h))
                    THEN max(o.bits & 5) FILTER (WHERE t.id = t.root)
                         | CASE WHEN bool_and(o.bits & 2 = 2) THEN 2 ELSE 0 END
                    ELSE 0 END AS bits
        FROM tree t CROSS JOIN sides s LEFT JOIN own o ON o.n = s.n AND o.id = t.id
        WHERE s.n < 2 GROUP BY t.root, s.n
    ), ruled AS MATERIALIZED (
        SELECT l.id, l.owner_id, l.context_id, coalesce(max(v.bits) FILTER (WHERE v.n = 0), 0) AS mine,
               coalesce(max(v.bits) FILTER (WHERE v.n = 1), CASE WHEN other IS NULL THEN 4 ELSE 0 END) AS theirs
        FROM lab l JOIN seen v ON v.root = l.id WHERE NOT loud OR l.owner_id = asker
        GROUP BY l.id, l.owner_id, l.context_id
    ), owners AS MATERIALIZED (
        -- A role counts only for the memories of its own context.
        SELECT DISTINCT l.owner_id, coalesce(l.context_id = here, false) AS told FROM lab l
    ), relations AS MATERIALIZED (
        -- The most specific level that says anything decides: the one, its collectives, everyone.
        SELECT DISTINCT ON (k.owner_id, k.told, s.n) k.owner_id, k.told, s.n, min(consent_readable(
                   CASE WHEN t.strict_mode THEN least(consent_readable(t.base_trust), 0.5) ELSE t.base_trust END
               )) AS value
        FROM owners k JOIN sides s ON s.n < 2
        JOIN consent_trustrelationship t ON t.owner_id = k.owner_id
            AND (t.accessor_id = ANY (s.entities) OR t.accessor_id = s.ctx OR (k.told AND t.accessor_id = s.role))
            AND (t.context_id IS NULL OR t.context_id = s.ctx)
        -- What is held is nobody's, and trust in it nobody's trust, as with grants.
        JOIN profiles_principal p ON p.id = t.accessor_id
            AND NOT (p.held OR (NOT p.active AND p.namespace IN ('group', 'org', 'role', 'ctx')))
        GROUP BY k.owner_id, k.told, s.n,
                 (t.accessor_id <> s.who)::int + (t.accessor_id = 0)::int, t.context_id IS NULL
        ORDER BY k.owner_id, k.told, s.n,
                 (t.accessor_id <> s.who)::int + (t.accessor_id = 0)::int, t.context_id IS NULL
    ), trusted AS MATERIALIZED (
        SELECT k.owner_id, k.told, min(coalesce(t.value, fallback)) AS value
        FROM owners k JOIN sides s ON s.n < 2 AND s.who <> k.owner_id
        LEFT JOIN relations t ON t.owner_id = k.owner_id AND t.told = k.told AND t.n = s.n
        GROUP BY k.owner_id, k.told
    ), sources AS MATERIALIZED (
        -- What is derived is shown no further than each of its sources: whole where its owner or everyone asks.
        SELECT t.root, min(CASE
            WHEN o.mine & o.theirs & 4 = 4 THEN 4
            WHEN CASE WHEN o.mine & 4 = 4 THEN o.theirs ELSE o.mine END & 2 = 2 THEN 4
            ELSE consent_tier(k.value) END) AS most
        FROM tree t JOIN lab l ON l.id = t.id
        JOIN (SELECT id, max(bits) FILTER (WHERE n = 0) AS mine,
                     coalesce(max(bits) FILTER (WHERE n = 1), CASE WHEN other IS NULL THEN 4 ELSE 0 END) AS theirs
              FROM own GROUP BY id) AS o ON o.id = t.id
        LEFT JOIN trusted k ON k.owner_id = l.owner_id AND k.told = coalesce(l.context_id = here, false)
        WHERE t.id <> t.root GROUP BY t.root
    )
    SELECT w, CASE
        WHEN coalesce(r.mine, 0) = 0 OR r.theirs = 0 THEN -1
        WHEN r.mine & r.theirs & 4 = 4 THEN 5
        WHEN CASE WHEN r.mine & 4 = 4 THEN r.theirs ELSE r.mine END & 2 = 2 THEN 4
        ELSE least(consent_tier(t.value), b.most)
    END::smallint
    FROM unnest(wanted) AS w LEFT JOIN ruled r ON r.id = w LEFT JOIN sources b ON b.root = w
    LEFT JOIN trusted t ON t.owner_id = r.owner_id AND t.told = coalesce(r.context_id = here, false);
END
$$;

CREATE FUNCTION consent_reach(wanted bigint) RETURNS smallint
LANGUAGE sql STABLE SECURITY DEFINER COST 5000 SET search_path = public, pg_temp AS $$
    SELECT reach FROM consent_judge(ARRAY[wanted])
$$;

-- The tier of a memory's rendering that this transaction's asker reads; -1 for none.
CREATE FUNCTION consent_shown(label bigint, ceiling smallint) RETURNS smallint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE reach WHEN -1 THEN -1 WHEN 5 THEN 4 ELSE least(reach, ceiling) END::smallint
    FROM (SELECT consent_reach(label) AS reach) AS judged
$$;

-- What the reading statement may take: for each label it named beforehand, and each ceiling a memory may have,
-- the one tier that is shown. Row security asks it once a statement; no labels named, no rows.
CREATE FUNCTION consent_open() RETURNS TABLE (label bigint, ceiling smallint, shown smallint)
LANGUAGE sql STABLE SECURITY DEFINER COST 5000 ROWS 1000 SET search_path = public, pg_temp AS $$
    SELECT j.label, c::smallint, CASE j.reach WHEN 5 THEN 4 ELSE least(j.reach, c) END::smallint
    FROM consent_judge(consent_setting('labels')::bigint[]) AS j, generate_series(0, 4) AS c WHERE j.reach >= 0
$$;

-- The named labels whose memories the asker owns: only their raw text may be read.
CREATE FUNCTION consent_owned() RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER COST 5000 ROWS 1000 SET search_path = public, pg_temp AS $$
    SELECT j.label FROM consent_judge(consent_setting('labels')::bigint[]) AS j WHERE j.reach = 5
$$;
