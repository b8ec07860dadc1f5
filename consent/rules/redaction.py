"""What an owner wants left out of its memory below full: patterns by field, forbidden terms and patterns.

Pure. Patterns are strangers' text and run in linear time (RE2); one that cannot be read withholds everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import re2

from text.names import REDACTED, NameMatcher

Rule = Mapping[str, str]
# The library would print an unreadable pattern, which is the owner's text, on standard error.
QUIET = re2.Options()
QUIET.log_errors = False


class Mark(NamedTuple):
    """A stretch of text to leave out, and what stands in its place."""

    start: int
    end: int
    instead: str = REDACTED


class Unreadable(Exception):
    """A stored pattern cannot be read, so nobody knows what it would have left out."""


def readable(pattern: str) -> str:
    """Return a pattern that can be read; raises ValueError, without the pattern, for one that cannot."""
    try:
        re2.compile(pattern, options=QUIET)
    except re2.error:
        message = "Must be a regular expression as RE2 reads it: without look-around and back-references."
        raise ValueError(message) from None
    return pattern


@dataclass(frozen=True)
class Redactions:
    """What the owner of a memory wants left out below full, by field, and what must never be told."""

    rules: Sequence[Rule] = ()
    terms: Sequence[str] = ()
    patterns: Sequence[str] = ()

    def marks(self, field: str, text: str) -> Iterator[Mark]:
        """Yield what the owner leaves out of a field's text, in no order; raises Unreadable."""
        for rule in (one for one in self.rules if one["field"] == field):
            instead = rule.get("replacement", REDACTED)
            yield from (Mark(*span, instead) for span in _spans(rule["pattern"], text))
        for pattern in self.patterns:
            yield from (Mark(*span) for span in _spans(pattern, text))
        yield from (Mark(hit.start, hit.end) for hit in self._terms.find(text))

    def touches(self, text: str) -> bool:
        """Tell whether any rule, of whatever field, finds something in `text`; yes for an unreadable one."""
        try:
            found = any(re2.search(pattern, text, options=QUIET) for pattern in self._every())
        except re2.error:
            return True
        return found or bool(self._terms.find(text))

    def _every(self) -> Iterable[str]:
        return (*(rule["pattern"] for rule in self.rules), *self.patterns)

    @cached_property
    def _terms(self) -> NameMatcher:
        return NameMatcher(dict.fromkeys(self.terms, (0,)))


def _spans(pattern: str, text: str) -> Iterator[tuple[int, int]]:
    try:
        for found in re2.finditer(pattern, text, options=QUIET):
            if found.end() > found.start():
                yield found.start(), found.end()
    except re2.error:
        raise Unreadable from None
