"""What a rendering showed, made ready once: many memories of one recall show the very same line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from consent.rules.validation.dates import Day, days_in
from consent.rules.validation.numbers import FigureIndex
from consent.rules.validation.words import cut


@dataclass(frozen=True)
class Shown:
    """The text of a rendering, as printed, with what it says."""

    text: str

    @cached_property
    def stems(self) -> frozenset[str]:
        """Return its words."""
        return frozenset(cut(self.text).stems)

    @cached_property
    def days(self) -> tuple[Day, ...]:
        """Return the days it names, in every way they can be read."""
        return tuple(days_in(self.text))

    @cached_property
    def figures(self) -> FigureIndex:
        """Return its figures, to be asked for numbers."""
        return FigureIndex(self.text)
