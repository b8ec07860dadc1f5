"""Reading events: filtered pages by key, one request's story, everything as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from audit.models import Event
from memory_admin.http.keyset import beyond

Key = tuple[datetime, int]
CHUNK = 1000
UNKNOWN = -1
"""The actor of no event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFilter:
    """Which events are asked for; None asks for all. An action ending in a dot is a whole family."""

    since: datetime | None = None
    until: datetime | None = None
    actor_id: int | None = None
    action: str | None = None
    object_type: str | None = None
    object_id: str | None = None
    request_id: str | None = None
    outcome: str | None = None
    door: str | None = None


def matching(chosen: EventFilter, *, using: str = "default") -> QuerySet[Event]:
    """Return the events a filter asks for, unordered."""
    same = ("actor_id", "object_type", "object_id", "request_id", "outcome", "door")
    wanted = {name: value for name in same if (value := getattr(chosen, name)) is not None}
    rows = Event.objects.using(using).filter(**wanted)
    if chosen.since is not None:
        rows = rows.filter(at__gte=chosen.since)
    if chosen.until is not None:
        rows = rows.filter(at__lt=chosen.until)
    if chosen.action is not None:
        family = chosen.action.endswith(".")
        rows = rows.filter(**{"action__startswith" if family else "action": chosen.action})
    return rows


def events(
    chosen: EventFilter,
    *,
    limit: int,
    after: Key | None = None,
    backward: bool = False,
    using: str = "default",
) -> list[Event]:
    """Return at most `limit` events, newest first, beyond a key; `backward` goes towards the newer ones,
    nearest first."""
    rows = matching(chosen, using=using)
    if after is not None:
        rows = rows.filter(beyond(("at", "id"), after, "gt" if backward else "lt"))
    order = ("at", "id") if backward else ("-at", "-id")
    return list(rows.order_by(*order)[:limit])


def key(event: Event) -> Key:
    """Return an event's place in the list."""
    return event.at, event.id


def stream(chosen: EventFilter, *, using: str = "default") -> Iterator[Event]:
    """Yield every matching event, oldest first, a chunk at a time: constant memory at any size."""
    after: Key | None = None
    while True:
        rows = matching(chosen, using=using)
        if after is not None:
            rows = rows.filter(Q(at__gt=after[0]) | Q(at=after[0], id__gt=after[1]), at__gte=after[0])
        page = list(rows.order_by("at", "id")[:CHUNK])
        yield from page
        if len(page) < CHUNK:
            return
        after = key(page[-1])


def story(request_id: str, *, limit: int = 1000, using: str = "default") -> list[Event]:
    """Return the events of one request in the order they happened."""
    if not request_id:
        return []
    return list(Event.objects.using(using).filter(request_id=request_id).order_by("id")[:limit])
