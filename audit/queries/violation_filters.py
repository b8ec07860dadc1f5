"""From what an address asks to the violations meant: names and public ids become numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from audit.queries.directory import memory_number, number_of, spelled
from audit.queries.event_pages import UNKNOWN
from audit.queries.violation_pages import ViolationFilter
from audit.rules.kinds import STATUSES
from audit.rules.reviewing import WORK
from memory_admin.http.problem import not_found
from memory_admin.http.public_id import public_uuid

NOBODY: Final = "none"
_PLAIN: Final = ("kind", "severity", "since", "until", "sort")


def filter_of(given: Mapping[str, Any]) -> ViolationFilter:
    """Return the violations that are asked for; a name or memory that nobody has finds nothing.

    The status `work` stands for all that still wait, the assignee `none` for what nobody has taken."""
    chosen = ViolationFilter(**{name: given[name] for name in _PLAIN if name in given})
    chosen = replace(chosen, statuses=_statuses(given.get("status")))
    if "owner" in given:
        chosen = replace(chosen, owner_id=_person(given["owner"]))
    if "accessor" in given:
        chosen = replace(chosen, accessor_id=_person(given["accessor"]))
    if "memory" in given:
        chosen = replace(chosen, memory_id=memory_number(given["memory"]) or UNKNOWN)
    if given.get("assignee") == NOBODY:
        return replace(chosen, unassigned=True)
    return replace(chosen, assignee_id=_person(given["assignee"])) if "assignee" in given else chosen


def assignee_named(text: str) -> str:
    """Return whom somebody names as who has a violation, or `none`; raises ValueError for what is neither."""
    return text if text == NOBODY else spelled(text)


def memory_named(text: str) -> str:
    """Return the id of a memory as it is; raises ValueError for what is none."""
    if public_uuid(text, "mem") is None:
        raise ValueError("Must be mem_ and 32 characters from 0 to 9 and a to f.")
    return text


def violation_uuid(violation: str) -> UUID:
    """Return the uuid of `vio_…`; raises the one 404 for what is none."""
    found = public_uuid(violation, "vio")
    if found is None:
        raise not_found()
    return found


def _statuses(asked: str | None) -> tuple[str, ...]:
    if asked is None:
        return ()
    return WORK if asked == "work" else tuple(one for one in STATUSES if one == asked)


def _person(entity: str) -> int:
    found = number_of(entity)
    return UNKNOWN if found is None else found
