"""Putting a whole export of ours back as it was, on the word of the administrator of this machine.

Nobody agreed because a file says so: a consent comes back as the administrator's word (evidence `admin`), an
owner's own grant as such a consent, authority under the cap. docs/import.md says what that means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from audit import actions
from audit.services import record_all
from consent.models import Memory
from consent.moving import restored_rows
from consent.moving.entries import Entry
from consent.moving.incoming import others_line
from consent.moving.own_lines import Known, line_of
from consent.moving.restored_rows import Read
from consent.moving.tally import Tally, read_through
from consent.rules.formats import own
from consent.rules.formats.reading import Unreadable
from consent.services import batches, labels, renderings
from consent.services.remembering import bring_back
from consent.services.violating import report_written
from memory_admin.http.json import render
from memory_admin.http.problem import Problem, conflict, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.services.recording import event_of, require_admin
from profiles.types import Caller

BATCH: Final = 200
_MOST_WAITING: Final = 10_000
Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Back:
    """Whose stack is put back, on whose word and why, when; `dry_run` leaves nothing behind."""

    by: Caller
    admin: Caller
    reason: str
    now: datetime
    dry_run: bool = False


@dataclass(slots=True)
class _Work:
    """One restoration at work: who answers for it, what waits for lines further down."""

    by: Caller
    admin: Caller
    reason: str
    now: datetime
    tally: Tally
    waiting: list[Entry] = field(default_factory=list)
    replaced: list[tuple[int, str]] = field(default_factory=list)


class _Undone(Exception):
    """Raised to leave nothing behind."""


def put_back(entries: Iterable[Entry], back: Back, step: Callable[[Tally], None]) -> Tally:
    """Write the lines of a whole export as they were, all or nothing; raises 403 unless at the machine."""
    require_admin(back.admin)
    if not back.admin.local or not back.reason.strip():
        raise Problem(
            403, "forbidden", "Only this machine's administrator puts an export back, with a reason"
        )
    work = _Work(back.by, back.admin, back.reason, back.now, Tally())
    try:
        with transaction.atomic():
            _all(entries, work, step)
            if back.dry_run or work.tally.refused:
                raise _Undone
    except _Undone:
        work.tally.kept = False
    return work.tally


def _all(entries: Iterable[Entry], work: _Work, step: Callable[[Tally], None]) -> None:
    batch: list[Entry] = []
    later: list[dict[str, Any]] = []
    for entry in _sorted_out(read_through(entries, work.tally, step), work, later):
        batch.append(entry)
        if len(batch) == BATCH:
            _memories(batch, work)
            batch.clear()
            step(work.tally)
    _memories(batch, work)
    _those_that_waited(work)
    _replace(work)
    if not work.tally.refused:
        restored_rows.consents_around(later, admin=work.admin, reason=work.reason, tally=work.tally)


def _replace(work: _Work) -> None:
    """Point memories that were replaced at what replaced them, now that all are here."""
    for number, public in work.replaced:
        rows = Memory.objects.filter(public_id=restored_rows.uuid_in(public), owner_id=work.by.acting_id)
        if not (other := rows.first()):
            work.tally.wrong(public, unprocessable("source_unknown"))
        Memory.objects.filter(pk=number).update(superseded_by=other)


def _sorted_out(entries: Iterable[Entry], work: _Work, later: list[dict[str, Any]]) -> Iterator[Entry]:
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
    if kind not in {"export", "memory", "consent"}:
        raise Unreadable("type", "Must be export, memory or consent.")
    if kind != "consent" and entry.record.get("owner") != by.acting:
        raise others_line(entry.record.get("owner"), by)
    if own.is_header(entry.record) and not entry.record.get("whole"):
        raise Unreadable("whole", "Only a whole export can be put back: export jsonl FILE --whole REASON.")
    return str(kind)


def _memories(batch: Sequence[Entry], work: _Work) -> None:
    fresh = list(_not_here(batch, work))
    read: list[Read] = []
    for entry in fresh:
        try:
            read.append(restored_rows.read(entry))
        except (Problem, Unreadable) as wrong:
            work.tally.wrong(entry.where, wrong)
    ready = list(_with_sources(read, work))
    if ready:
        _insert(ready, work)


def _with_sources(read: Sequence[Read], work: _Work) -> Iterator[Read]:
    """Return what may be written now; what is derived from a line further down waits."""
    wanted = {one for each in read for one in each.sources}
    found = restored_rows.numbers(wanted)
    for each in read:
        if each.sources <= found.keys():
            yield replace(each, parents=tuple(sorted(found[one] for one in each.sources)))
        elif len(work.waiting) < _MOST_WAITING:
            work.waiting.append(each.entry)
        else:
            work.tally.wrong(each.entry.where, unprocessable("source_unknown"))


def _those_that_waited(work: _Work) -> None:
    """Write what waited as long as anything comes of it; what is left names memories that are nowhere."""
    before = -1
    while work.waiting and len(work.waiting) != before:
        before, again = len(work.waiting), work.waiting
        work.waiting = []
        for start in range(0, before, BATCH):
            _memories(again[start : start + BATCH], work)
    for entry in work.waiting:
        work.tally.wrong(entry.where, unprocessable("source_unknown"))


def _not_here(batch: Sequence[Entry], work: _Work) -> Iterator[Entry]:
    """Return the lines of memories that are not here; one here must say exactly what its line says."""
    ids = [public_uuid(str(one.record.get("id")), "mem") for one in batch if isinstance(one.record, dict)]
    rows = Memory.objects.select_related("label").filter(public_id__in=[one for one in ids if one])
    here = {row.public_id: row for row in rows}
    known = Known(list(here.values()), whole=True)
    for entry, public in zip(batch, ids, strict=True):
        row = here.get(public) if public else None
        if row is None:
            yield entry
        elif row.owner_id == work.by.acting_id and render(line_of(row, known)) == entry.raw.strip():
            work.tally.unchanged += 1
        else:
            work.tally.wrong(
                entry.where, conflict("id_taken", "A memory of this id is here and says something else.")
            )


def _insert(read: Sequence[Read], work: _Work) -> None:
    made = restored_rows.rows(read, by=work.by, admin=work.admin, reason=work.reason, now=work.now)
    taken = restored_rows.already_said([row.memory for row in made])
    for row in made:
        if row.memory.identity in taken:
            work.tally.wrong(row.where, conflict("identical_memory"))
    good = [row for row in made if row.memory.identity is None or row.memory.identity not in taken]
    label_ids = labels.find_or_create([row.spec for row in good])
    for row in good:
        row.memory.label_id = label_ids[row.spec]
    memories = [row.memory for row in good]
    batches.insert(memories)
    renderings.make([(row.memory, row.spec) for row in good])
    restored_rows.versions_and_consents(good)
    work.replaced += [(row.memory.pk, row.superseded_by) for row in good if row.superseded_by]
    work.tally.created += len(good)
    work.tally.consents += sum(len(row.consents) for row in good)
    _put_on_record(memories, good, work)
    bring_back(memories, by=work.by, now=work.now)
    report_written(memories, by=work.by, now=work.now)


def _put_on_record(memories: Sequence[Memory], good: Sequence[restored_rows.Row], work: _Work) -> None:
    events = [
        event_of(
            work.admin, actions.MEMORY_IMPORT, ("memory", f"mem_{one.public_id.hex}"), reason=work.reason,
            restored=True, owner=one.owner_id, consents=len(row.consents),
        )
        for one, row in zip(memories, good, strict=True)
    ]  # fmt: skip
    record_all(events, now=work.now)
