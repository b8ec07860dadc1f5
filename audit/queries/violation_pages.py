"""Reading violations: filtered pages by key, one with its history, an accessor's earlier ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from audit.models import Event, Violation
from audit.queries.event_pages import UNKNOWN
from audit.rules.reviewing import sees_all
from audit.types import Reviewer
from memory_admin.http.cursor import Paging
from memory_admin.http.keyset import rows_of_newest

Key = tuple[Any, ...]
ORDERS: Final = {"severity": ("rank", "at", "id"), "newest": ("at", "id")}
_SAME: Final = ("kind", "severity", "owner_id", "accessor_id", "memory_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class ViolationFilter:
    """Which violations are asked for; None asks for all, `unassigned` for those that are nobody's."""

    kind: str | None = None
    severity: str | None = None
    statuses: tuple[str, ...] = ()
    owner_id: int | None = None
    accessor_id: int | None = None
    memory_id: int | None = None
    assignee_id: int | None = None
    unassigned: bool = False
    since: datetime | None = None
    until: datetime | None = None
    sort: str = field(default="severity")


def visible(by: Reviewer, *, using: str = "default") -> QuerySet[Violation]:
    """Return the violations a caller may know of: all to who oversees, to a person those of its memories."""
    rows = Violation.objects.using(using)
    if sees_all(by):
        return rows.all()
    return rows.none() if by.is_agent or not by.own_act else rows.filter(owner_id=by.acting_id)


def matching(rows: QuerySet[Violation], chosen: ViolationFilter) -> QuerySet[Violation]:
    """Narrow violations by a filter, unordered."""
    rows = rows.filter(**{name: value for name in _SAME if (value := getattr(chosen, name)) is not None})
    if chosen.statuses:
        rows = rows.filter(status__in=chosen.statuses)
    if chosen.unassigned or chosen.assignee_id is not None:
        rows = rows.filter(assignee_id=None if chosen.unassigned else chosen.assignee_id)
    if chosen.since is not None:
        rows = rows.filter(at__gte=chosen.since)
    return rows if chosen.until is None else rows.filter(at__lt=chosen.until)


def violations(chosen: ViolationFilter, page: Paging, *, by: Reviewer) -> list[Violation]:
    """Return the violations of a page the caller may know of, worst or newest first, one more than fits."""
    return rows_of_newest(matching(visible(by), chosen), page, by=ORDERS[chosen.sort])


def key(row: Violation, sort: str) -> Key:
    """Return a violation's place in the list."""
    return tuple(getattr(row, name) for name in ORDERS[sort])


def violation(public: UUID, *, by: Reviewer) -> Violation | None:
    """Return one violation the caller may know of, or None."""
    return visible(by).filter(public=public).first()


def spans_for(row: Violation, by: Reviewer) -> list[Mapping[str, Any]]:
    """Return what was withheld in an answer: all to who oversees, to an owner what was of its own memory."""
    whole = sees_all(by)
    return [span for span in row.spans if whole or span["memory_id"] == row.memory_id]


def history(row: Violation, *, limit: int = 200) -> list[Event]:
    """Return what was done about a violation, oldest first: the events that name it."""
    thing = {"object_type": "violation", "object_id": f"vio_{row.public.hex}"}
    return list(Event.objects.filter(**thing).order_by("id")[:limit])


def earlier_of(row: Violation, *, by: Reviewer, limit: int) -> list[Violation]:
    """Return other violations of the same accessor that the caller may know of, newest first."""
    rows = visible(by).filter(accessor_id=UNKNOWN if row.accessor_id is None else row.accessor_id)
    return list(rows.exclude(pk=row.pk).order_by("-at", "-id")[:limit])
