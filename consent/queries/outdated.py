"""Renderings that were made before what they hide changed, and whether everyone who may add one is done."""

from __future__ import annotations

from typing import Final

from consent.models import Remaking
from profiles.queries.prepared import ask

# A memory that is shared has a hint, and its tiers below full are made together.
_MEMORIES: Final = """
SELECT DISTINCT r.memory_id FROM consent_remaking w
JOIN consent_label l
    ON w.principal_id IS NULL OR l.source_id = w.principal_id OR w.principal_id = ANY (l.subjects)
JOIN consent_rendering r ON r.label_id = l.id AND r.tier = 0 AND r.made_under < w.id
WHERE w.done_at IS NULL AND w.id <= %s
ORDER BY r.memory_id
"""
_NEXT: Final = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
_OLDEST: Final = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"


def newest() -> int | None:
    """Return the number of the newest remaking that is not done, None where nothing waits."""
    return Remaking.objects.filter(done_at=None).order_by("-id").values_list("id", flat=True).first()


def outdated(last: int) -> list[int]:
    """Return the memories whose renderings wait for a remaking up to number `last`."""
    return [memory for (memory,) in ask(_MEMORIES, [last])]


def horizon() -> int:
    """Return a number that every write which began before now is below."""
    return int(ask(_NEXT, [])[0][0])


def settled(mark: int) -> bool:
    """Tell whether every write that began before `horizon()` gave `mark` is over."""
    return int(ask(_OLDEST, [])[0][0]) >= mark
