"""A whole installation leaves as a file: one moment of it, on record with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

from audit import actions
from consent.models import Memory
from consent.moving.entries import stretches
from consent.moving.outgoing import in_full, in_order
from consent.moving.own_lines import Known, line_of
from consent.moving.whole.kind import Kind, Names, Plain
from consent.moving.whole.kinds import AFTER, BEFORE
from consent.queries.asking import Snapshot, snapshot
from consent.recall import identify
from consent.rules.formats import own
from consent.services.delivering import record
from consent.types import Where
from memory_admin.http.json import render
from memory_admin.http.problem import Problem
from profiles.queries.principals import entity_ids
from profiles.services.recording import require_admin
from profiles.types import Caller

_STRETCH: Final = 200
Clock = Callable[[], datetime]


def everything(reason: str, *, by: Caller, clock: Clock) -> Iterator[bytes]:
    """Return the lines of the whole installation, as it is at one moment.

    Raises 403 unless this machine's administrator asks, with a reason."""
    require_admin(by)
    if not by.local or not reason.strip():
        raise Problem(403, "forbidden", "Only this machine's administrator takes all out, with a reason.")
    count = 0
    with snapshot(identify(by, Where()), now=clock()) as taken:
        for line in _all(taken, by, reason):
            count += 1
            yield render(line) + b"\n"
        yield render({"type": "end", "lines": count}) + b"\n"


def _all(taken: Snapshot, by: Caller, reason: str) -> Iterator[Plain]:
    yield own.header(None, whole=True)
    for kind in BEFORE:
        yield from _lines(kind)
    yield from _memories(taken, by, reason)
    for kind in AFTER:
        yield from _lines(kind)


def _lines(kind: Kind[Any]) -> Iterator[Plain]:
    for rows in _stretches(kind.rows()):
        yield from lines_of(kind, rows)


def lines_of(kind: Kind[Any], rows: Sequence[Any]) -> list[Plain]:
    """Return what rows of one kind say, in names."""
    found = entity_ids({one for one in kind.people(rows) if one is not None})
    names: Names = dict(found.items())
    return [{"type": kind.name, **kind.line(row, names)} for row in rows]


def _stretches(rows: QuerySet[Any]) -> Iterator[Sequence[Any]]:
    """Return rows a stretch at a time, held by the server until they are asked for."""
    return stretches(rows.iterator(chunk_size=_STRETCH), _STRETCH)


def _memories(taken: Snapshot, by: Caller, reason: str) -> Iterator[Plain]:
    rows = in_order(Memory.objects.exclude(state="erased").select_related("label"))
    for memories in _stretches(rows):
        known = Known(memories, whole=True)
        items = in_full(memories)
        record(actions.MEMORY_EXPORT, items, taken, by=by, reason=reason, whole=True, everything=True)
        yield from (line_of(one, known) for one in memories)
