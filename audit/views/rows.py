"""Events as a person reads them: names joined, and a link to what each was about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.urls import reverse

from audit.models import Event
from audit.queries.directory import NAMED, PRINCIPALS, number_in, people_in

# Things whose id already says what they are: rec_…, ctxs_…, POST api/v1/….
_SPEAKING: Final = ("recall", "context_session", "route")


@dataclass(frozen=True, slots=True)
class Row:
    """One event on a page."""

    at: datetime
    actor: str
    acting: str
    behalf: str
    action: str
    about: str
    link: str
    outcome: str
    code: str
    reason: str
    door: str
    request_id: str
    details: Sequence[tuple[str, str]]


def rows(events: Sequence[Event]) -> list[Row]:
    """Return events with the names of everyone they hold a number of; `?` where a name is gone."""
    names = people_in(events)
    return [_row(event, names) for event in events]


def _row(event: Event, names: Mapping[int, str]) -> Row:
    about, link = _about(event, names)
    acting = event.acting_id if event.acting_id != event.actor_id else None
    return Row(
        at=event.at,
        actor=_name(names, event.actor_id) or "nobody known",
        acting=_name(names, acting),
        behalf=_name(names, event.behalf_id),
        action=event.action,
        about=about,
        link=link,
        outcome=event.outcome,
        code=event.code,
        reason=event.reason,
        door=event.door,
        request_id=event.request_id,
        details=[
            (name, _detail(name, value, names))
            for name, value in event.details.items()
            if value not in ("", None, [])
        ],
    )


def _about(event: Event, names: Mapping[int, str]) -> tuple[str, str]:
    """Return what an event was about, in words, and the address of its page."""
    thing = event.object_id
    if event.object_type in PRINCIPALS:
        name = names.get(number_in(event) or -1, "")
        return (name, reverse("principal", args=[name])) if name else (f"{event.object_type} {thing}", "")
    if event.object_type == "memory" and thing.startswith("mem_"):
        return thing, reverse("memory", args=[thing])
    if event.object_type == "consent" and thing.startswith("con_"):
        return thing, reverse("consent", args=[thing])
    kind = "" if event.object_type in _SPEAKING else event.object_type
    return f"{kind} {thing}".strip(), ""


def _name(names: Mapping[int, str], number: int | None) -> str:
    return "" if number is None else names.get(number, "?")


def _detail(name: str, value: Any, names: Mapping[int, str]) -> str:
    if name in NAMED and isinstance(value, int):
        return names.get(value, str(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
