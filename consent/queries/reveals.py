"""Looks of administrators at what others' memories say: whom they are told to, and which are open."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from consent.models import Reveal
from consent.queries.consent_parties import speaks_for
from consent.rules.revealing import HOUR, WAITS
from memory_admin.http.public_id import public_uuid
from profiles.types import Caller


def told(by: Caller, now: datetime) -> QuerySet[Reveal]:
    """Return the looks at memories of the caller's own and its wards'; to staff those of everyone."""
    rows = Reveal.objects.select_related("memory__owner", "asked_by", "answered_by").defer(
        "memory__title", "memory__content"
    )
    if by.staff_role:
        return rows
    mine = speaks_for(by.acting_id, now)
    return rows.filter(memory__owner_id__in=mine)


def told_lately(by: Caller, since: datetime, now: datetime) -> int:
    """Return how many of the caller's own or its wards' memories were opened since a moment."""
    mine = speaks_for(by.acting_id, now)
    return Reveal.objects.filter(memory__owner_id__in=mine, state="open", asked_at__gte=since).count()


def live(memory: int, one: int, now: datetime) -> Reveal | None:
    """Return what opens a memory to somebody at this moment, or None."""
    rows = Reveal.objects.filter(memory_id=memory, asked_by_id=one, state="open", until__gt=now)
    return rows.order_by("-until").first()


def pending(memory: int, one: int, now: datetime) -> Reveal | None:
    """Return the request of somebody that waits for a second administrator, or None."""
    rows = Reveal.objects.filter(memory_id=memory, asked_by_id=one, state="waiting")
    return rows.filter(asked_at__gt=now - WAITS).first()


def opened_lately(one: int, now: datetime) -> int:
    """Return how many somebody opened alone within the hour."""
    rows = Reveal.objects.filter(asked_by_id=one, state="open", answered_by=None)
    return rows.filter(asked_at__gt=now - HOUR).count()


def by_id(text: str) -> Reveal | None:
    """Return a request by its `rvl_…` id, locked until the transaction ends; None for an unknown one."""
    known = public_uuid(text, "rvl")
    return Reveal.objects.select_for_update().filter(public_id=known).first() if known else None
