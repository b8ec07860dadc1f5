"""Putting a whole export of ours back as it was, on the word of the administrator of this machine.

Nobody agreed because a file says so: a consent comes back as the administrator's word (evidence `admin`), an
owner's own grant as such a consent, authority under the cap. docs/import.md says what that means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from consent.moving import restored_consents, restored_memories
from consent.moving.entries import Entry
from consent.moving.incoming import others_line
from consent.moving.restored_memories import BATCH, Work
from consent.moving.tally import Tally, read_through
from consent.rules.formats import own
from consent.rules.formats.reading import Unreadable
from memory_admin.http.problem import Problem, conflict
from profiles.services.recording import require_admin
from profiles.types import Caller

Step = Callable[[Tally], None]
_AT_ODDS = "Lines of the file are at odds with each other or with what was written here meanwhile. Try again."


@dataclass(frozen=True, slots=True)
class Back:
    """Whose stack is put back, on whose word and why, when; `dry_run` leaves nothing behind."""

    by: Caller
    admin: Caller
    reason: str
    now: datetime
    dry_run: bool = False


class _Undone(Exception):
    """Raised to leave nothing behind."""


def put_back(entries: Iterable[Entry], back: Back, step: Step) -> Tally:
    """Write the lines of a whole export as they were, all or nothing; raises 403 unless at the machine."""
    require_machine(back)
    work = Work(back.by, back.admin, back.reason, back.now, Tally())
    with all_or_nothing(work.tally, back):
        _all(entries, work, step)
    return work.tally


def require_machine(back: Back) -> None:
    """Raise 403 unless this machine's administrator puts something back, with a reason."""
    require_admin(back.admin)
    if not back.admin.local or not back.reason.strip():
        raise Problem(
            403, "forbidden", "Only this machine's administrator puts an export back, with a reason."
        )


@contextmanager
def all_or_nothing(tally: Tally, back: Back) -> Iterator[None]:
    """Keep what is written within if no line was refused and it is meant; the tally says so."""
    try:
        with transaction.atomic():
            yield
            if back.dry_run or tally.refused:
                raise _Undone
    except _Undone:
        tally.kept = False
    except IntegrityError:
        raise conflict("id_taken", _AT_ODDS) from None


def _all(entries: Iterable[Entry], work: Work, step: Step) -> None:
    batch: list[Entry] = []
    later: list[dict[str, Any]] = []
    for entry in _sorted_out(read_through(entries, work.tally, step), work, later):
        batch.append(entry)
        if len(batch) == BATCH:
            restored_memories.put(batch, work)
            batch.clear()
            step(work.tally)
    restored_memories.put(batch, work)
    restored_memories.end(work)
    if not work.tally.refused:
        restored_consents.put_around(later, admin=work.admin, reason=work.reason, tally=work.tally)


def _sorted_out(entries: Iterable[Entry], work: Work, later: list[dict[str, Any]]) -> Iterator[Entry]:
    """Return the entries of memories; consents are kept for the end, what is no line of ours is refused."""
    for entry in entries:
        try:
            kind = _kind(entry, work.by)
        except (Problem, Unreadable) as wrong:
            work.tally.wrong(entry.where, wrong)
            continue
        if kind == "memory":
            yield entry
        elif kind == "consent" and isinstance(entry.record, dict):
            later.append(entry.record)


def _kind(entry: Entry, by: Caller) -> str:
    if isinstance(entry.record, Problem):
        raise entry.record
    kind = entry.record.get("type")
    own.refuse_everything(entry.record)
    if kind not in {"export", "memory", "consent"}:
        raise Unreadable("type", "Must be export, memory or consent.")
    if kind != "consent" and entry.record.get("owner") != by.acting:
        raise others_line(entry.record.get("owner"), by)
    if own.is_header(entry.record) and not entry.record.get("whole"):
        raise Unreadable("whole", "Only a whole export can be put back: export jsonl FILE --whole REASON.")
    return str(kind)
