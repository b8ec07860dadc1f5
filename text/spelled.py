"""Find values in text however they are spaced, punctuated or cased: "B e l l a", "5-5 5.0143", "ACME corp".

A value is compared without anything between its letters and digits. It has to begin and end where words do;
five digits and more are found inside longer runs of digits too. Of a value of many letters or digits a long
part is as telling as the whole, and is found wherever it stands: so the time is linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

import ahocorasick

from text.names import spelled

_DIGIT_RUN = re.compile(r"\d(?:[\W_]{0,3}\d)*")
_FEWEST_DIGITS = 5
_SHORTEST = 3
_SHORTEST_NUMBER = 4
# Longer than this, a value is looked for in parts of this length.
_LONGEST = 64
_MOST_DIGITS = 20

Span = tuple[int, int]


def compact(text: str) -> str:
    """Return the letters and digits of text, folded, with nothing between them."""
    return "".join(piece for piece, _ in spelled(text))


def digits_of(text: str) -> str:
    """Return the digits of text as ASCII, in order."""
    return "".join(str(unicodedata.decimal(char)) for char in text if char.isdecimal())


class SpelledMatcher:
    """Values ready to be found in any spelling; build once per set of values."""

    def __init__(self, values: Iterable[str]) -> None:
        """Read `values`; one too short to mean anything by itself is ignored."""
        kept = list(values)
        words = {word for value in kept if _telling(word := compact(value))}
        numbers = {word for value in kept if len(word := _number(value)) >= _FEWEST_DIGITS}
        self._letters = _automaton(words, _LONGEST)
        self._digits = _automaton(numbers, _MOST_DIGITS)

    def find(self, text: str) -> tuple[Span, ...]:
        """Return the (start, end) of every value in `text` in order of place, overlapping ones as one."""
        found = sorted(
            (*_merged(self._spelled(text)), *_merged(self._counted(text))), key=lambda span: span[1]
        )
        return tuple(_merged(found))

    def _spelled(self, text: str) -> Iterator[Span]:
        """Yield where values stand, in order of where they end."""
        if self._letters is None:
            return
        words = spelled(text)
        offsets = list(accumulate((len(piece) for piece, _ in words), initial=0))
        edges = set(offsets)
        for last, (length, part) in self._letters.iter("".join([piece for piece, _ in words])):
            start, end = last - length + 1, last + 1
            if part or (start in edges and end in edges):
                yield (
                    words[bisect_right(offsets, start) - 1][1][0],
                    words[bisect_right(offsets, last) - 1][1][1],
                )

    def _counted(self, text: str) -> Iterator[Span]:
        """Yield where numbers stand, in order of where they end."""
        if self._digits is None:
            return
        for run in _DIGIT_RUN.finditer(text):
            places = [at for at in range(*run.span()) if text[at].isdecimal()]
            if len(places) < _FEWEST_DIGITS:
                continue
            for last, (length, _) in self._digits.iter(digits_of(run[0])):
                yield places[last - length + 1], places[last] + 1


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Return spans, which come in order of where they end, with overlapping ones as one."""
    kept: list[Span] = []
    for start, end in spans:
        while kept and start < kept[-1][1]:
            start = min(start, kept.pop()[0])
        kept.append((start, end))
    return kept


def _telling(word: str) -> bool:
    """Tell whether a compact value is long enough not to be found everywhere."""
    if word.isdecimal():
        return len(word) >= _SHORTEST_NUMBER
    return len(word) >= (_SHORTEST if word.isascii() else _SHORTEST - 1)


def _number(value: str) -> str:
    """Return the digits of a value that is mostly digits, else nothing."""
    digits = digits_of(value)
    return digits if 2 * len(digits) >= sum(map(str.isalnum, value)) else ""


def _automaton(values: set[str], longest: int) -> ahocorasick.Automaton | None:
    """Return what finds values, each with its length and whether it is a part of a longer one."""
    if not values:
        return None
    made = ahocorasick.Automaton()
    for value in sorted(values, key=len):
        for part in _parts(value, longest):
            made.add_word(part, (len(part), part != value))
    made.make_automaton()
    return made


def _parts(value: str, longest: int) -> Iterator[str]:
    """Yield a value, or the parts that cover it, all of one length, where it is longer than that."""
    for at in range(0, max(1, len(value) - longest), longest):
        yield value[at : at + longest]
    if len(value) > longest:
        yield value[-longest:]
