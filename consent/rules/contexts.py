"""The rules of contexts: what may be listed, which role is held, how long a stay lasts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

LONGEST_STAY: Final = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Seat:
    """Someone listed in a context, and as what, in names."""

    entity: str
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Outline:
    """A context as someone states it, in names; grants of None are "its participants and itself"."""

    id: str
    seats: tuple[Seat, ...] = ()
    default_access_grants: tuple[str, ...] | None = None
    consent_for: tuple[str, ...] = ()
    reason: str = ""

    def names(self) -> set[str]:
        """Return every entity the outline mentions."""
        roles = {seat.role for seat in self.seats if seat.role is not None}
        people = {seat.entity for seat in self.seats}
        grants = set(self.default_access_grants or ()) - {"*"}
        return {self.id, *people, *roles, *grants, *self.consent_for}


def role_name(text: str) -> str:
    """Return the role's entity id: a bare name means `role:`."""
    return text if ":" in text else f"role:{text}"


def with_founder(seats: Iterable[Seat], founder: Seat) -> tuple[Seat, ...]:
    """Return the seats with the founder among them, as listed where it is."""
    listed = tuple(seats)
    return listed if any(seat.entity == founder.entity for seat in listed) else (founder, *listed)


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
