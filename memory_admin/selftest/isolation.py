"""The run: store a hidden and a shared memory as one, ask every door as the other, judge, clean up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils import timezone

from memory_admin.http.problem import Problem
from memory_admin.selftest import cast, doors
from memory_admin.selftest.speaking import NoAnswer, Speaker
from memory_admin.selftest.types import Door, Heard, Stored, Tried, judge
from profiles.services import signin
from profiles.types import Caller

Told = Callable[[str, int, int], None]
BAD: Final = frozenset({"leaked", "unclear", "closed"})


@dataclass(frozen=True, slots=True)
class Run:
    """What was tried, and how many memories were cleaned up after it."""

    tried: tuple[Tried, ...]
    cleaned: int

    @property
    def bad(self) -> list[Tried]:
        """Return the doors that leaked, or of which it cannot be said that they did not."""
        return [one for one in self.tried if one.verdict in BAD]


def run(*, by: Caller, told: Told) -> Run:
    """Try every door; whatever happens, what the run made is removed or put to sleep."""
    cast.clean_up(by=by, now=timezone.now())
    try:
        tried = tuple(_try_all(by, timezone.now(), told))
    finally:
        cleaned = cast.clean_up(by=by, now=timezone.now())
    return Run(tried, cleaned)


def _try_all(by: Caller, now: datetime, told: Told) -> Iterator[Tried]:
    writer, reader = (_speaker(entity, by, now) for entity in cast.PEOPLE)
    hidden, shared = _store(writer, ()), _store(writer, (reader.entity,))
    _sign_in(reader, by, now)
    every = [(door, True) for door in doors.OPEN] + [(door, False) for door in doors.CLOSED]
    for number, (door, controlled) in enumerate(every, 1):
        told("doors", number, len(every))
        yield _try(door, reader, hidden, shared if controlled else None)


def _speaker(entity: str, by: Caller, now: datetime) -> Speaker:
    person = cast.wake(entity, by=by, now=now)
    token = cast.token_for(person, by=by, now=now)
    return Speaker(settings.PUBLIC_URL, settings.MCP_URL, entity, token)


def _store(writer: Speaker, grants: tuple[str, ...]) -> Stored:
    """Write a memory through the API."""
    asked, canary = cast.word(), cast.word()
    body = {"content": f"Self test: {asked} {canary}", "kind": "note", "access_grants": list(grants)}
    try:
        answer = writer.rest("POST", "memories", body)
    except NoAnswer as silent:
        raise Problem(503, "unavailable", f"{silent}: is `memory-admin up` running?") from None
    if answer.status != 201:
        raise Problem(503, "unavailable", f"The site refused to store anything (status {answer.status}).")
    return Stored(str(json.loads(answer.text)["id"]), asked, canary)


def _sign_in(reader: Speaker, by: Caller, now: datetime) -> None:
    person = cast.wake(reader.entity, by=by, now=now)
    reader.press(f"/sign-in/{signin.mint(person, by=by, now=now)}/")


def _try(door: Door, reader: Speaker, hidden: Stored, shared: Stored | None) -> Tried:
    try:
        said = Heard(door.ask(reader, hidden), hidden)
        control = Heard(door.ask(reader, shared), shared) if shared else None
        unknown = door.ask(reader, cast.unknown()) if door.by_id else None
    except NoAnswer as silent:
        return Tried(door.name, 0, None, "closed", str(silent))
    verdict, why = judge(door, said, control, unknown)
    return Tried(door.name, said.answer.status, control.answer.status if control else None, verdict, why)
