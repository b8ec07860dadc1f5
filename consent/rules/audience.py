"""The coded audience of a rendering: grantee and tier in one number, so one index finds both.

A rendering of tier t of a memory whose ceiling is tier c is what an asker trusted to tier k reads
when t == min(c, k). The number keeps words hidden by a tier out of what its asker's search touches.
"""

from __future__ import annotations

from collections.abc import Iterable

from consent.rules.tiers import Tier

FACTOR = 16
TOP = 8
OWNER = 15


def coded(owner: int, grantees: Iterable[int], tier: int, ceiling: int) -> list[int]:
    """Return the audience of the rendering `tier` of a memory with that ceiling (tiers 0 to 4)."""
    own = [owner * FACTOR + OWNER] if tier == 4 else []
    if tier > ceiling:
        return own
    code = TOP + ceiling if tier == ceiling else tier
    return own + [grantee * FACTOR + code for grantee in sorted(set(grantees))]


def keys(asker: int, entities: Iterable[int], trusted: Iterable[int]) -> list[int]:
    """Return what to look for: `trusted` holds every tier some owner trusts this asker to."""
    reached = set(trusted)
    below = reached - {int(Tier.FULL)}
    codes = sorted(below | {TOP + tier for tier in Tier if tier <= max(reached)})
    return [
        asker * FACTOR + OWNER,
        *(entity * FACTOR + code for entity in sorted(entities) for code in codes),
    ]
