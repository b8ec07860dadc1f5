"""The decision over many memories at once: those alike in label and ceiling are judged once."""

from __future__ import annotations

from collections.abc import Iterable

from consent.queries.showing import Ruled, authorize
from consent.types import Candidate, Scene

# A label and a ceiling: all that the decision and the tier read of a memory.
Kind = tuple[int, float | None]


def judged(kinds: Iterable[Kind], scene: Scene) -> dict[Kind, Ruled]:
    """Return by label and ceiling what the scene's asking may see, and how much of it."""
    asked = list(dict.fromkeys(kinds))
    candidates = [Candidate(place, label, 0, ceiling, 0, 0.0) for place, (label, ceiling) in enumerate(asked)]
    return {asked[one.candidate.memory]: one for one in authorize(candidates, scene)}
