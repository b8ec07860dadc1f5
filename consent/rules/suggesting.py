"""What trust an accessor's record speaks for: lower after confirmed violations, higher after a clean time.

A suggestion only. Lowering may happen at once where the owner opted in; raising never does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from audit.rules.compliance import WEIGHTS
from consent.rules.trust import readable

LOOKS_BACK: Final = timedelta(days=30)
CLEAN_FOR: Final = timedelta(days=90)
CLEAN_REQUESTS: Final = 100
ENOUGH: Final = 1.0
_STEPS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a suggestion rests on: severities of what was confirmed since, or how long it was clean.

    `clean` is the time without a violation that stands and without a change of trust; `requests` how many
    requests in that time brought memories of the owner."""

    confirmed: Sequence[str] = ()
    clean: timedelta = timedelta(0)
    requests: int = 0


def suggested(current: float | None, evidence: Evidence) -> float | None:
    """Return the trust that a record speaks for, or None where it speaks for no change."""
    now = readable(current)
    weight = sum(WEIGHTS[one] for one in evidence.confirmed)
    if weight >= ENOUGH:
        steps = 2 if "critical" in evidence.confirmed else 1
        below = [step for step in _STEPS if step < now]
        return below[-min(steps, len(below))] if below else None
    is_clean = evidence.clean >= CLEAN_FOR and evidence.requests >= CLEAN_REQUESTS
    if evidence.confirmed or not is_clean:
        return None
    return next((step for step in _STEPS if step > now), None)


def step_below(current: float | None) -> float | None:
    """Return the next lower step of trust, or None at the lowest."""
    below = [step for step in _STEPS if step < readable(current)]
    return below[-1] if below else None
