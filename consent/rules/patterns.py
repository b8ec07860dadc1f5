"""Patterns that owners write, run over their texts: RE2, so in linear time, and within bounds all the same.

Linear is not cheap: each step of a pattern may be looked at for each character, and a pattern may be met at
each of them. What is beyond the bounds is as good as unreadable: nobody knows what it would have found.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import re2

from text.seen import Seen

# Steps of the compiled patterns of one memory; those times the characters they are held against, for one text
# and for all of one request; and how many stretches are found in a text. At worst a second takes 30 million.
MOST_SIZE: Final = 5_000
MOST_STEPS: Final = 100_000_000
MOST_TOGETHER: Final = 4 * MOST_STEPS
MOST_FOUND: Final = 20_000
# The library would print an unreadable pattern, which is the owner's text, on standard error.
_QUIET = re2.Options()
_QUIET.log_errors = False


class Unreadable(Exception):
    """A stored pattern cannot be read or costs too much, so nobody knows what it would have left out."""


@dataclass
class Effort:
    """What is left of what patterns may cost; Unreadable is raised by whoever would take more."""

    steps: int = MOST_STEPS
    size: int = MOST_SIZE
    found: int = MOST_FOUND

    def take(self, pattern: str, text: Seen) -> None:
        """Count a pattern that is about to be held against a text; raises Unreadable."""
        size = size_of(pattern)
        self.size -= size
        self.steps -= size * sum(len(form) for _, form in _forms(pattern, text))
        if self.size < 0 or self.steps < 0:
            raise Unreadable


def readable(pattern: str) -> str:
    """Return a pattern that can be read; raises ValueError, without the pattern, for one that cannot."""
    try:
        _compiled(pattern)
    except Unreadable:
        message = "Must be a regular expression as RE2 reads it: without look-around and back-references."
        raise ValueError(message) from None
    return pattern


def size_of(pattern: str) -> int:
    """Return how many steps a pattern has once it is compiled: 11 for `grade \\d`; raises Unreadable."""
    return int(_compiled(pattern).programsize)


def steps_of(patterns: Iterable[str], text: str) -> int | None:
    """Return what the patterns of a memory cost over its longest text, None where that is too much."""
    effort, seen = Effort(), Seen(text)
    try:
        for pattern in patterns:
            effort.take(pattern, seen)
    except Unreadable:
        return None
    return MOST_STEPS - effort.steps


def stretches(pattern: str, text: Seen, effort: Effort | None = None) -> list[tuple[int, int]]:
    """Return where a pattern matches a text as written or as seen, empty matches left out.

    Raises Unreadable, also where that is more than is left of `effort`."""
    left = Effort() if effort is None else effort
    left.take(pattern, text)
    found: list[tuple[int, int]] = []
    for form, written in _forms(pattern, text):
        spans = _spans(form, written, left)
        found += spans if written is text.written else (text.span(*span) for span in spans)
    return found


def _forms(pattern: str, text: Seen) -> Iterator[tuple[str, str]]:
    """Yield the pattern with the text as written and, where they differ, as both are seen and as drawn."""
    yield pattern, text.written
    if text.plain is not text.written or not pattern.isascii():
        for one in dict.fromkeys((pattern, unicodedata.normalize("NFC", pattern))):
            yield one, text.plain
    if text.drawn != text.plain:
        yield pattern, text.drawn


def _spans(pattern: str, text: str, left: Effort) -> list[tuple[int, int]]:
    found = []
    # In ASCII a place in the bytes is one in the text: nothing has to be counted.
    form, written = (pattern.encode(), text.encode()) if text.isascii() else (pattern, text)
    for match in _compiled(form).finditer(written):
        left.found -= 1
        if left.found < 0:
            raise Unreadable
        start, end = match.span()
        if end > start:
            found.append((start, end))
    return found


def _compiled(pattern: str | bytes) -> Any:
    try:
        return re2.compile(pattern, options=_QUIET)
    except re2.error:
        raise Unreadable from None
