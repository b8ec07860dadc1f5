"""Patterns over the bytes of a view, run by RE2: time linear in the text, whatever the text."""

from collections.abc import Iterator
from typing import Any, Final

import re2

from text.personal.types import Candidate, Kind
from text.personal.view import View

_OPTIONS: Final = re2.Options()
_OPTIONS.encoding = re2.Options.Encoding.LATIN1
_OPTIONS.log_errors = False
_LONGEST: Final = re2.Options()
_LONGEST.encoding = re2.Options.Encoding.LATIN1
_LONGEST.log_errors = False
_LONGEST.longest_match = True
Pattern = Any  # a compiled pattern of google-re2, which has no types


def pattern(source: bytes, longest: bool = False) -> Pattern:
    """Compile a pattern for the bytes of views; `longest` takes the longest alternative, not the first."""
    return re2.compile(source, _LONGEST if longest else _OPTIONS)


class Mark:
    """A form that is of one kind wherever it stands.

    The group `it`, or the whole, is the stretch, unless it is a word of `never`.
    """

    __slots__ = ("_certainty", "_group", "_kind", "_never", "_pattern")

    def __init__(
        self, kind: Kind, certainty: int, source: bytes, never: frozenset[bytes] = frozenset()
    ) -> None:
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


def spans(compiled: Pattern, raw: bytes, group: int = 0) -> Iterator[tuple[int, int]]:
    """Yield where each match, or a group of it, lies; what follows a group may belong to the next match."""
    at = 0
    while found := compiled.search(raw, at):
        start, end = found.span(group)
        yield start, end
        at = max(end, at + 1)
