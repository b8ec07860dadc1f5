"""A response made ready to be looked into: prepared once, shared by all memories of its recall."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from consent.rules.validation.dates import Dated, find_dates
from consent.rules.validation.marks import Marks
from consent.rules.validation.numbers import Figure, find_figures
from consent.rules.validation.words import Cut, cut

RUN_LENGTH: Final = 5
REACH: Final = 3
"""How far apart two telling words may stand and still be one phrase: "hit by a driver"."""
_SENTENCE: Final = re.compile(r"[.!?;\n]+(?=\s|$)")


@dataclass(frozen=True)
class Response:
    """A response made ready: its words, where each stands, its dates and figures; shared by all memories."""

    words: Cut
    marks: Marks
    at: Mapping[str, tuple[int, ...]]
    dates: tuple[Dated, ...]
    figures: tuple[Figure, ...]
    runs: frozenset[tuple[str, ...]]
    pairs: Mapping[tuple[str, str], tuple[tuple[int, int], ...]]

    @cached_property
    def sentences(self) -> tuple[int, ...]:
        """Return the number of the sentence that each word stands in."""
        number = sentence_of(self.words)
        return tuple(number(start) for start in self.words.starts)


def ready(text: str) -> Response:
    """Return a response made ready to look into."""
    words = cut(text)
    at: dict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(words.stems):
        at[word].append(place)
    pairs: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    telling = words.telling
    for one, other in pairwise(telling):
        if other - one <= REACH:
            pairs[words.stems[one], words.stems[other]].append((one, other))
    dates = find_dates(text)
    return Response(
        words,
        Marks(words),
        {word: tuple(places) for word, places in at.items()},
        dates,
        tuple(one for one in find_figures(text) if not _inside_a_date(one, dates)),
        frozenset(_runs(words.stems)),
        {pair: tuple(places) for pair, places in pairs.items()},
    )


def _runs(stems: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (stems[at : at + RUN_LENGTH] for at in range(len(stems) - RUN_LENGTH + 1))


def _inside_a_date(figure: Figure, dates: tuple[Dated, ...]) -> bool:
    return any(date.start <= figure.start < date.end for date in dates)


def sentence_of(words: Cut) -> Callable[[int], int]:
    """Return a function that gives the number of the sentence a place of the text stands in."""
    ends = [found.end() for found in _SENTENCE.finditer(words.text)]
    return lambda start: bisect_right(ends, start)
