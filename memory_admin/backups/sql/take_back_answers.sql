-- What somebody said no to stays answered; what was agreed to since is gone with what came of it, and open again.
SELECT FROM public.before_take('answers', '{before_trustrequest}', $$
    UPDATE public.consent_trustrequest r SET status = b.status, answered_at = b.answered_at,
        answered_by = b.answered_by FROM public.before_trustrequest b
    WHERE b.public_id = r.public_id AND r.status = 'open' AND b.status NOT IN ('open', 'accepted')$$);
SELECT FROM public.before_take('answers', '{before_trustsuggestion,consent_trustsuggestion}', $$
    UPDATE public.consent_trustsuggestion r SET status = b.status, answered_at = b.answered_at,
        answered_by = b.answered_by FROM public.before_trustsuggestion b
    WHERE b.public_id = r.public_id AND r.status = 'open' AND b.status NOT IN ('open', 'accepted')$$);
SELECT FROM public.before_take('answers', '{before_profileproposal,profiles_profileproposal}', $$
    UPDATE public.profiles_profileproposal r SET status = b.status, answered_at = b.answered_at,
        answered_by = b.answered_by, answer_reason = b.answer_reason FROM public.before_profileproposal b
    WHERE b.public_id = r.public_id AND r.status = 'open' AND b.status NOT IN ('open', 'accepted')$$);
SELECT FROM public.before_take('answers', '{before_generalization,consent_generalization}', $$
    UPDATE public.consent_generalization r SET status = b.status, answered_at = b.answered_at,
        answered_by = b.answered_by, answer_reason = b.answer_reason FROM public.before_generalization b
    WHERE b.public_id = r.public_id AND r.status = 'open' AND b.status NOT IN ('open', 'accepted')$$);
SELECT FROM public.before_take('reviews', '{before_generalization,consent_generalization}', $$
    UPDATE public.consent_generalization r SET review = b.review, review_since = b.review_since
    FROM public.before_generalization b
    WHERE b.public_id = r.public_id AND r.review = '' AND b.review <> ''$$);
SELECT FROM public.before_take('notes', '{before_knowledgenote,profiles_knowledgenote}', $$
    UPDATE public.profiles_knowledgenote n SET status = 'declined', answered_at = coalesce(b.answered_at, now()),
        answered_by = b.answered_by, answer_reason = coalesce(b.answer_reason, n.answer_reason)
    FROM public.profiles_knowledgenote o LEFT JOIN public.before_knowledgenote b USING (public_id)
    WHERE n.id = o.id AND n.status <> 'declined' AND (b.public_id IS NULL OR b.status = 'declined')$$);
SELECT FROM public.before_take('reveals', '{before_reveal,consent_reveal}', $$
    UPDATE public.consent_reveal r SET state = 'refused', until = NULL FROM public.before_reveal b
    WHERE b.public_id = r.public_id AND r.state <> 'refused' AND b.state = 'refused'$$);
SELECT FROM public.before_take('fields', '{before_profilefield,profiles_profilefield}', $$
    UPDATE public.profiles_profilefield f SET sensitive = f.sensitive OR b.sensitive,
        editable = f.editable AND b.editable, retired_at = coalesce(f.retired_at, b.retired_at)
    FROM public.before_profilefield b WHERE b.key = f.key
      AND (b.sensitive AND NOT f.sensitive OR f.editable AND NOT b.editable
           OR f.retired_at IS NULL AND b.retired_at IS NOT NULL)$$);

-- Requests of persons: one refused stays refused, one asked since is not forgotten. Erasures carried out since
-- are repeated below.
SELECT FROM public.before_take('refusals', '{before_rightsrequest,consent_rightsrequest}', $$
    UPDATE public.consent_rightsrequest r SET state = 'refused', decided_by = b.decided_by,
        decided_at = b.decided_at, answer_reason = b.answer_reason FROM public.before_rightsrequest b
    WHERE b.public_id = r.public_id AND r.state NOT IN ('refused', 'done') AND b.state = 'refused'$$);
SELECT FROM public.before_take('requests', '{before_rightsrequest,consent_rightsrequest}', $$
    INSERT INTO public.consent_rightsrequest (public_id, kind, subject_id, state, asked_by, asked_at, due_at,
        reason, memory_id, statement, keep_mentions, answer_reason, marks, removed, counts)
    SELECT b.public_id, b.kind, b.subject_id, 'open', b.asked_by, b.asked_at, b.due_at, b.reason, b.memory_id,
        b.statement, b.keep_mentions, '', '{}', '{}', '{}'
    FROM public.before_rightsrequest b JOIN public.profiles_principal p ON p.id = b.subject_id
    WHERE (b.state = 'open' OR b.kind <> 'erasure' AND b.state IN ('running', 'incomplete'))
      AND NOT EXISTS (SELECT FROM public.consent_rightsrequest r WHERE r.public_id = b.public_id)
      AND (b.memory_id IS NULL OR EXISTS (SELECT FROM public.consent_memory m WHERE m.id = b.memory_id))
    ON CONFLICT DO NOTHING$$);

-- Work that ended since does not begin again, whoever asked for it. What the product does of itself goes on:
-- what it made is not there any more.
SELECT FROM public.before_take('jobs', '{before_job,jobs_job}', $$
    UPDATE public.jobs_job j SET state = CASE b.state WHEN 'failed' THEN 'failed' ELSE 'cancelled' END,
        cancel_asked = true, ended_at = coalesce(b.ended_at, now())
    FROM public.jobs_job o LEFT JOIN public.before_job b USING (public_id)
    WHERE j.id = o.id AND j.state IN ('queued', 'running')
      AND (b.public_id IS NULL OR b.state IN ('failed', 'cancelled') OR b.cancel_asked
           OR b.state = 'done' AND j.kind NOT IN ('embed', 'read_with_model', 'remake_renderings'))$$);
SELECT FROM public.before_take('pieces', '{before_jobfile,jobs_jobfilepiece}', $$
    DELETE FROM public.jobs_jobfilepiece p USING public.jobs_jobfile f LEFT JOIN public.jobs_job j ON j.id = f.job_id
    WHERE p.file_id = f.id AND NOT EXISTS (SELECT FROM public.before_jobfile b
        WHERE b.public_id IS NOT DISTINCT FROM j.public_id AND b.sha256 = f.sha256)$$);
SELECT FROM public.before_take('files', '{before_jobfile,jobs_jobfile}', $$
    DELETE FROM public.jobs_jobfile f USING public.jobs_jobfile o LEFT JOIN public.jobs_job j ON j.id = o.job_id
    WHERE f.id = o.id AND NOT EXISTS (SELECT FROM public.before_jobfile b
        WHERE b.public_id IS NOT DISTINCT FROM j.public_id AND b.sha256 = f.sha256)$$);
