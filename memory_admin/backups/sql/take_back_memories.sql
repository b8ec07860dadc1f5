-- Memories set aside since; one in quarantine is in it whatever else it was.
WITH done AS (
    UPDATE public.consent_memory m SET state = b.state,
        identity = CASE b.state WHEN 'superseded' THEN NULL ELSE m.identity END
    FROM public.before_memory b
    WHERE b.public_id = m.public_id AND b.state NOT IN ('active', 'erased')
      AND (m.state = 'active' OR m.state IN ('paused', 'archived') AND b.state IN ('quarantined', 'superseded'))
    RETURNING m.id, m.state),
shown AS (UPDATE public.consent_rendering r SET state = done.state FROM done WHERE r.memory_id = done.id)
INSERT INTO public.before_taken SELECT 'states', count(*) FROM done;
-- Gone since: hidden here at once, and removed with all that belongs to them right after.
CREATE TABLE public.before_gone AS
    SELECT m.id, m.public_id FROM public.consent_memory m LEFT JOIN public.before_memory b USING (public_id)
    WHERE m.state <> 'erased' AND (b.public_id IS NULL OR b.state = 'erased');
UPDATE public.consent_rendering r SET state = 'erased' FROM public.before_gone g WHERE r.memory_id = g.id;
UPDATE public.consent_memory m SET state = 'erased' FROM public.before_gone g WHERE m.id = g.id;
SELECT 'gone ' || public_id FROM public.before_gone;
-- Memories that fewer were to know since, or less of: shown to nobody here, made so right after.
CREATE TABLE public.before_narrowed AS
SELECT m.id, jsonb_build_object('memory', m.public_id, 'grants', kept.grants,
    'subjects', kept.subjects, 'parents', kept.parents, 'ceiling', b.ceiling, 'provenance', b.provenance,
    'redactions', b.redactions, 'forbidden_terms', b.forbidden_terms,
    'forbidden_patterns', b.forbidden_patterns)::text AS was
FROM public.consent_memory m JOIN public.before_memory b USING (public_id)
JOIN public.before_label kept ON kept.id = b.label_id JOIN public.consent_label l ON l.id = m.label_id,
(SELECT ARRAY['untrusted', 'user_provided', 'model_generated', 'tool_derived', 'verified_external',
              'application_trusted'] AS levels) AS known
WHERE m.state <> 'erased' AND (
    coalesce(b.ceiling, 0) < coalesce(m.ceiling, 0)
    OR array_position(levels, b.provenance::text) < array_position(levels, m.provenance::text)
    OR NOT m.redactions @> b.redactions OR NOT m.forbidden_terms @> b.forbidden_terms
    OR NOT m.forbidden_patterns @> b.forbidden_patterns
    OR l.id <> kept.id AND (
        NOT l.subjects @> kept.subjects OR NOT l.parents @> kept.parents
        OR EXISTS (SELECT FROM public.consent_labelgrant g WHERE g.label_id = l.id
                   AND (kept.grants->>g.grantee_id::text IS NULL
                        OR g.owner_agreed AND kept.grants->>g.grantee_id::text = 'false'))));
UPDATE public.consent_rendering r SET state = 'erased' FROM public.before_narrowed n WHERE r.memory_id = n.id;
SELECT 'narrowed ' || was FROM public.before_narrowed ORDER BY id;
-- Who was erased since is let in no more; the erasure itself is carried out again right after.
CREATE TABLE public.before_back AS
    SELECT b.* FROM public.before_erased b JOIN public.profiles_principal p USING (id)
    WHERE p.entity_id <> p.namespace || ':erased-' || p.id::text;
UPDATE public.profiles_principal p SET active = false FROM public.before_back b WHERE b.id = p.id;
UPDATE public.profiles_credential c SET revoked_at = now() FROM public.before_back b
WHERE b.id = c.principal_id AND c.revoked_at IS NULL;
UPDATE public.profiles_account a SET is_active = false FROM public.before_back b WHERE b.id = a.principal_id;
INSERT INTO public.before_taken SELECT 'persons', count(DISTINCT id) FROM public.before_back;
SELECT 'erased ' || to_jsonb(b)::text FROM public.before_back b ORDER BY b.asked_at, b.id;
SELECT 'taken ' || word || ' ' || sum(number) FROM public.before_taken WHERE word <> 'pieces' GROUP BY word;
