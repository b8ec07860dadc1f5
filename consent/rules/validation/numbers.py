"""Find figures in a text with their digits joined: 415-555-0199, (415) 555 0199 and 4155550199 are one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_JOINED: Final = re.compile(r"\d(?:[ \u00a0.,'’()/\-–]{0,2}\d)*")
_LONG: Final = 7


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: its place and its digits."""

    start: int
    end: int
    digits: str


def find_figures(text: str) -> Iterator[Figure]:
    """Yield every run of digits, separators left out."""
    for match in _JOINED.finditer(text):
        digits = "".join(str(int(char)) for char in match[0] if char.isdecimal())
        if len(digits) > 1:
            yield Figure(*match.span(), digits)


def same(one: str, other: str) -> bool:
    """Tell whether two figures are one number: equal, or long and differing by a prefix (a country code)."""
    if one == other:
        return True
    return min(len(one), len(other)) >= _LONG and (one.endswith(other) or other.endswith(one))
