"""What holds at a moment: begun and not ended, or not run out yet; in the moment of its end it is over."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q


def unexpired(now: datetime) -> Q:
    """Return the condition on rows with `expires_at` that they have not run out; null is never."""
    return Q(expires_at=None) | Q(expires_at__gt=now)


def unended(now: datetime) -> Q:
    """Return the condition on rows with `until` that they have not ended; null is never."""
    return Q(until=None) | Q(until__gt=now)


def in_force(now: datetime) -> Q:
    """Return the condition on rows with `since` and `until` that they hold now."""
    return Q(since__lte=now) & unended(now)
