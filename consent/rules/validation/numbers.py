"""Find figures in a text with their digits joined: 415-555-0199, (415) 555 0199 and 4155550199 are one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from consent.rules.validation.dates import Dated
from text.digits import FEWEST_DIGITS, digit_runs, digits_of
from text.readings import Reading
from text.spelled import NumberMatcher, WordMatcher

_DIGIT: Final = re.compile(r"\d")
_JOINED: Final = re.compile(r"\d(?:[ \u00a0.,'’()/\-–]{0,2}\d)*")
_LONG: Final = 7
_LONGEST_END: Final = 20


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: its place and its digits."""

    start: int
    end: int
    digits: str


def undated(text: str, dates: Iterable[Dated]) -> str:
    """Return a text, offsets kept, in which no date can be taken for a figure."""
    kept, reached = [], 0
    for dated in dates:
        start = max(reached, dated.start)
        kept += [text[reached:start], "x" * (dated.end - start)]
        reached = max(start, dated.end)
    return "".join([*kept, text[reached:]])


def find_figures(text: str) -> Iterator[Figure]:
    """Yield every run of digits, separators left out: as people write one number, and as digits go on."""
    found = set()
    for match in _JOINED.finditer(text):
        digits = digits_of(match[0])
        if len(digits) > 1:
            found.add(match.span())
            yield Figure(*match.span(), digits)
    for digits, places in digit_runs(text):
        if (places[0], places[-1] + 1) not in found:
            yield Figure(places[0], places[-1] + 1, digits)


class FigureIndex:
    """The figures of a text, to be asked for numbers: the same ones, long ones also within what is longer.

    A long figure may have a country code before it, or not."""

    def __init__(self, text: str) -> None:
        self._text = Reading(text)
        self._by_digits: dict[str, list[Figure]] = {}
        for figure in find_figures(text):
            self._by_digits.setdefault(figure.digits, []).append(figure)
        self._runs = [run for run in self._text.digit_runs if len(run[0]) >= _LONG]

    def __bool__(self) -> bool:
        return bool(self._by_digits) or self._many_digits

    @property
    def _many_digits(self) -> bool:
        """Tell whether there are digits enough for a number whose digits stand far apart."""
        return next(islice(_DIGIT.finditer(self._text.written), FEWEST_DIGITS - 1, None), None) is not None

    def said(self, numbers: Collection[str]) -> set[str]:
        """Return which numbers the text says."""
        among = list(numbers)
        held = NumberMatcher(_long(among, _LONG)).find(self._runs)
        apart = WordMatcher(_long(among, FEWEST_DIGITS)).find(self._text)
        found = {among[at] for _, _, ids in (*held, *apart) for at in ids}
        return found | {one for one in among if any(end in self._by_digits for end in (one, *_ends(one)))}

    def find(self, numbers: Collection[str]) -> Iterator[Figure]:
        """Yield where the text says any of these numbers, in no order."""
        wanted = {end for one in numbers for end in (one, *_ends(one))}
        for digits in wanted & self._by_digits.keys():
            yield from self._by_digits[digits]
        reached = -1
        for start, end, _ in NumberMatcher(_long(numbers, _LONG)).find(self._runs):
            if end > reached:
                yield Figure(start, end, "0" * _LONG)
                reached = end
        for least in (FEWEST_DIGITS, _LONG):
            for span in WordMatcher(_long(numbers, least)).spans(self._text):
                yield Figure(*span, "0" * least)


def _long(numbers: Collection[str], least: int) -> dict[str, tuple[int]]:
    """Return the numbers of so many digits, each with its place."""
    return {one: (at,) for at, one in enumerate(numbers) if len(one) >= least}


def _ends(number: str) -> Iterator[str]:
    """Yield what a long number may be shortened to."""
    return (number[-size:] for size in range(_LONG, min(len(number), _LONGEST_END + 1)))
