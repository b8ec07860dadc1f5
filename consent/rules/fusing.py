"""Make one order of two: what matches by its words and what is near in meaning.

Both are brought to 0..1 among what this asker's question found, so neither's scale counts, and summed with
fixed weights. Nothing but rows the asker may see takes part, so what is hidden moves nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from consent.types import Candidate, Match

NEARNESS: Final = 0.5


def fuse(by_words: Sequence[Match], near: Sequence[Match], limit: int) -> list[Candidate]:
    """Return the best `limit` of both, best first; ties go to the more recent, then by id."""
    closeness = {match.candidate.memory: match.closeness for match in near if match.closeness is not None}
    matches = {match.candidate.memory: match for match in (*near, *by_words)}  # each once, with its words
    most = max((match.words for match in matches.values()), default=0.0)
    spread = _spread(closeness.values())
    scored = [
        (_score(match, closeness.get(memory), most, spread), match) for memory, match in matches.items()
    ]
    scored.sort(key=lambda pair: (-pair[0], -pair[1].shown_at, pair[1].public_id))
    return [replace(match.candidate, score=score) for score, match in scored[:limit]]


def _spread(values: Collection[float]) -> tuple[float, float]:
    return (min(values), max(values) - min(values)) if values else (0.0, 0.0)


def _score(match: Match, closeness: float | None, most: float, spread: tuple[float, float]) -> float:
    words = match.words / most if most else 0.0
    if closeness is None:
        return words * match.weight  # not embedded (yet, or at this tier): its words speak for it alone
    low, wide = spread
    near = (closeness - low) / wide if wide else 1.0
    return ((1 - NEARNESS) * words + NEARNESS * near) * match.weight
