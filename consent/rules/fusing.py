"""Make one order of two: what matches by its words and what is near in meaning.

Both are brought to 0..1 among what this asker's question found, so neither's scale counts, and summed with
fixed weights. Nothing but rows the asker may see takes part, so what is hidden moves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from consent.types import Candidate, Match

NEARNESS: Final = 0.5


def fuse(by_words: Sequence[Match], near: Sequence[Match], limit: int) -> list[Candidate]:
    """Return the best `limit` of both, best first; ties go to the more recent, then by id."""
    matches = _joined(by_words, near)
    most = max((match.words for match in matches), default=0.0)
    spread = _spread(match.closeness for match in matches if match.closeness is not None)
    scored = [(_score(match, most, spread), match) for match in matches]
    scored.sort(key=lambda pair: (-pair[0], -pair[1].shown_at.timestamp(), pair[1].public_id))
    return [replace(match.candidate, score=score) for score, match in scored[:limit]]


def _joined(by_words: Sequence[Match], near: Sequence[Match]) -> list[Match]:
    """Return each memory once, with both of its values."""
    closeness = {match.candidate.memory: match.closeness for match in near}
    known = {match.candidate.memory for match in by_words}
    both = [replace(match, closeness=closeness.get(match.candidate.memory)) for match in by_words]
    return both + [match for match in near if match.candidate.memory not in known]


def _spread(values: Iterable[float]) -> tuple[float, float]:
    found = sorted(values)
    return (found[0], found[-1] - found[0]) if found else (0.0, 0.0)


def _score(match: Match, most: float, spread: tuple[float, float]) -> float:
    words = match.words / most if most else 0.0
    if match.closeness is None:
        return words * match.weight  # not embedded (yet, or at this tier): its words speak for it alone
    low, wide = spread
    near = (match.closeness - low) / wide if wide else 1.0
    return ((1 - NEARNESS) * words + NEARNESS * near) * match.weight
