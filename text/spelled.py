"""Find values in text however they are spaced, punctuated or cased: "B e l l a", "5-5 5.0143", "ACME corp".

A value is compared without anything between its letters and digits. It has to begin and end where words do;
five digits and more are found inside longer runs of digits too. Linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

import ahocorasick

from text.names import spelled

_DIGIT_RUN = re.compile(r"\d(?:[\W_]{0,3}\d)*")
_FEWEST_DIGITS = 5
_SHORTEST = 3
_SHORTEST_NUMBER = 4

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
        self._letters = _automaton({word for value in kept if _telling(word := compact(value))})
        self._digits = _automaton({word for value in kept if len(word := _number(value)) >= _FEWEST_DIGITS})

    def find(self, text: str) -> tuple[Span, ...]:
        """Return the (start, end) of every value in `text` in order of place; they may overlap."""
        return tuple(sorted({*self._spelled(text), *self._counted(text)}))

    def _spelled(self, text: str) -> Iterator[Span]:
        if self._letters is None:
            return
        found = spelled(text)
        begins, ends, at = {}, {}, 0
        for piece, (start, end) in found:
            begins[at] = start
            at += len(piece)
            ends[at] = end
        for last, length in self._letters.iter("".join(piece for piece, _ in found)):
            start_, end_ = begins.get(last - length + 1), ends.get(last + 1)
            if start_ is not None and end_ is not None:
                yield start_, end_

    def _counted(self, text: str) -> Iterator[Span]:
        if self._digits is None:
            return
        for run in _DIGIT_RUN.finditer(text):
            places = [at for at in range(*run.span()) if text[at].isdecimal()]
            if len(places) < _FEWEST_DIGITS:
                continue
            for last, length in self._digits.iter(digits_of(run[0])):
                yield places[last - length + 1], places[last] + 1


def _telling(word: str) -> bool:
    """Tell whether a compact value is long enough not to be found everywhere."""
    if word.isdecimal():
        return len(word) >= _SHORTEST_NUMBER
    return len(word) >= (_SHORTEST if word.isascii() else _SHORTEST - 1)


def _number(value: str) -> str:
    """Return the digits of a value that is mostly digits, else nothing."""
    digits = digits_of(value)
    return digits if 2 * len(digits) >= sum(map(str.isalnum, value)) else ""


def _automaton(words: set[str]) -> ahocorasick.Automaton | None:
    if not words:
        return None
    made = ahocorasick.Automaton()
    for word in words:
        made.add_word(word, len(word))
    made.make_automaton()
    return made
