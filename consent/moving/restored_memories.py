"""Writing memories of a whole export as they were; those that are here stay, sources come first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from audit import actions
from audit.services import record_all
from consent.models import Memory
from consent.moving import restored_consents, restored_rows
from consent.moving.entries import Entry
from consent.moving.own_lines import Known, line_of
from consent.moving.restored_names import known, registered
from consent.moving.restored_rows import Read
from consent.moving.tally import Tally
from consent.rules.formats.reading import Unreadable
from consent.services import batches, labels, renderings
from consent.services.remembering import bring_back, keep_quarantine
from consent.services.violating import report_written
from memory_admin.http.json import render
from memory_admin.http.problem import Problem, conflict, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.services.recording import event_of
from profiles.types import Caller

BATCH: Final = 200
_MOST_WAITING: Final = 10_000
_TAKEN: Final = "A memory of this id is here and says something else."


@dataclass(slots=True)
class Work:
    """One restoration at work: who answers for it, what waits for lines further down.

    With `everybody` the lines are of a whole installation: whoever they name came in by a line before."""

    by: Caller
    admin: Caller
    reason: str
    now: datetime
    tally: Tally
    everybody: bool = False
    waiting: list[Entry] = field(default_factory=list)
    # By owner and id what is not here yet, which memories it replaced.
    replaced: dict[tuple[int, str], list[int]] = field(default_factory=dict)
    set_aside: list[int] = field(default_factory=list)


def put(batch: Sequence[Entry], work: Work) -> None:
    """Write the memories of some lines; those derived from a line further down wait for it."""
    read: list[Read] = []
    for entry in _not_here(batch, work):
        try:
            read.append(restored_rows.read(entry))
        except (Problem, Unreadable) as wrong:
            work.tally.wrong(entry.where, wrong)
    ready = list(_with_sources(read, work))
    if ready:
        _insert(ready, work)


def end(work: Work) -> None:
    """Write what waited, now that all are here; what replaced a memory must be among them.

    A text that is set aside stays so, though it is deleted here and written again."""
    _those_that_waited(work)
    for (_, public), waited in work.replaced.items():
        for _ in waited:
            work.tally.wrong(public, unprocessable("source_unknown"))
    for memory in Memory.objects.filter(pk__in=work.set_aside).iterator():
        keep_quarantine(memory, work.now)
    work.replaced, work.set_aside = {}, []


def _point_at_what_replaced(good: Sequence[restored_rows.Row], work: Work) -> None:
    """Point memories that were replaced at what replaced them, once that is here, and what waited for these.

    Only the memories of this batch are looked for: however many wait, a batch costs the same."""
    fresh = [(row.memory.pk, row.memory.owner_id, row.superseded_by) for row in good if row.superseded_by]
    found = restored_rows.owned({public for _, _, public in fresh}) if fresh else {}
    for number, owner, public in fresh:
        if (owner, public) in found:
            Memory.objects.filter(pk=number).update(superseded_by=found[owner, public])
        else:
            work.replaced.setdefault((owner, public), []).append(number)
    for row in good:
        arrived = (row.memory.owner_id, f"mem_{row.memory.public_id.hex}")
        if waited := work.replaced.pop(arrived, []):
            Memory.objects.filter(pk__in=waited).update(superseded_by=row.memory.pk)


def _with_sources(read: Sequence[Read], work: Work) -> Iterator[Read]:
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


def _those_that_waited(work: Work) -> None:
    """Write what waited as long as anything comes of it; what is left names memories that are nowhere."""
    before = -1
    while work.waiting and len(work.waiting) != before:
        before, again = len(work.waiting), work.waiting
        work.waiting = []
        for start in range(0, before, BATCH):
            put(again[start : start + BATCH], work)
    for entry in work.waiting:
        work.tally.wrong(entry.where, unprocessable("source_unknown"))
    work.waiting = []


def _not_here(batch: Sequence[Entry], work: Work) -> Iterator[Entry]:
    """Return the lines of memories that are not here; one here must say exactly what its line says."""
    ids = [public_uuid(str(one.record.get("id")), "mem") for one in batch if isinstance(one.record, dict)]
    rows = Memory.objects.select_related("label").filter(public_id__in=[one for one in ids if one])
    here = {row.public_id: row for row in rows}
    known_here = Known(list(here.values()), whole=True)
    said: dict[Any, bytes] = {
        public: render(line_of(row, known_here))
        for public, row in here.items()
        if work.everybody or row.owner_id == work.by.acting_id
    }
    for entry, public in zip(batch, ids, strict=True):
        if public is None or (public not in here | said):
            if public is not None:
                said[public] = entry.raw.strip()
            yield entry
        elif said.get(public) == entry.raw.strip():
            work.tally.unchanged += 1
        else:
            work.tally.wrong(entry.where, conflict("id_taken", _TAKEN))


def _insert(read: Sequence[Read], work: Work) -> None:
    ids, read = _named(read, work)
    made = restored_rows.rows(read, ids=ids, by=work.by, admin=work.admin, own_acts=work.everybody)
    good = list(_free(made, work))
    label_ids = labels.find_or_create([row.spec for row in good])
    for row in good:
        row.memory.label_id = label_ids[row.spec]
    memories = [row.memory for row in good]
    batches.insert(memories)
    renderings.make([(row.memory, row.spec) for row in good])
    restored_consents.versions_and_consents(good)
    _point_at_what_replaced(good, work)
    work.set_aside += [one.pk for one in memories if one.state == "quarantined"]
    work.tally.created += len(good)
    work.tally.consents += sum(len(row.consents) for row in good)
    if work.everybody:
        work.tally.count("memory", len(good))
    _put_on_record(memories, good, work)
    bring_back(memories, by=work.by, now=work.now)
    report_written(memories, by=work.by, now=work.now)


def _named(read: Sequence[Read], work: Work) -> tuple[dict[str, int], list[Read]]:
    """Return the ids of whom lines name, and the lines: entities nobody knew are registered, unverified.

    Of a whole installation everybody came in by a line before, and whoever did not is nobody."""
    names = {one.entry.where: restored_rows.names_in(one.line) for one in read}
    wanted = {name for found in names.values() for name in found}
    if not work.everybody:
        return registered(wanted, by=work.admin, reason=work.reason, now=work.now), list(read)
    ids = known(wanted)
    for where, found in names.items():
        if not found <= ids.keys():
            work.tally.wrong(where, stranger())
    return ids, [one for one in read if names[one.entry.where] <= ids.keys()]


def stranger() -> Unreadable:
    """Return the refusal of a line that names somebody whom no line before it brings in."""
    return Unreadable("names", "It names somebody whom no line before it brings in.")


def _free(made: Sequence[restored_rows.Row], work: Work) -> Iterator[restored_rows.Row]:
    """Return the rows whose text and consents no other memory has."""
    said = restored_rows.already_said([row.memory for row in made])
    taken = restored_consents.taken([one for row in made for one in row.consents])
    for row in made:
        if row.memory.identity is not None and row.memory.identity in said:
            work.tally.wrong(row.where, conflict("identical_memory"))
        elif any(one.public_id in taken for one in row.consents):
            work.tally.wrong(row.where, conflict("id_taken", restored_consents.ANOTHERS))
        elif restored_consents.contradicts_itself(row.consents):
            work.tally.wrong(row.where, conflict("id_taken", restored_consents.TWICE))
        else:
            yield row


def _put_on_record(memories: Sequence[Memory], good: Sequence[restored_rows.Row], work: Work) -> None:
    events = [
        event_of(
            work.admin, actions.MEMORY_IMPORT, ("memory", f"mem_{one.public_id.hex}"), reason=work.reason,
            restored=True, owner=one.owner_id, consents=len(row.consents),
            **({"granted": row.granted} if row.granted else {}),
        )
        for one, row in zip(memories, good, strict=True)
    ]  # fmt: skip
    record_all(events, now=work.now)
