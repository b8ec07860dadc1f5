"""Find values in text however they are spaced, punctuated or cased: "B e l l a", "5-5 5.0143", "ACME corp".

A value is compared without anything between its letters and digits. It has to begin and end where words do;
five digits and more are found inside longer runs of digits too. Of a value of many letters or digits a long
part is as telling as the whole, and is found wherever it stands: so the time is linear in the text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from operator import itemgetter

import ahocorasick

from text.digits import FEWEST_DIGITS, DigitRun, digits_of
from text.names import NameHit
from text.readings import Reading, reading_of

_SHORTEST = 3
_SHORTEST_NUMBER = 4
# Longer than this, a value is looked for in parts of this length.
_LONGEST = 64
_MOST_DIGITS = 20

Span = tuple[int, int]
Meant = tuple[int, int, frozenset[int]]


def compact(text: str) -> str:
    """Return the letters and digits of text, folded, with nothing between them."""
    return "".join(Reading(text).folded.words)


def compacts(texts: Sequence[str]) -> list[str]:
    """Return the same of each text, folded in one go: no word goes over the end of a line."""
    line = Reading("\n".join(texts)).folded
    ends = list(accumulate(len(text) + 1 for text in texts))
    found = [""] * len(texts)
    for word, (start, _) in zip(line.words, line.spans, strict=True):
        found[bisect_right(ends, start)] += word
    return found


class NumberMatcher:
    """Numbers ready to be found whatever stands between their digits, inside longer runs of digits too."""

    def __init__(self, numbers: Mapping[str, Iterable[int]]) -> None:
        """Read `numbers`: the digits of each with the ids it stands for."""
        self._numbers = _automaton(numbers, _MOST_DIGITS)

    def __bool__(self) -> bool:
        return self._numbers is not None

    def find(self, runs: Iterable[DigitRun]) -> Iterator[Meant]:
        """Yield where numbers stand, in order of where they end, and what they stand for."""
        if self._numbers is None:
            return
        for digits, places in runs:
            for last, (length, _, ids) in self._numbers.iter(digits):
                yield places[last - length + 1], places[last] + 1, ids


class WordMatcher:
    """Letters and digits ready to be found where they begin and end with words, whatever stands between."""

    def __init__(self, values: Mapping[str, Iterable[int]]) -> None:
        """Read `values`: the folded letters and digits of each with the ids it stands for."""
        self._values = _automaton(values, _LONGEST)

    def spans(self, text: Reading) -> list[Span]:
        """Return the (start, end) of every value in order of place, overlapping ones as one."""
        return _merged(hit[:2] for hit in self.find(text))

    def find(self, text: Reading) -> Iterator[Meant]:
        """Yield where values stand, in order of where they end, and what they stand for."""
        if self._values is None:
            return
        line = text.folded
        begins: list[int] = []
        at: dict[int, int] = {}
        for last, (length, part, ids) in self._values.iter("".join(line.words)):
            if not begins:
                begins = list(accumulate(map(len, line.words), initial=0))
                at = dict(zip(begins, range(len(begins)), strict=True))
            first, after = at.get(last - length + 1), at.get(last + 1)
            if part:
                first, after = bisect_right(begins, last - length + 1) - 1, bisect_right(begins, last)
            if first is not None and after is not None:
                yield line.spans[first][0], line.spans[after - 1][1], ids


class SpelledMatcher:
    """Values ready to be found in any spelling; build once per set of values."""

    def __init__(self, values: Iterable[str] | Mapping[str, Iterable[int]]) -> None:
        """Read `values`, each with the ids it stands for where they matter; one too short is ignored."""
        words: dict[str, set[int]] = {}
        numbers: dict[str, set[int]] = {}
        meant = values if isinstance(values, Mapping) else dict.fromkeys(values, ())
        for (value, ids), word in zip(meant.items(), compacts(list(meant)), strict=True):
            if _telling(word):
                words.setdefault(word, set()).update(ids)
            if number := _number(value):
                numbers.setdefault(number, set()).update(ids)
        self._words = WordMatcher(words)
        self._numbers = NumberMatcher(numbers)

    def find(self, text: str | Reading) -> tuple[Span, ...]:
        """Return the (start, end) of every value in `text` in order of place, overlapping ones as one."""
        read = reading_of(text)
        numbers = _merged(hit[:2] for hit in self._in_runs(read))
        return tuple(_merged(sorted([*self._words.spans(read), *numbers], key=itemgetter(1))))

    def hits(self, text: str | Reading) -> tuple[NameHit, ...]:
        """Return every value in `text` in order of place; of the same ids, overlapping ones are one."""
        read = reading_of(text)
        found: dict[frozenset[int], list[Span]] = {}
        for source in (self._words.find(read), self._in_runs(read)):
            kept: dict[frozenset[int], list[Span]] = {}
            for start, end, ids in source:
                _keep(kept.setdefault(ids, []), start, end)
            for ids, spans in kept.items():
                found.setdefault(ids, []).extend(spans)
        merged = ((ids, _merged(sorted(spans, key=itemgetter(1)))) for ids, spans in found.items())
        hits = (NameHit(start, end, ids) for ids, spans in merged for start, end in spans)
        return tuple(sorted(hits, key=lambda hit: (hit.start, hit.end)))

    def _in_runs(self, text: Reading) -> Iterator[Meant]:
        return self._numbers.find(text.digit_runs if self._numbers else ())


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Return spans, which come in order of where they end, with overlapping ones as one."""
    kept: list[Span] = []
    for start, end in spans:
        _keep(kept, start, end)
    return kept


def _keep(kept: list[Span], start: int, end: int) -> None:
    """Add a stretch that ends at or after all kept ones."""
    while kept and start < kept[-1][1]:
        start = min(start, kept.pop()[0])
    kept.append((start, end))


def _telling(word: str) -> bool:
    """Tell whether a compact value is long enough not to be found everywhere."""
    if word.isdecimal():
        return len(word) >= _SHORTEST_NUMBER
    return len(word) >= (_SHORTEST if word.isascii() else _SHORTEST - 1)


def _number(value: str) -> str:
    """Return the digits of a value that is mostly digits and has enough of them, else nothing."""
    digits = digits_of(value)
    return digits if len(digits) >= FEWEST_DIGITS and 2 * len(digits) >= sum(map(str.isalnum, value)) else ""


def _automaton(values: Mapping[str, Iterable[int]], longest: int) -> ahocorasick.Automaton | None:
    """Return what finds values: the length of each, whether it is a part of a longer one, and its ids."""
    known: dict[str, tuple[bool, frozenset[int]]] = {}
    for value, ids in values.items():
        for piece in _parts(value, longest):
            part, before = known.get(piece, (False, frozenset()))
            known[piece] = part or piece != value, before.union(ids)
    if not known:
        return None
    made = ahocorasick.Automaton()
    for piece, (part, meant) in known.items():
        made.add_word(piece, (len(piece), part, meant))
    made.make_automaton()
    return made


def _parts(value: str, longest: int) -> Iterator[str]:
    """Yield a value, or the parts that cover it, all of one length, where it is longer than that."""
    for at in range(0, max(1, len(value) - longest), longest):
        yield value[at : at + longest]
    if len(value) > longest:
        yield value[-longest:]
