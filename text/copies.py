"""Tell whether one text is, holds or is held by another, nearly word for word, in any language.

Letters and digits alone are compared, in runs of eight: spacing, punctuation, case, accents and look-alike
spaces make no difference. A paraphrase is not found; nothing here understands a text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
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


def may_be_copies(one: Print, seen: frozenset[int]) -> bool:
    """Tell whether a text can be a copy of one whose runs and whole are in `seen`: quick, no false no."""
    return one.whole in seen or not one.runs.isdisjoint(seen)


def seen_in(prints: Iterable[Print]) -> frozenset[int]:
    """Return the runs and wholes of many texts, for `may_be_copies`."""
    return frozenset().union(*({one.whole, *one.runs} for one in prints))


def _runs(one: Print, below: int | None) -> frozenset[int]:
    """Return the runs of which the other text's sample would hold the same: those up to where it was cut."""
    if below is None or (one.below is not None and one.below == below):
        return one.runs
    return frozenset(run for run in one.runs if run <= below)
