"""The directory as its page narrows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db.models import Q, QuerySet

from profiles.models import Principal

_STATES: Final = {
    "verified": Q(verified_at__isnull=False),
    "unverified": Q(verified_at__isnull=True),
    "held": Q(held=True),
    "inactive": Q(active=False),
}


def narrowed(rows: QuerySet[Principal], wanted: Mapping[str, str]) -> QuerySet[Principal]:
    """Return the rows whose id or name has the words, of the kind and in the state asked for."""
    if words := wanted.get("q"):
        rows = rows.filter(Q(entity_id__icontains=words) | Q(display_name__icontains=words))
    if kind := wanted.get("kind"):
        collective = Q(namespace__in=Principal.COLLECTIVES)
        rows = rows.filter(collective if kind == "collective" else ~collective)
    if state := wanted.get("state"):
        rows = rows.filter(_STATES[state])
    return rows
