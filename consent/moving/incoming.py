"""Memories that come in from a file, in batches: each line is a write by its importer and nothing more."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Final

from django.db import transaction
from django.utils.crypto import salted_hmac

from audit import actions
from consent.models import Imported
from consent.moving.entries import Entry
from consent.moving.tally import Tally, read_through
from consent.rules.formats.reading import Coming, Record, Unreadable
from consent.serializers.memories import MemoryBody
from consent.services.memories import Written, create_many
from consent.shapes import draft_of
from consent.types import Draft
from memory_admin.http.json import render
from memory_admin.http.problem import Problem, unprocessable
from profiles.services.recording import note
from profiles.services.violating import report_of
from profiles.types import Caller

BATCH: Final = 200
Clock = Callable[[], datetime]
Means = Callable[[Record], Coming | None]
Step = Callable[[Tally], None]


@dataclass(frozen=True, slots=True)
class How:
    """How a file is taken in: all or nothing or line by line, for real or to see what would happen."""

    atomic: bool = False
    dry_run: bool = False
    batch: int = BATCH


class _Undone(Exception):
    """Raised at the end of an import that is not to leave anything behind."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Who imports, by which clock, and who hears of each batch once it is done, and of each thousand read."""

    by: Caller
    clock: Clock
    step: Step


def others_line(owner: object, by: Caller) -> Problem:
    """Return the refusal of a line of another owner's, or of nobody's."""
    whose = "This belongs to somebody else" if owner else "This says in no `owner` whose it is"
    return unprocessable("other_owner", f"{whose}; this import is {by.acting}'s.")


def take_in(entries: Iterable[Entry], means: Means, how: How, hand: Hand) -> Tally:
    """Write what a file holds, each line as its importer's own write, and return what became of it."""
    tally = Tally()
    if not (how.atomic or how.dry_run):
        _batches(entries, means, how, tally, hand)
        return tally
    try:
        with transaction.atomic():
            _batches(entries, means, how, tally, hand)
            if how.dry_run or tally.refused:
                raise _Undone
    except _Undone:
        tally.kept = False
    return tally


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that reads as a memory, with the digests it is known by afterwards."""

    where: str
    coming: Coming
    digest: bytes
    name: bytes | None


def _batches(entries: Iterable[Entry], means: Means, how: How, tally: Tally, hand: Hand) -> None:
    for batch in _stretches(_lines(entries, means, tally, hand), how.batch):
        with transaction.atomic():
            _write(batch, tally, hand.by, hand.clock())
        hand.step(tally)
    hand.step(tally)


def _lines(entries: Iterable[Entry], means: Means, tally: Tally, hand: Hand) -> Iterator[_Line]:
    by = hand.by
    for entry in read_through(entries, tally, hand.step):
        if isinstance(entry.record, Problem):
            tally.wrong(entry.where, entry.record)
            continue
        try:
            coming = means(entry.record)
        except (Unreadable, Problem) as wrong:
            tally.wrong(entry.where, wrong)
            continue
        if coming is None:
            tally.skipped += 1
            continue
        name = None if coming.name is None else _named(coming.name, by)
        yield _Line(entry.where, coming, _digest("line", entry.raw or render(entry.record), by), name)


def _digest(kind: str, value: bytes, by: Caller) -> bytes:
    """Return a keyed digest for this owner: nobody can try texts or ids against what is kept."""
    plain = hashlib.sha256(value).hexdigest()
    return salted_hmac(f"memory_admin.import.{kind}.{by.acting_id}", plain, algorithm="sha256").digest()


def _named(name: str, by: Caller) -> bytes:
    return _digest("name", name.encode("utf-8", "replace"), by)


def _stretches(lines: Iterator[_Line], size: int) -> Iterator[list[_Line]]:
    """Return batches; a line that is derived from another of its batch waits for the next one."""
    waiting: list[_Line] = []
    while batch := [*waiting, *islice(lines, size - len(waiting))]:
        names = {one.coming.name for one in batch if one.coming.name}
        cut = next((at for at, one in enumerate(batch) if at and _sources(one) & names), len(batch))
        waiting = batch[cut:]
        yield batch[:cut]


def _sources(line: _Line) -> set[str]:
    stated = line.coming.body.get("derived_from")
    return {one for one in stated if isinstance(one, str)} if isinstance(stated, list) else set()


def _write(batch: Sequence[_Line], tally: Tally, by: Caller, now: datetime) -> None:
    known = _known([line.digest for line in batch], by)
    fresh = [line for line in batch if line.digest not in known]
    tally.unchanged += len(batch) - len(fresh)
    here = _renamed(fresh, by)
    drafts = [_draft(line, here) for line in fresh]
    results = create_many(drafts, by=by, now=now, atomic=False) if drafts else []
    for line, result in zip(fresh, results, strict=True):
        if isinstance(result, Problem):
            report_of(result, now=now)
            tally.wrong(line.where, result)
        else:
            tally.created += result.created
            tally.unchanged += not result.created
    _remember(fresh, results, by, now)
    if fresh:
        note(by, actions.MEMORY_IMPORT, ("", ""), now=now, lines=len(batch), refused=tally.refused)


def _known(digests: Sequence[bytes], by: Caller) -> set[bytes]:
    rows = Imported.objects.filter(owner_id=by.acting_id, digest__in=digests)
    return {bytes(digest) for digest in rows.values_list("digest", flat=True)}


def _renamed(lines: Sequence[_Line], by: Caller) -> dict[str, str]:
    """Return the ids here of what lines are derived from, by the ids that files gave them."""
    names = {
        _digest("name", one.encode("utf-8", "replace"), by): one for line in lines for one in _sources(line)
    }
    rows = Imported.objects.filter(owner_id=by.acting_id, name__in=list(names)).select_related("memory")
    return {names[bytes(row.name)]: f"mem_{row.memory.public_id.hex}" for row in rows if row.name}


def _draft(line: _Line, here: dict[str, str]) -> Draft | Problem:
    """Return the line as a draft that nobody saw being said; a source not found is refused, never dropped."""
    body = dict(line.coming.body)
    if _sources(line):
        body["derived_from"] = [here.get(one, one) for one in body["derived_from"]]
    try:
        draft = draft_of(MemoryBody.check(body))
    except Problem as problem:
        return problem
    return replace(draft, at_most=line.coming.at_most, state=line.coming.state)


def _remember(
    lines: Sequence[_Line], results: Sequence[Written | Problem], by: Caller, now: datetime
) -> None:
    rows = [
        Imported(owner_id=by.acting_id, memory_id=done.memory_id, digest=line.digest, name=line.name, at=now)
        for line, done in zip(lines, results, strict=True)
        if isinstance(done, Written)
    ]
    Imported.objects.bulk_create(rows, ignore_conflicts=True)
