"""Take out what an owner wants redacted below full, and find what it forbids in a line about a memory.

Pure. Patterns are strangers' text and run in linear time (RE2); one that cannot be read withholds everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import re2

from text.names import REDACTED, NameMatcher

Rule = Mapping[str, str]
# The library would print an unreadable pattern, which is the owner's text, on standard error.
QUIET = re2.Options()
QUIET.log_errors = False


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
    """What the owner of a memory wants left out below full, by field, and what a hint must not tell."""

    rules: Sequence[Rule] = ()
    terms: Sequence[str] = ()
    patterns: Sequence[str] = ()

    def redact(self, field: str, text: str) -> str:
        """Return `text` as a field shows it below full; empty where a pattern cannot be read."""
        try:
            for rule in (one for one in self.rules if one["field"] == field):
                kept = rule.get("replacement", REDACTED)
                text = str(re2.sub(rule["pattern"], lambda _, kept=kept: kept, text, options=QUIET))
        except re2.error:
            return ""
        return text

    def touches(self, text: str) -> bool:
        """Tell whether any rule finds something in `text`; yes where a pattern cannot be read."""
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
