"""Candidates by meaning: the question's vector against vectors of what the asking would be shown, none else.

Searched as the app role: first the verdicts on labels (opened.py), then the vectors under those that let
the asking in, at the tier it is shown, nearness last. What decides stands beside the vector (a trigger
keeps it as the rendering has it): nothing wide is read of thousands of rows to find some. Few rows are
compared one by one. Of what everyone may see, where that is much, an index picks the nearest; where more
than that may be seen, only what also matches by its words is compared.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db import connection

from consent.queries.asking import Snapshot
from consent.queries.opened import Opened, opened_of
from consent.queries.search import (
    GIVEN,
    JUDGED,
    MET,
    OUTDATED,
    VISIBLE,
    WEIGHTED,
    Filters,
    audience_keys,
    narrowing,
    standing,
    wishes,
)
from consent.types import Candidate, Match
from profiles.queries.prepared import ask

MOST_EXACT: Final = 20_000
BY_WORDS: Final = 2_000
INDEXED: Final = frozenset({256, 384, 512, 768, 1024, 1536, 3072})
_FROM_INDEX: Final = 400


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the model of this name understands it."""

    model: str
    vector: tuple[float, ...]

    @property
    def text(self) -> str:
        """Return the vector as the database reads it."""
        return "[" + ",".join(f"{value:.6g}" for value in self.vector) + "]"


@dataclass(frozen=True, slots=True)
class Looking:
    """What is looked for and where: the vector, the filters, the moment with who asks, and what it opens."""

    asked: Asked
    filters: Filters
    taken: Snapshot
    opened: Opened | None


def nearest(look: Looking, *, also: Collection[int], limit: int) -> list[Match] | None:
    """Return the nearest of all the asking may see, and those in `also`; None where that is too much."""
    if look.opened is None:
        return None
    return _compared(_any(look), _values(look, look.opened, limit) | {"also": list(also)})


def nearest_among(look: Looking, *, also: Mapping[int, int], limit: int) -> list[Match]:
    """Return the nearest of much: what few may see, `also`, and what an index finds in what everyone may.

    `also` has the label of each memory."""
    pool = {**_from_index(look), **also}
    given = {"also": list(also), "pool": sorted(pool)}
    if look.opened is not None:
        few = f"{_any(look, ' AND NOT consent_vector.everyone')} UNION ALL {_any(look, _OF_ALL)}"
        if found := _compared(few, _values(look, look.opened, limit) | given):
            return found
    of_pool = opened_of(set(pool.values()))
    return _compared(_any(look, _OF_POOL), _values(look, of_pool, limit) | given) or []


def _values(look: Looking, opened: Opened, limit: int) -> dict[str, Any]:
    asked, taken = look.asked, look.taken
    _, values = narrowing(look.filters, taken)
    return values | opened.values | {
        "now": taken.now,
        "half_life": float(taken.policy.settings["recency_half_life_days"]),
        "model": asked.model,
        "dimension": len(asked.vector),
        "asked": asked.text,
        "floor": settings.EMBEDDINGS_FLOOR / 100,
        "most": MOST_EXACT,
        "limit": limit,
    }  # fmt: skip


def _any(look: Looking, narrower: str = "") -> str:
    """Return the vectors of what the asking is shown, as far as it asked for them."""
    clauses = ["", "consent_vector.model = %(model)s", *standing("consent_vector")]
    wanted, _ = wishes(look.filters)
    if wanted:
        clauses.append(_AS_ASKED.format(clauses=" AND ".join(wanted)))
    return VISIBLE.format(rows="consent_vector", judged=GIVEN) + " AND ".join(clauses) + narrower


def _from_index(look: Looking) -> dict[int, int]:
    """Return the nearest of what everyone may see, with their labels."""
    size = len(look.asked.vector)
    if size not in INDEXED:
        return {}
    clauses, values = narrowing(look.filters, look.taken)
    sql = _INDEXED.format(
        clauses="".join(f" AND {one}" for one in clauses),
        size=size,
        outdated=OUTDATED.format(labels=MET.format(rows="met")),
        visible=VISIBLE.format(rows="met", judged=JUDGED.format(rows="met")),
    )
    values |= {"model": look.asked.model, "asked": look.asked.text, "from_index": _FROM_INDEX}
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL hnsw.iterative_scan = strict_order")
        cursor.execute("SET LOCAL hnsw.ef_search = 200")
        cursor.execute(sql, values | {"keys": audience_keys(look.taken.asking)})
        return dict(cursor.fetchall())


def _compared(rows: str, values: dict[str, Any]) -> list[Match] | None:
    """Compare row by row and return the nearest; None where more rows may be seen than are compared so."""
    sql = _NEAREST.format(
        outdated=OUTDATED.format(labels="%(labels)s::bigint[]"),
        rows=rows,
        weight=WEIGHTED.format(score="1.0::float8"),
    )
    found = ask(sql, values)
    if found and found[0][0] is None:
        return None
    return [_match(row) for row in found]


def _match(row: tuple[Any, ...]) -> Match:
    memory, label, owner, ceiling, tier, closeness, weight, shown_at, public_id = row
    candidate = Candidate(memory, label, owner, ceiling, tier, score=0.0)
    return Match(candidate, closeness=closeness, weight=weight, shown_at=shown_at, public_id=public_id)


_AS_ASKED = (
    "EXISTS (SELECT 1 FROM consent_rendering r WHERE r.id = consent_vector.rendering_id AND {clauses})"
)
_OF_POOL = (
    " AND consent_vector.rendering_id IN"
    " (SELECT id FROM consent_rendering WHERE memory_id = ANY (%(pool)s::bigint[]))"
)
_OF_ALL = f" AND consent_vector.everyone{_OF_POOL}"
# The index holds every tier and what waits for an agreement: only what the asker is shown gets out of it.
_INDEXED = """
WITH met AS MATERIALIZED (
SELECT r.memory_id, r.label_id, r.tier, r.ceiling_tier, r.made_under
FROM consent_vector e JOIN consent_rendering r ON r.id = e.rendering_id
WHERE e.everyone AND e.dimension = {size} AND e.model = %(model)s
  AND r.audience && %(keys)s::bigint[]{clauses}
ORDER BY e.embedding::halfvec({size}) <=> %(asked)s::halfvec({size}) LIMIT %(from_index)s
), outdated AS MATERIALIZED ({outdated}), visible AS MATERIALIZED ({visible})
SELECT memory_id, label_id FROM visible
"""
# Rows are counted in the index before any is compared; one row of nulls says that there are too many. The
# question's vector is read once, not once a row. All that are as near as the last stay until the finer order.
_NEAREST = """
WITH outdated AS MATERIALIZED ({outdated}), visible AS NOT MATERIALIZED ({rows}), size AS MATERIALIZED (
    SELECT count(*) > %(most)s AS much FROM (SELECT 1 FROM visible LIMIT %(most)s + 1) AS few
), near AS MATERIALIZED (
    SELECT rendering_id, memory_id, 1 - (embedding <=> (SELECT %(asked)s::halfvec)) AS closeness
    FROM visible WHERE dimension = %(dimension)s AND NOT (SELECT much FROM size)
), chosen AS (
    (SELECT rendering_id, closeness FROM near WHERE closeness >= %(floor)s
     ORDER BY closeness DESC FETCH FIRST (%(limit)s) ROWS WITH TIES)
    UNION
    SELECT near.rendering_id, near.closeness FROM near
    JOIN unnest(%(also)s::bigint[]) AS found(memory) ON found.memory = near.memory_id
), placed AS (
    SELECT r.memory_id, r.label_id, r.owner_id, r.tier, r.epistemic_status, r.importance, r.shown_at,
           r.public_id, closeness,
           row_number() OVER (ORDER BY closeness DESC, r.shown_at DESC, r.public_id) AS place
    FROM chosen JOIN consent_rendering r ON r.id = chosen.rendering_id
)
SELECT NULL::bigint, NULL::bigint, NULL::bigint, NULL::float8, NULL::smallint, NULL::float8, NULL::float8,
       NULL::float8, NULL::uuid
FROM size WHERE much
UNION ALL
SELECT v.memory_id, v.label_id, v.owner_id, m.ceiling, v.tier, v.closeness, {weight},
       extract(epoch FROM v.shown_at)::float8, v.public_id
FROM placed v JOIN consent_memory m ON m.id = v.memory_id
WHERE (v.place <= %(limit)s AND v.closeness >= %(floor)s) OR v.memory_id = ANY (%(also)s::bigint[])
"""
