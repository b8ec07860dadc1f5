"""The rules of contexts: what may be listed, which role is held, how long a stay lasts (domain.md 6)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final

LONGEST_STAY: Final = timedelta(hours=24)


def role_name(text: str) -> str:
    """Return the role's entity id: a bare name means `role:`."""
    return text if ":" in text else f"role:{text}"


def stay_until(hours: float, now: datetime) -> datetime:
    """Return when a stay entered now ends: after the policy's hours, 24 at most."""
    return now + min(timedelta(hours=hours), LONGEST_STAY)


def role_held(listed: int | None, wanted: int | None) -> bool:
    """Tell whether a participant may hold the role it asks for: the one it is listed with, or none."""
    return wanted is None or wanted == listed


def must_renew(snapshots: Mapping[int, Collection[int]], participants: Collection[int]) -> frozenset[int]:
    """Return the grantors whose consent does not cover everyone listed now."""
    listed = frozenset(participants)
    return frozenset(grantor for grantor, seen in snapshots.items() if listed - frozenset(seen))
