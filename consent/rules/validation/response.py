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

from consent.rules.patterns import MOST_FOUND, MOST_SIZE, MOST_TOGETHER, Effort
from consent.rules.validation.dates import Dated, find_dates
from consent.rules.validation.marks import Marks
from consent.rules.validation.numbers import FigureIndex, undated
from consent.rules.validation.words import Cut, cut
from text.readings import Reading
from text.seen import Seen

RUN_LENGTH: Final = 5
REACH: Final = 3
"""How far apart two telling words may stand and still be one phrase: "hit by a driver"."""
# Of as many memories as one recall may show at once.
_MOST_SIZE: Final = 200 * MOST_SIZE
_MOST_FOUND: Final = 10 * MOST_FOUND
_SENTENCE: Final = re.compile(r"[.!?;\n]+(?=\s|$)")


@dataclass(frozen=True)
class Response:
    """A response made ready: its words, where each stands, its dates and figures; shared by all memories."""

    reading: Reading
    words: Cut
    marks: Marks
    at: Mapping[str, tuple[int, ...]]
    dates: tuple[Dated, ...]
    figures: FigureIndex
    runs: frozenset[tuple[str, ...]]
    pairs: Mapping[tuple[str, str], tuple[tuple[int, int], ...]]

    @cached_property
    def seen(self) -> Seen:
        """Return the response as it is seen, for the owners' patterns."""
        return Seen(self.words.text)

    @cached_property
    def effort(self) -> Effort:
        """Return what the patterns of all owners together may cost here."""
        return Effort(MOST_TOGETHER, _MOST_SIZE, _MOST_FOUND)

    @cached_property
    def sentences(self) -> tuple[int, ...]:
        """Return the number of the sentence that each word stands in."""
        number = sentence_of(self.words)
        return tuple(number(start) for start in self.words.starts)

    @cached_property
    def without_capitals(self) -> bool:
        """Tell whether the response is written in small letters throughout."""
        return not any(map(str.isupper, self.words.text))

    @cached_property
    def _in_dates(self) -> frozenset[int]:
        return frozenset(word for dated in self.dates for word in self.words.within(dated.start, dated.end))

    def dated(self, word: int) -> bool:
        """Tell whether a word is part of a date."""
        return word in self._in_dates

    @cached_property
    def spellings(self) -> Mapping[str, frozenset[str]]:
        """Return how each word is written in the response, by its stem."""
        found: dict[str, set[str]] = defaultdict(set)
        for stem, (start, end) in zip(self.words.stems, self.words.spans, strict=True):
            found[stem].add(self.words.text[start:end])
        return {stem: frozenset(spellings) for stem, spellings in found.items()}

    @cached_property
    def with_capital(self) -> frozenset[str]:
        """Return the stems that the response writes with a capital."""
        return frozenset(
            stem for stem, written in self.spellings.items() if any(one[:1].isupper() for one in written)
        )


def ready(text: str) -> Response:
    """Return a response made ready to look into."""
    reading = Reading(text)
    words = cut(reading)
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
        reading,
        words,
        Marks(words),
        {word: tuple(places) for word, places in at.items()},
        dates,
        FigureIndex(undated(text, dates)),
        frozenset(_runs(words.stems)),
        {pair: tuple(places) for pair, places in pairs.items()},
    )


def _runs(stems: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (stems[at : at + RUN_LENGTH] for at in range(len(stems) - RUN_LENGTH + 1))


def sentence_of(words: Cut) -> Callable[[int], int]:
    """Return a function that gives the number of the sentence a place of the text stands in."""
    ends = [found.end() for found in _SENTENCE.finditer(words.text)]
    return lambda start: bisect_right(ends, start)
