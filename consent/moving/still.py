"""Whether what a file holds is still its asker's to read: asked when it is fetched, maybe a day later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from django.db import connection

from audit import actions
from consent.moving import kept
from consent.moving.outgoing import Held
from consent.queries.asking import Snapshot, snapshot
from consent.queries.facts import gather
from consent.queries.judging import judged
from consent.recall import identify
from consent.types import Where
from jobs.models import JobFile
from memory_admin.http.problem import Problem
from profiles.services.recording import note
from profiles.types import Caller

_AT_ONCE: Final = 2000
# By label and ceiling: at which tier most of it was written down, and whether all is there as it was. What
# others own must be in use, in that very version.
_HELD: Final = """
SELECT m.label_id, m.ceiling, max(h.tier), bool_and(m.id IS NOT NULL AND (m.owner_id = %(asker)s
    OR m.version = h.version AND m.state = 'active' AND (m.valid_until IS NULL OR m.valid_until > %(now)s)))
FROM jobs_jobfilepiece p
CROSS JOIN LATERAL unnest(p.holds[1:1], p.holds[2:2], p.holds[3:3]) AS h(memory, tier, version)
LEFT JOIN consent_memory m ON m.id = h.memory
WHERE p.file_id = %(file)s GROUP BY m.label_id, m.ceiling
"""
_Kind = tuple[int, float | None, int, bool]
_OUTDATED: Final = "Some of what this file holds is no longer yours to read like that. Take it out anew."


def told(held: list[Held]) -> list[list[int]]:
    """Return which memories came into a file, with tiers and versions, and begin to count anew."""
    found = [list(each) for each in zip(*held, strict=True)]
    held.clear()
    return found


def fetch(name: str, *, by: Caller, now: datetime) -> JobFile:
    """Return a file of the caller's own to hand out, on record; raises 404, 410 `file_outdated`.

    One that holds what is shown no more, or less of, is deleted: a withdrawal ends what was not fetched."""
    found = kept.find(name, by, now, outgoing=True)
    with snapshot(identify(by, Where()), now=now) as taken:
        good = all(_all_shown(kinds, taken) for kinds in _kinds(found, taken))
        if good:
            note(by, actions.JOB_FILE, ("file", name), now=now, about=found.about_id, bytes=found.size)
    if not good:
        found.delete()
        raise Problem(410, "file_outdated", _OUTDATED)
    return found


def _kinds(file: JobFile, taken: Snapshot) -> Iterator[list[_Kind]]:
    """Yield what a file holds by label and ceiling, some at a time; the database looks through it all."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(_HELD, {"file": file.pk, "asker": taken.asking.asker.id, "now": taken.now})
        while rows := cursor.fetchmany(_AT_ONCE):
            yield rows


def _all_shown(kinds: Sequence[_Kind], taken: Snapshot) -> bool:
    """Tell whether memories are still shown as fully as they were written down."""
    if not all(there for *_, there in kinds):
        return False
    scene = gather({label for label, *_ in kinds}, taken)
    found = judged(((label, ceiling) for label, ceiling, *_ in kinds), scene)
    ruled = ((found.get((label, ceiling)), tier) for label, ceiling, tier, _ in kinds)
    return all(one is not None and one.tier >= tier for one, tier in ruled)
