"""What an owner wants left out of its memory below full: patterns by field, forbidden terms and patterns.

Pure. Patterns are strangers' text and run within bounds, over a text as written and as it is seen; one that
cannot be read, or costs too much, withholds everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from consent.rules.patterns import Effort, Unreadable, stretches
from text.names import NameMatcher
from text.seen import Seen
from text.stretches import REDACTED, Stretch

Rule = Mapping[str, str]


@dataclass(frozen=True)
class Redactions:
    """What the owner of a memory wants left out below full, by field, and what must never be told."""

    rules: Sequence[Rule] = ()
    terms: Sequence[str] = ()
    patterns: Sequence[str] = ()

    def marks(self, field: str, text: str) -> Iterator[Stretch]:
        """Yield what the owner leaves out of a field's text, in no order; raises Unreadable."""
        seen, effort = Seen(text), Effort()
        for rule in (one for one in self.rules if one["field"] == field):
            instead = rule.get("replacement", REDACTED)
            yield from (Stretch(*span, instead) for span in stretches(rule["pattern"], seen, effort))
        for pattern in self.patterns:
            yield from (Stretch(*span) for span in stretches(pattern, seen, effort))
        yield from (Stretch(hit.start, hit.end) for hit in self._terms.find(text))

    def touches(self, text: str) -> bool:
        """Tell whether any rule, of whatever field, finds something in `text`; yes for an unreadable one."""
        seen, effort = Seen(text), Effort()
        try:
            found = any(stretches(pattern, seen, effort) for pattern in self.every())
        except Unreadable:
            return True
        return found or bool(self._terms.find(text))

    def every(self) -> Iterable[str]:
        """Return all patterns, of whatever field."""
        return (*(rule["pattern"] for rule in self.rules), *self.patterns)

    @cached_property
    def _terms(self) -> NameMatcher:
        return NameMatcher(dict.fromkeys(self.terms, (0,)))
