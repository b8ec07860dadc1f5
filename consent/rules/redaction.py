"""What an owner wants left out of its memory below full: patterns by field, forbidden terms and patterns.

Pure. Patterns are strangers' text and run in linear time (RE2), over a text as written and as it is seen; one
that cannot be read withholds everything.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import re2

from text.names import NameMatcher
from text.seen import Seen
from text.stretches import REDACTED, Stretch

Rule = Mapping[str, str]
# The library would print an unreadable pattern, which is the owner's text, on standard error.
_QUIET = re2.Options()
_QUIET.log_errors = False


class Unreadable(Exception):
    """A stored pattern cannot be read, so nobody knows what it would have left out."""


def readable(pattern: str) -> str:
    """Return a pattern that can be read; raises ValueError, without the pattern, for one that cannot."""
    try:
        re2.compile(pattern, options=_QUIET)
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

    def marks(self, field: str, text: str) -> Iterator[Stretch]:
        """Yield what the owner leaves out of a field's text, in no order; raises Unreadable."""
        seen = Seen(text)
        for rule in (one for one in self.rules if one["field"] == field):
            instead = rule.get("replacement", REDACTED)
            yield from (Stretch(*span, instead) for span in stretches(rule["pattern"], seen))
        for pattern in self.patterns:
            yield from (Stretch(*span) for span in stretches(pattern, seen))
        yield from (Stretch(hit.start, hit.end) for hit in self._terms.find(text))

    def touches(self, text: str) -> bool:
        """Tell whether any rule, of whatever field, finds something in `text`; yes for an unreadable one."""
        seen = Seen(text)
        try:
            found = any(stretches(pattern, seen) for pattern in self._every())
        except Unreadable:
            return True
        return found or bool(self._terms.find(text))

    def _every(self) -> Iterable[str]:
        return (*(rule["pattern"] for rule in self.rules), *self.patterns)

    @cached_property
    def _terms(self) -> NameMatcher:
        return NameMatcher(dict.fromkeys(self.terms, (0,)))


def stretches(pattern: str, text: Seen) -> list[tuple[int, int]]:
    """Return where a pattern matches a text as written or as seen, empty matches left out.

    Raises Unreadable."""
    found = _spans(pattern, text.written)
    if text.plain is not text.written or not pattern.isascii():
        composed = unicodedata.normalize("NFC", pattern)
        for one in dict.fromkeys((pattern, composed)):
            found += [text.span(*span) for span in _spans(one, text.plain)]
    return found


def _spans(pattern: str, text: str) -> list[tuple[int, int]]:
    try:
        found = [match.span() for match in re2.finditer(pattern, text, options=_QUIET)]
    except re2.error:
        raise Unreadable from None
    return [(start, end) for start, end in found if end > start]
