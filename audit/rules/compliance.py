"""How well an accessor keeps to what it may say: one figure from what was asked and what was found.

A violation weighs by its severity, half of that while nobody has decided, nothing once dismissed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

WEIGHTS: Final = {"low": 0.25, "medium": 0.5, "high": 1.0, "critical": 3.0}
UNDECIDED: Final = 0.5


@dataclass(frozen=True, slots=True)
class Found:
    """One violation as far as the figure reads it."""

    severity: str
    status: str


def weight(found: Found) -> float:
    """Return what a violation counts against its accessor."""
    if found.status == "dismissed":
        return 0.0
    return WEIGHTS[found.severity] * (1.0 if found.status == "confirmed" else UNDECIDED)


def compliance(requests: int, found: Iterable[Found]) -> float | None:
    """Return a figure from 0.0 to 1.0 over the requests of a time; None where nothing was asked or found.

    1.0 is no violation that stands, 0.0 as much weight as requests."""
    standing = [one for one in found if one.status != "dismissed"]
    exposed = max(requests, len(standing))
    return None if not exposed else max(0.0, 1.0 - sum(map(weight, standing)) / exposed)
