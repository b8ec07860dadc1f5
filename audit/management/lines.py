"""What the audit command prints."""

from __future__ import annotations

from itertools import islice
from typing import Any, Protocol

from audit.queries import EventFilter, stream
from audit.queries.directory import people_in
from audit.serializers.events import show_event
from memory_admin.http.json import render, rfc3339

MOST = 10_000
CHUNK = 500


class Target(Protocol):
    """Where lines go."""

    def write(self, text: str, /) -> object:
        """Take a text."""


def event(shown: dict[str, Any]) -> str:
    """Write one event as a line."""
    outcome = shown["outcome"] if shown["outcome"] == "ok" else f"{shown['outcome']} {shown['code']}".strip()
    thing = f"{shown['object_type']} {shown['names'].get('object', shown['object_id'])}".strip()
    parts = (rfc3339(shown["at"]), shown["actor"] or "-", shown["action"], outcome, thing, shown["reason"])
    return "  ".join(part for part in parts if part)


def verification(shown: dict[str, Any]) -> list[str]:
    """Write what a verification found, the first bad event first."""
    found = [finding(one) for one in shown["findings"]]
    gaps = [f"gap declared at seal {gap['seal']}: {gap['reason']}" for gap in shown["gaps"]]
    counted = f"{shown['seals']} seals over {shown['events']} events"
    notes = [
        f"{shown[name]} {words}"
        for name, words in (
            ("lost_seals", "seals of the file were lost before a declared gap"),
            ("unexported", "seals are not in the file yet"),
            ("torn_lines", "lines of the file were cut by a crash"),
        )
        if shown[name]
    ]
    return [*found, *gaps, *notes, f"{counted}: {'nothing is wrong' if shown['ok'] else 'TAMPERED WITH'}."]


def finding(shown: dict[str, Any]) -> str:
    """Write one finding as a line."""
    number = shown["event_number"]
    event = "" if number is None else f", event {shown['event'] or 'gone'} (number {number})"
    detail = f" ({shown['detail']})" if shown["detail"] else ""
    return f"{shown['kind']} in seal {shown['seal']}{event}{detail}"


def write_events(chosen: EventFilter, target: Target) -> int:
    """Write every chosen event as a JSON line and return how many; memory stays constant."""
    rows, count = stream(chosen), 0
    while page := list(islice(rows, CHUNK)):
        names = people_in(page)
        for row in page:
            target.write(render(show_event(row, names)).decode() + "\n")
        count += len(page)
    return count
