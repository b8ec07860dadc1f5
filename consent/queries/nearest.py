"""Candidates by meaning: the question's vector against vectors of what the asking would be shown, none else.

Searched as the app role, by the predicate of search.py: the coded audience, then the decision, nearness last.
Few rows are compared one by one. Of what everyone may see, where that is much, an index picks the nearest;
where more than that may be seen, only what also matches by its words is compared.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db import connection

from consent.queries.asking import Snapshot
from consent.queries.search import OUTDATED, VISIBLE, WEIGHTED, Filters, audience_keys, narrowing
from consent.types import Candidate, Match

MOST_EXACT: Final = 20_000
BY_WORDS: Final = 2_000
INDEXED: Final = frozenset({256, 384, 512, 768, 1024, 1536, 3072})
_FROM_INDEX: Final = 400
# Rows met before the decision may be more than those it lets through; past this it is not worth asking.
_MOST_MET: Final = 2 * MOST_EXACT
_EVERYONE: Final = "ARRAY(SELECT generate_series(0, 14))::bigint[]"


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
    """What is looked for and where: the vector, the filters, and the moment with who asks."""

    asked: Asked
    filters: Filters
    taken: Snapshot


def nearest(look: Looking, *, also: Collection[int], limit: int) -> list[Match] | None:
    """Return the nearest of all the asking may see, and those in `also`; None where that is too much."""
    values = _values(look) | {"also": list(also), "limit": limit}
    return None if _is_much_public(values) else _compared("", values, look)


def nearest_among(look: Looking, *, also: Collection[int], limit: int) -> list[Match]:
    """Return the nearest of much: what few may see, `also`, and what an index finds in what everyone may."""
    values = _values(look) | {"also": list(also), "limit": limit}
    values |= {"pool": sorted({*also, *_from_index(values, look)})}
    others = f" AND (NOT r.audience && {_EVERYONE} OR r.memory_id = ANY (%(pool)s))"
    found = _compared(others, values, look)
    return found or _compared(" AND r.memory_id = ANY (%(pool)s)", values, look) or []


def _values(look: Looking) -> dict[str, Any]:
    asked, taken = look.asked, look.taken
    _, values = narrowing(look.filters, taken)
    half_life = taken.policy.settings["recency_half_life_days"]
    return values | {
        "keys": audience_keys(taken.asking),
        "now": taken.now,
        "half_life": half_life,
        "model": asked.model,
        "dimension": len(asked.vector),
        "asked": asked.text,
        "floor": settings.EMBEDDINGS_FLOOR / 100,
        "most": MOST_EXACT,
        "most_met": _MOST_MET,
        "from_index": _FROM_INDEX,
    }


def _is_much_public(values: dict[str, Any]) -> bool:
    """Tell whether more is granted to everyone than is compared row by row."""
    with connection.cursor() as cursor:
        cursor.execute(_PUBLIC, values)
        return bool(cursor.fetchone()[0] > MOST_EXACT)


def _from_index(values: dict[str, Any], look: Looking) -> list[int]:
    if values["dimension"] not in INDEXED:
        return []
    clauses, _ = narrowing(look.filters, look.taken)
    sql = _INDEXED.format(
        clauses="".join(f" AND {one}" for one in clauses),
        size=values["dimension"],
        outdated=OUTDATED.format(rows="met"),
        visible=VISIBLE.format(rows="met"),
    )
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL hnsw.iterative_scan = strict_order")
        cursor.execute("SET LOCAL hnsw.ef_search = 200")
        cursor.execute(sql, values)
        return [memory for (memory,) in cursor.fetchall()]


def _compared(narrower: str, values: dict[str, Any], look: Looking) -> list[Match] | None:
    """Compare row by row and return the nearest; None where more rows may be seen than are compared so."""
    clauses, _ = narrowing(look.filters, look.taken)
    sql = _NEAREST.format(
        clauses="".join(f" AND {clause}" for clause in clauses) + narrower,
        outdated=OUTDATED.format(rows="met"),
        visible=VISIBLE.format(rows="met"),
        weight=WEIGHTED.format(score="1.0::float8"),
        size=values["dimension"],
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows = cursor.fetchall()
    if rows and rows[0][0] is None:
        return None
    return [_match(row) for row in rows]


def _match(row: tuple[Any, ...]) -> Match:
    memory, label, owner, ceiling, tier, closeness, weight, shown_at, public_id = row
    candidate = Candidate(memory, label, owner, ceiling, tier, score=0.0)
    return Match(candidate, closeness=closeness, weight=weight, shown_at=shown_at, public_id=public_id)


_PUBLIC = """
SELECT count(*) FROM (
    SELECT 1 FROM consent_vector e WHERE e.everyone AND e.model = %(model)s LIMIT %(most)s + 1) AS few
"""
# The index holds every tier and what waits for an agreement: only what the asker is shown gets out of it.
_INDEXED = """
WITH met AS MATERIALIZED (
SELECT r.memory_id, r.label_id, r.tier, r.ceiling_tier, r.made_under
FROM consent_vector e JOIN consent_rendering r ON r.id = e.rendering_id
WHERE e.everyone AND e.dimension = {size} AND e.model = %(model)s
  AND r.audience && %(keys)s::bigint[]{clauses}
ORDER BY e.embedding::halfvec({size}) <=> %(asked)s::halfvec({size}) LIMIT %(from_index)s
), outdated AS MATERIALIZED ({outdated}), visible AS MATERIALIZED ({visible})
SELECT memory_id FROM visible
"""
# One row of nulls says that there are too many.
_NEAREST = """
WITH met AS MATERIALIZED (
    SELECT r.id, r.memory_id, r.label_id, r.owner_id, r.tier, r.ceiling_tier, r.epistemic_status,
           r.importance, r.shown_at, r.public_id, r.made_under
    FROM consent_rendering r WHERE r.audience && %(keys)s::bigint[] AND r.tier >= 2{clauses}
    LIMIT %(most_met)s + 1
), outdated AS MATERIALIZED ({outdated}), visible AS MATERIALIZED ({visible}), size AS MATERIALIZED (
    SELECT (SELECT count(*) FROM met) > %(most_met)s OR (SELECT count(*) FROM visible) > %(most)s AS much
), near AS MATERIALIZED (
    SELECT v.*, 1 - (e.embedding::halfvec({size}) <=> %(asked)s::halfvec({size})) AS closeness
    FROM visible v JOIN consent_vector e ON e.rendering_id = v.id
    WHERE e.model = %(model)s AND e.dimension = %(dimension)s AND NOT (SELECT much FROM size)
), placed AS (
    SELECT *, row_number() OVER (ORDER BY closeness DESC, shown_at DESC, public_id) AS place FROM near
)
SELECT NULL::bigint, NULL::bigint, NULL::bigint, NULL::float8, NULL::smallint, NULL::float8, NULL::float8,
       NULL::timestamptz, NULL::uuid
FROM size WHERE much
UNION ALL
SELECT v.memory_id, v.label_id, v.owner_id, m.ceiling, v.tier, v.closeness, {weight}, v.shown_at, v.public_id
FROM placed v JOIN consent_memory m ON m.id = v.memory_id
WHERE (v.place <= %(limit)s AND v.closeness >= %(floor)s) OR v.memory_id = ANY (%(also)s)
"""
