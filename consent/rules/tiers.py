"""Name the five disclosure tiers and what each may show of a place."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from consent.rules.trust import readable


class Tier(IntEnum):
    """How much of a memory is shown: higher shows more."""

    HINT = 0
    METADATA = 1
    SUMMARY = 2
    PARTIAL = 3
    FULL = 4

    @property
    def word(self) -> str:
        """Return the tier's name as agents read it."""
        return self.name.lower()


_FLOORS: Final = ((1.0, Tier.FULL), (0.75, Tier.PARTIAL), (0.5, Tier.SUMMARY), (0.25, Tier.METADATA))
PLACE_PARTS: Final = ("address", "city", "state", "country")
_PLACE: Final = {
    Tier.FULL: PLACE_PARTS,
    Tier.PARTIAL: ("city", "state"),
    Tier.SUMMARY: ("city",),
    Tier.METADATA: (),
    Tier.HINT: (),
}


def tier_of(trust: float | None) -> Tier:
    """Return the tier that effective trust opens; null, NaN and out of range open the hint only."""
    value = readable(trust)
    return next((tier for floor, tier in _FLOORS if value >= floor), Tier.HINT)


def withheld_parts(location: Mapping[str, str | None], tier: Tier) -> tuple[str, ...]:
    """Return what a tier withholds of a location, the nearest first."""
    beyond = [part for part in PLACE_PARTS if part not in _PLACE[tier]]
    return tuple(value for part in beyond if (value := location.get(part)))


def shown_location(location: Mapping[str, str | None], tier: Tier) -> dict[str, str]:
    """Return the parts of a location that the tier shows, blank ones left out."""
    return {part: value for part in _PLACE[tier] if (value := location.get(part))}
