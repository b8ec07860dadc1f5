"""Find figures in a text with their digits joined: 415-555-0199, (415) 555 0199 and 4155550199 are one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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


class FigureIndex:
    """Figures by what makes them one number: equal digits, or the same last ones where they are long.

    A long figure may have a country code before it, or not."""

    def __init__(self, figures: Iterable[Figure]) -> None:
        self._by_end: dict[str, list[Figure]] = {}
        for figure in figures:
            self._by_end.setdefault(figure.digits[-_LONG:], []).append(figure)

    def __bool__(self) -> bool:
        return bool(self._by_end)

    def like(self, digits: str) -> list[Figure]:
        """Return the figures that are the same number."""
        return [
            one
            for one in self._by_end.get(digits[-_LONG:], ())
            if one.digits.endswith(digits) or digits.endswith(one.digits)
        ]
