"""How much happened since a moment, for the overview."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, Sum

from audit.models import Event, Recall, RefusalRepeat


def recalls_since(since: datetime, *, using: str = "default") -> int:
    """Return how many requests returned content since a moment."""
    return Recall.objects.using(using).filter(at__gte=since).count()


def refusals_since(since: datetime, *, using: str = "default") -> int:
    """Return how many requests were refused since a moment, repeats within a minute counted each."""
    first = (
        Event.objects.using(using).filter(at__gte=since, outcome="refused").exclude(action="refusal.repeat")
    )
    repeats = RefusalRepeat.objects.using(using).filter(minute__gte=since, count__gt=1)
    again: int | None = repeats.aggregate(more=Sum(F("count") - 1))["more"]
    return first.count() + (again or 0)
