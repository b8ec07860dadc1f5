"""A whole installation comes back from its file, on the word of this machine's administrator; all or nothing.

What is here must say what its line says; nobody is named who did not come in by a line before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from django.db import connection

from audit.services import record_all
from consent.moving import restored_memories
from consent.moving.entries import Entry, stretches
from consent.moving.restored_memories import BATCH, Work, stranger
from consent.moving.restored_names import known, require_entities
from consent.moving.restored_rows import numbers
from consent.moving.restoring import Back, Step, all_or_nothing, require_machine
from consent.moving.tally import Tally, read_through
from consent.moving.whole.kind import Kind, Plain, Word
from consent.moving.whole.kinds import AFTER, KINDS, MEMORY
from consent.moving.whole.taking_out import lines_of
from consent.rules.formats import own
from consent.rules.formats.reading import Unreadable
from memory_admin.http.json import parse, render
from memory_admin.http.problem import Problem, conflict

_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended('consent.moving.whole', 7))"
_ONLY: Final = "This is no copy of a whole installation: export jsonl FILE --everything REASON writes one."
_CUT: Final = "The file ends before its last line: copy it here once more."
_HERE: Final = "This is here already and says something else. Put a copy back where nothing is yet."
Line = tuple[Entry, Plain]


def put_back_everything(entries: Iterable[Entry], back: Back, step: Step) -> Tally:
    """Write the lines of a whole installation as they were; raises 403 unless at the machine."""
    require_machine(back)
    work = Work(back.by, back.admin, back.reason, back.now, Tally(), everybody=True)
    with all_or_nothing(work.tally, back):
        with connection.cursor() as cursor:
            cursor.execute(_LOCK)
        _all(entries, work, step)
    return work.tally


def _all(entries: Iterable[Entry], work: Work, step: Step) -> None:
    known_kinds = _sorted_out(read_through(entries, work.tally, step), work.tally)
    for name, found in groupby(known_kinds, key=lambda one: one[0]):
        if name in {kind.name for kind in AFTER}:
            restored_memories.end(work)
        for batch in stretches((entry for _, entry in found), BATCH):
            if name == MEMORY:
                restored_memories.put(batch, work)
            else:
                _put(batch, KINDS[name], work)
            step(work.tally)
    restored_memories.end(work)


def _sorted_out(entries: Iterable[Entry], tally: Tally) -> Iterator[tuple[str, Entry]]:
    """Return entries with their kinds; what begins otherwise is not read, what is cut short refused."""
    ended = False
    for entry in entries:
        try:
            kind = _kind(entry, first=tally.read == 1, ended=ended)
        except (Problem, Unreadable) as wrong:
            tally.wrong(entry.where, wrong)
            if tally.read == 1:
                return
            continue
        if kind == "end":
            ended = True
            _check_end(entry, tally)
        elif kind != "export":
            yield kind, entry
    if not (ended or tally.stopped):
        tally.wrong("the file", Unreadable("end", _CUT))


def _check_end(entry: Entry, tally: Tally) -> None:
    if not isinstance(entry.record, dict) or entry.record.get("lines") != tally.read - 1:
        tally.wrong(entry.where, Unreadable("lines", "Lines of the file are missing, or too many."))


def _kind(entry: Entry, *, first: bool, ended: bool) -> str:
    if isinstance(entry.record, Problem):
        raise entry.record
    kind = str(entry.record.get("type"))
    if first and not own.is_everything(entry.record):
        raise Unreadable("type", _ONLY)
    if ended:
        raise Unreadable("type", "The file ended with the line before.")
    if kind == "export" and not first:
        raise Unreadable("type", "A file has one beginning, its first line.")
    if kind not in {"export", "end", MEMORY, *KINDS}:
        raise Unreadable("type", "Must be one of: " + ", ".join((MEMORY, *KINDS)) + ".")
    return kind


def _put(batch: Sequence[Entry], kind: Kind[Any], work: Work) -> None:
    """Write the lines of one kind that are new here."""
    read = list(_read(batch, kind, work.tally))
    ids = known({name for _, line in read for name in kind.names(line) if name})
    ids |= numbers({line[one] for _, line in read for one in kind.linked if line[one]})
    lines = list(_based(list(_sound(read, kind, ids, work.tally)), kind, ids, work.tally))
    fresh = [line for _, line in _fresh(lines, kind, ids, work.tally)]
    if fresh:
        word = Word(work.admin, work.reason, work.now, work.by.max_provenance)
        record_all(kind.put(fresh, ids, word), now=work.now)
        work.tally.created += len(fresh)
        work.tally.count(kind.name, len(fresh))
        work.tally.consents += len(fresh) if kind.name == "consent" else 0


def _read(batch: Sequence[Entry], kind: Kind[Any], tally: Tally) -> Iterator[Line]:
    for entry in batch:
        try:
            yield entry, kind.shape.check(entry.record)
        except Problem as wrong:
            tally.wrong(entry.where, wrong)


def _sound(read: Sequence[Line], kind: Kind[Any], ids: Mapping[str, int], tally: Tally) -> Iterator[Line]:
    """Return the lines that name only whom there is, and say what can be."""
    for entry, line in read:
        try:
            if not {name for name in kind.names(line) if name} <= ids.keys():
                raise stranger()
            require_entities(kind.parties(line))
            kind.check(line)
        except (Problem, Unreadable) as wrong:
            tally.wrong(entry.where, wrong)
            continue
        yield entry, line


def _based(lines: Sequence[Line], kind: Kind[Any], ids: Mapping[str, int], tally: Tally) -> Iterator[Line]:
    """Return the lines about something that is here."""
    yes = kind.based([line for _, line in lines], ids)
    for (entry, line), good in zip(lines, yes, strict=True):
        if good:
            yield entry, line
        else:
            tally.wrong(entry.where, Unreadable("names", kind.needs))


def _fresh(lines: Sequence[Line], kind: Kind[Any], ids: Mapping[str, int], tally: Tally) -> Iterator[Line]:
    """Return the lines of what is not here; what is here says the same, or the line is refused."""
    here: dict[Any, Plain] = {}
    for row in lines_of(kind, list(kind.near([line for _, line in lines], ids))):
        here |= dict.fromkeys(kind.keys(row), row)
    for entry, line in lines:
        found = [here[key] for key in kind.keys(line) if key in here]
        if any(_plain(one) != _plain(line) for one in found) and not all(map(kind.gives_way, found)):
            tally.wrong(entry.where, conflict("id_taken", _HERE))
        elif found and _plain(found[0]) == _plain(line):
            tally.unchanged += 1
        else:
            here |= dict.fromkeys(kind.keys(line), line)
            yield entry, line


def _plain(line: Plain) -> Plain:
    """Return what a line says as JSON says it, whatever it was made of."""
    return parse(render(line))
