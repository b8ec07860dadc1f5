"""Giving renderings their vectors: a job, in batches, safe to run again; a change of model starts it too."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from consent.queries.unembedded import Text, count_lacking, is_lacking, lacking
from consent.services.embedding import NoVectors, embed
from jobs import services as jobs
from jobs.models import Job
from jobs.types import DONE, Wrong
from memory_admin.http.problem import Problem
from profiles.queries.prepared import ask
from profiles.types import Caller

KIND: Final = "embed"
_BATCH: Final = 64
_REST: Final = timedelta(minutes=1)
# A rendering that was made anew or erased meanwhile takes none. What it has stands beside its vector: so it
# is held against every change until the commit, and one that is being changed is left for the next run.
_STORE: Final = """
INSERT INTO consent_vector (rendering_id, memory_id, label_id, owner_id, made_under, valid_until, dimension,
    tier, ceiling_tier, everyone, state, model, embedding)
SELECT r.id, r.memory_id, r.label_id, r.owner_id, r.made_under, r.valid_until, vector_dims(v.embedding),
    r.tier, r.ceiling_tier, r.audience && ARRAY(SELECT generate_series(0, 14))::bigint[], r.state, %s,
    v.embedding
FROM json_to_recordset(%s::json) AS given(id bigint, vector text)
CROSS JOIN LATERAL (SELECT given.vector::halfvec AS embedding) AS v
JOIN consent_rendering r ON r.id = given.id
ORDER BY r.id FOR SHARE OF r SKIP LOCKED
ON CONFLICT (rendering_id) DO UPDATE SET memory_id = excluded.memory_id, label_id = excluded.label_id,
    owner_id = excluded.owner_id, made_under = excluded.made_under, valid_until = excluded.valid_until,
    dimension = excluded.dimension, tier = excluded.tier, ceiling_tier = excluded.ceiling_tier,
    everyone = excluded.everyone, state = excluded.state, model = excluded.model,
    embedding = excluded.embedding
RETURNING rendering_id
"""


@transaction.atomic
def start_due(*, by: Caller, now: datetime) -> Job | None:
    """Start the job where a model is set and something lacks a vector of it; after a failure it rests."""
    if not settings.EMBEDDINGS_URL:
        return None
    last = Job.objects.filter(kind=KIND).order_by("-pk").first()
    if last is not None and (last.ended_at is None or (last.state != DONE and last.ended_at > now - _REST)):
        return None
    return jobs.start(KIND, {}, by=by, now=now) if is_lacking(settings.EMBEDDINGS_MODEL) else None


def run(job: jobs.Running) -> dict[str, Any]:
    """Give every rendering that lacks one a vector of the model that is set, in order, batch by batch."""
    model: str = settings.EMBEDDINGS_MODEL
    total, done, last = count_lacking(model), 0, 0
    job.step(0, total, "embedding")
    while batch := lacking(model, last, _BATCH):
        try:
            stored = store(batch, model)
        except NoVectors as error:
            job.wrong(Wrong("", "embedding_unavailable", f"The model gave no vectors ({error})."))
            raise Problem(503, "embedding_unavailable", "The rest follows when it answers again.") from error
        last, done = batch[-1].rendering, done + stored
        job.step(done, max(total, done))
    return {"embedded": done}


def store(batch: Sequence[Text], model: str) -> int:
    """Embed and store one batch; the same words are sent once. Returns how many are stored."""
    texts = sorted({one.text for one in batch})
    vectors = dict(zip(texts, map(_written, embed(texts)), strict=True))
    rows = [{"id": one.rendering, "vector": vectors[one.text]} for one in batch]
    return len(ask(_STORE, [model, json.dumps(rows)]))


def _written(vector: Sequence[float]) -> str:
    return "[" + ",".join(f"{value:.6g}" for value in vector) + "]"
