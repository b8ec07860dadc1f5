"""Cut a text into the words that validation compares: folded, split where letters meet digits, stemmed.

The stem is crude and made for English; words of other languages keep their form or lose an ending of two
letters where they are long and not plain ASCII.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from consent.rules.validation.common import COMMON
from text.readings import Reading, reading_of, spelled

_MIXED: Final = re.compile(r"[a-z]+|[0-9]+")
_NUMBERS: Final = {
    word: str(value)
    for value, word in enumerate(
        [
            "zero",
            "_",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90", "hundred": "100"}
_SPELLED_OUT: Final = 4


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return the part of a folded word that its inflections share; digits for a number written out."""
    if word in _NUMBERS:
        return _NUMBERS[word]
    if len(word) <= 3 or not word.isalpha():
        return word
    if not word.isascii():
        return word[:-2] if len(word) > 6 else word
    return _bare(_singular(word))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _bare(word: str) -> str:
    for ending, least in (("ied", 5), ("ing", 6), ("edly", 7), ("ed", 5), ("ly", 6), ("is", 7)):
        if word.endswith(ending) and len(word) >= least:
            word = word[: -len(ending)] + ("y" if ending == "ied" else "")
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
                word = word[:-1]
            break
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


COMMON_STEMS: Final = frozenset({*COMMON, *map(stem, COMMON)})


@lru_cache(maxsize=50_000)
def tells(word: str) -> bool:
    """Tell whether a stem can give something away by itself or beside another: no filler, no bare letter."""
    return word not in COMMON_STEMS and (len(word) > 2 or word.isdigit())


@dataclass(frozen=True)
class Cut:
    """A text with its words: the stem and the place of each."""

    text: str
    stems: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Return where each word begins."""
        return tuple([start for start, _ in self.spans])

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """Return where each word ends."""
        return tuple([end for _, end in self.spans])

    def within(self, start: int, end: int) -> range:
        """Return the words that a stretch of the text touches."""
        return range(bisect_right(self.ends, start), bisect_left(self.starts, end))

    @cached_property
    def telling(self) -> tuple[int, ...]:
        """Return which words are no filler, in order."""
        return tuple([at for at, word in enumerate(self.stems) if tells(word)])


def cut(text: str | Reading) -> Cut:
    """Return the words of a text; letters spelled out one by one are one word."""
    read, found = reading_of(text), list[tuple[str, tuple[int, int]]]()
    for one in spelled(read):
        if one[0].isalpha() or one[0].isdigit():
            found.append(one)
        else:
            found += _parts(*one)
    if sum(len(form) == 1 for form, _ in found) >= _SPELLED_OUT:
        found = _joined(found)
    return Cut(read.written, tuple([stem(form) for form, _ in found]), tuple([span for _, span in found]))


def _parts(form: str, span: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
    """Split `highway101` where letters meet digits, if its letters stand one for one."""
    if not form.isascii() or len(form) != span[1] - span[0]:
        return [(form, span)]
    return [(part[0], (span[0] + part.start(), span[0] + part.end())) for part in _MIXED.finditer(form)]


def _joined(found: list[tuple[str, tuple[int, int]]]) -> list[tuple[str, tuple[int, int]]]:
    """Read `B e l l a` as one word."""
    joined: list[tuple[str, tuple[int, int]]] = []
    run: list[tuple[str, tuple[int, int]]] = []
    for one in [*found, ("", (0, 0))]:
        if len(one[0]) == 1 and one[0].isalpha() and one[0].isascii():
            run.append(one)
            continue
        if len(run) >= _SPELLED_OUT:
            joined.append(("".join(form for form, _ in run), (run[0][1][0], run[-1][1][1])))
        else:
            joined += run
        run = []
        joined.append(one)
    return joined[:-1]
