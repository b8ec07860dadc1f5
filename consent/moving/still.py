"""Whether what a file holds is still its asker's to read: asked when it is fetched, maybe a day later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import chain
from typing import Final

from audit import actions
from consent.models import Memory
from consent.moving import kept
from consent.moving.outgoing import Held
from consent.queries.asking import Snapshot, snapshot
from consent.queries.facts import gather
from consent.queries.judging import judged
from consent.queries.showing import Ruled
from consent.queries.visibility import in_use
from consent.recall import identify
from consent.types import Where
from jobs.models import JobFile
from memory_admin.http.problem import Problem
from profiles.services.recording import note
from profiles.types import Caller

_AT_ONCE: Final = 2000
_COLUMNS: Final = ("id", "owner_id", "label_id", "ceiling", "state", "valid_until", "version")
_OUTDATED: Final = "Some of what this file holds is no longer yours to read like that. Take it out anew."


def note_held(file: JobFile, held: Iterable[Held]) -> None:
    """Keep which memories a file holds, each with its tier and version."""
    file.holds = list(chain.from_iterable(held))
    file.save(update_fields=["holds"])


def fetch(name: str, *, by: Caller, now: datetime) -> JobFile:
    """Return a file of the caller's own to hand out, on record; raises 404, 410 `file_outdated`.

    One that holds what is shown no more, or less of, is deleted: a withdrawal ends what was not fetched."""
    found = kept.find(name, by, now, outgoing=True)
    with snapshot(identify(by, Where()), now=now) as taken:
        held = _held(found)
        good = all(_all_shown(held[at : at + _AT_ONCE], taken) for at in range(0, len(held), _AT_ONCE))
        if good:
            note(by, actions.JOB_FILE, ("file", name), now=now, about=found.about_id, bytes=found.size)
    if not good:
        found.delete()
        raise Problem(410, "file_outdated", _OUTDATED)
    return found


def _held(file: JobFile) -> list[Held]:
    numbers = iter(file.holds)
    return list(zip(numbers, numbers, numbers, strict=True))


def _all_shown(held: Sequence[Held], taken: Snapshot) -> bool:
    asked = {memory for memory, _, _ in held}
    rows = Memory.objects.only(*_COLUMNS).in_bulk(asked)
    if len(rows) < len(asked):
        return False
    scene = gather({row.label_id for row in rows.values()}, taken)
    found = judged(((row.label_id, row.ceiling) for row in rows.values()), scene)
    return all(
        _is_shown(rows[memory], found.get((rows[memory].label_id, rows[memory].ceiling)), rest, taken)
        for memory, *rest in held
    )


def _is_shown(row: Memory, ruled: Ruled | None, held: Sequence[int], taken: Snapshot) -> bool:
    """Tell whether a memory is shown as fully as it was written down; another's, in that very version."""
    tier, version = held
    if ruled is None or ruled.tier < tier:
        return False
    return row.owner_id == taken.asking.asker.id or (in_use(row, taken.now) and row.version == version)
