"""Memories that contradict each other: found together, and each told of the other where both are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db import connection

from consent.queries.asking import Snapshot
from consent.queries.search import Filters, narrowing
from consent.queries.showing import Shown
from consent.types import Candidate
from profiles.queries.prepared import ask

Pairs = frozenset[tuple[int, int]]
_PAIRS = """
SELECT memory_id, other_id FROM consent_memoryconflict
WHERE memory_id = ANY (%(ids)s) OR other_id = ANY (%(ids)s)
"""
_RIVALS = """
SELECT r.memory_id, r.label_id, r.owner_id, m.ceiling, r.tier, 0.0
FROM consent_rendering r JOIN consent_memory m ON m.id = r.memory_id
WHERE r.memory_id = ANY (%(rivals)s) AND r.tier = consent_shown(r.label_id, r.ceiling_tier){clauses}
"""


def _pairs(found: Sequence[Candidate]) -> Pairs:
    """Return which of some memories contradict which others, either way round."""
    rows = ask(_PAIRS, {"ids": [one.memory for one in found]}) if found else []
    return frozenset(pair for one, other in rows for pair in ((one, other), (other, one)))


def with_rivals(
    found: Sequence[Candidate], filters: Filters, taken: Snapshot, *, limit: int
) -> tuple[list[Candidate], Pairs]:
    """Return what was found, what contradicts it right behind, and which; filters hold, the last give way."""
    pairs = _pairs(found)
    if not pairs:
        return list(found), pairs
    ids = {one.memory for one in found}
    missing = {other for one, other in pairs if one in ids} - ids
    rivals = _rivals(sorted(missing), filters, taken) if missing else {}
    together: list[Candidate] = []
    for one in found:
        behind = sorted(other for mate, other in pairs if mate == one.memory and other in rivals)
        together += [one, *(replace(rivals.pop(other), score=one.score) for other in behind)]
    return together[:limit], pairs


def _rivals(missing: list[int], filters: Filters, taken: Snapshot) -> dict[int, Candidate]:
    clauses, values = narrowing(filters, taken)
    sql = _RIVALS.format(clauses="".join(f" AND {clause}" for clause in clauses))
    with connection.cursor() as cursor:
        cursor.execute(sql, values | {"rivals": missing})
        return {row[0]: Candidate(*row) for row in cursor.fetchall()}


def labelled(shown: Shown, pairs: Pairs) -> Shown:
    """Return items naming those beside them that they contradict; nothing is said of one not shown."""
    if not pairs:
        return shown
    ids = {item.memory: item.public_id for item in shown.items}
    beside = {one: sorted(ids[other] for mate, other in pairs if mate == one and other in ids) for one in ids}
    named = tuple(replace(item, conflicts=tuple(beside[item.memory])) for item in shown.items)
    return replace(shown, items=named)
