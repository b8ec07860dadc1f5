"""Embed what waits, ask, and look into the table."""

from __future__ import annotations

from typing import Any

from django.db import connection

from consent.recall import Ask, Recalled, recall
from consent.services import vectors
from jobs import services as jobs
from jobs.models import Job
from tests.cast import NOW, admin, caller


def embed_all() -> Job:
    """Run the job as the worker would."""
    job = jobs.start(vectors.KIND, {}, by=admin(), now=NOW, ring=False)
    done = jobs.run(job.pk)
    assert done is not None
    return done


def asks(who: str, query: str, **fields: Any) -> Recalled:
    return recall(Ask(query, **fields), by=caller(who), now=NOW)


def found(who: str, query: str, **fields: Any) -> list[str]:
    """Return the texts that come back, best first."""
    return [one.item.body for one in asks(who, query, **fields).outcomes]


def rows(sql: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def tiers() -> list[int]:
    """Return the tiers of the renderings that have a vector."""
    sql = "SELECT r.tier FROM consent_vector v JOIN consent_rendering r ON r.id = v.rendering_id ORDER BY 1"
    return [tier for (tier,) in rows(sql)]
