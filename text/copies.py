"""Tell whether one text is, holds or is held by another, nearly word for word, in any language.

Letters and digits alone are compared, in runs of eight: spacing, punctuation, case, accents and look-alike
spaces make no difference. A paraphrase is not found; nothing here understands a text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from text.normalize import fold, normalize

RUN: Final = 8
# Fewer runs than this say nothing: two short texts share words without one being taken from the other.
FEWEST: Final = 24
MOST: Final = 4096
NEARLY: Final = 0.8
SHORTEST_EQUAL: Final = 12


@dataclass(frozen=True, slots=True)
class Print:
    """What is kept of a text to compare it: its letters as one number, and its runs or a sample of them.

    The numbers differ from process to process; they are never stored."""

    letters: int
    whole: int
    runs: frozenset[int]
    below: int | None = None


def print_of(text: str) -> Print:
    """Return what is compared of a text, in time linear in its length."""
    base = "".join(filter(str.isalnum, fold(normalize(text))))
    runs = {hash(base[at : at + RUN]) for at in range(len(base) - RUN + 1)}
    if len(runs) <= MOST:
        return Print(len(base), hash(base), frozenset(runs))
    kept = sorted(runs)[:MOST]
    return Print(len(base), hash(base), frozenset(kept), kept[-1])


def is_copy(one: Print, other: Print) -> bool:
    """Tell whether two texts are equal, or at least four fifths of the shorter stand in the longer."""
    if one.letters == other.letters and one.whole == other.whole:
        return one.letters >= SHORTEST_EQUAL
    below = min((each.below for each in (one, other) if each.below is not None), default=None)
    ours, theirs = _runs(one, below), _runs(other, below)
    least = min(len(ours), len(theirs))
    return least >= FEWEST and len(ours & theirs) >= NEARLY * least


class Copies:
    """Some texts, each in a few prints, looked through at once for what others nearly repeat of them.

    The same answers as `is_copy` of every pair, in time linear in what is compared and what agrees."""

    def __init__(self, texts: Sequence[Iterable[Print]]) -> None:
        self._prints = [(place, one) for place, prints in enumerate(texts) for one in prints]
        self._by_run: dict[int, list[int]] = {}
        self._sampled = [at for at, (_, one) in enumerate(self._prints) if one.below is not None]
        for at, (_, one) in enumerate(self._prints):
            for run in one.runs:
                self._by_run.setdefault(run, []).append(at)

    def near(self, other: Print) -> set[int]:
        """Return the places of the texts that a text copies, or that copy it."""
        found = (self._prints[at] for at in self._worth(other))
        return {place for place, one in found if is_copy(one, other)}

    def _worth(self, other: Print) -> Iterable[int]:
        """Return what shares enough runs with a text; of those that are samples, all."""
        if other.below is not None:
            return range(len(self._prints))
        shared = Counter(chain(*(self._by_run[run] for run in self._by_run.keys() & other.runs)))
        least = NEARLY * len(other.runs)
        worth = {at for at, many in shared.items() if many >= min(least, NEARLY * self._length(at))}
        return worth.union(self._sampled)

    def _length(self, at: int) -> int:
        return len(self._prints[at][1].runs)


def _runs(one: Print, below: int | None) -> frozenset[int]:
    """Return the runs of which the other text's sample would hold the same: those up to where it was cut."""
    if below is None or (one.below is not None and one.below == below):
        return one.runs
    return frozenset(run for run in one.runs if run <= below)
