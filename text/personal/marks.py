"""Patterns over the bytes of a view, run by RE2: time linear in the text, whatever the text."""

from collections.abc import Iterable, Iterator
from typing import Any

import re2

from text.met import BYTEWISE, LONGEST, Met
from text.personal.types import Candidate, Kind
from text.personal.view import View

Pattern = Any  # a compiled pattern of google-re2, which has no types


def pattern(source: bytes, longest: bool = False) -> Pattern:
    """Compile a pattern for the bytes of views; `longest` takes the longest alternative, not the first."""
    return re2.compile(source, LONGEST if longest else BYTEWISE)


class Mark:
    """A form that is of one kind wherever it stands.

    The group `it`, or the whole, is the stretch, unless it is a word of `never`.
    """

    __slots__ = ("_certainty", "_group", "_kind", "_never", "_pattern", "source")

    def __init__(
        self, kind: Kind, certainty: int, source: bytes, never: frozenset[bytes] = frozenset()
    ) -> None:
        self.source = source
        self._never = never
        self._kind: Kind = kind
        self._certainty = certainty
        self._pattern = pattern(source)
        self._group = self._pattern.groupindex.get(b"it", 0)

    def __call__(self, view: View) -> Iterator[Candidate]:
        """Yield every stretch of this form."""
        for start, end in spans(self._pattern, view.raw, self._group):
            if not self._never or view.raw[start:end].strip(b".!?:)").lower() not in self._never:
                yield Candidate(start, end, self._kind, self._certainty)


class Marks:
    """Forms looked for in one text: those that it has at all, one after the other."""

    def __init__(self, marks: Iterable[Mark]) -> None:
        self._marks = tuple(marks)
        self._met = Met([mark.source for mark in self._marks])

    def __call__(self, view: View) -> Iterator[Candidate]:
        """Yield every stretch of each form."""
        for at in self._met(view.raw):
            yield from self._marks[at](view)


def spans(compiled: Pattern, raw: bytes, group: int = 0) -> Iterator[tuple[int, int]]:
    """Yield where each match, or a group of it, lies; what follows a group may belong to the next match."""
    if not group:
        yield from (found.span() for found in compiled.finditer(raw))
        return
    at = 0
    while found := compiled.search(raw, at):
        start, end = found.span(group)
        yield start, end
        at = max(end, at + 1)
