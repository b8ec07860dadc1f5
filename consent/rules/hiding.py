"""Leave out of a memory's text what no tier below full may print (domain.md 9).

Pure. Hidden are what the owner's rules and forbidden terms match, the names and aliases of subjects and
source, personal data wherever in the memory it was found, stored findings and the street address; each of
them also where it is spelled otherwise. All is looked for in the text as written, then taken out at once, so
that nothing taken out first hides the rest of something longer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from consent.rules.fields import MemoryFields
from consent.rules.redaction import Mark, Redactions, Unreadable
from text.names import REDACTED, NameMatcher
from text.personal import Found, find_personal
from text.spelled import SpelledMatcher


class Veil:
    """What must not be printed of one memory below full; made once a memory, asked once a field."""

    def __init__(self, fields: MemoryFields, names: NameMatcher) -> None:
        self._fields, self._names = fields, names
        self._found: dict[str, tuple[Found, ...]] = {}

    @cached_property
    def rules(self) -> Redactions:
        """Return the owner's own rules."""
        return self._fields.owners_rules

    @cached_property
    def values(self) -> frozenset[str]:
        """Return what is hidden wherever it stands: names, terms, the address, personal data, findings."""
        found = {*self._names.spellings, *self._fields.forbidden_terms}
        for field, text in self._fields.texts():
            found.update(text[one.start : one.end] for one in self._personal(text))
            found.update(text[one.start : one.end] for one in self._fields.findings if one.field == field)
        return frozenset({*found, self._fields.location.get("address") or ""} - {""})

    def redact(self, field: str, text: str) -> str:
        """Return `text` as its field shows it below full; empty where a rule of it cannot be read."""
        if not text:
            return ""
        try:
            marks = list(self.rules.marks(field, text))
        except Unreadable:
            return ""
        hidden = _without(text, (*marks, *self._marks(field, text)))
        if all(mark.instead == REDACTED for mark in marks):
            return hidden
        # What the owner put in place, and what now stands together, is looked through once more.
        return _without(hidden, self._marks("", hidden))

    def tells(self, text: str) -> bool:
        """Tell whether `text` holds anything hidden; yes where a rule cannot be read."""
        return self.rules.touches(text) or next(self._marks("", text), None) is not None

    def _marks(self, field: str, text: str) -> Iterator[Mark]:
        yield from (Mark(hit.start, hit.end) for hit in self._names.find(text))
        yield from (Mark(one.start, one.end) for one in self._personal(text))
        yield from (Mark(one.start, one.end) for one in self._fields.findings if one.field == field != "")
        yield from (Mark(*span) for span in self._spelled.find(text))

    def _personal(self, text: str) -> tuple[Found, ...]:
        if text not in self._found:
            self._found[text] = find_personal(text)
        return self._found[text]

    @cached_property
    def _spelled(self) -> SpelledMatcher:
        return SpelledMatcher(self.values)


def _without(text: str, marks: Iterable[Mark]) -> str:
    """Return text without its marked stretches; overlapping ones become one, the widest one's words in it."""
    kept: list[str] = []
    at = 0
    for start, end, instead in _merged(marks):
        kept += [text[at:start], instead]
        at = end
    return "".join([*kept, text[at:]])


def _merged(marks: Iterable[Mark]) -> Iterator[Mark]:
    current: Mark | None = None
    for mark in sorted(marks, key=lambda one: (one.start, -one.end, one.instead == REDACTED, one.instead)):
        if current is None or mark.start >= current.end:
            if current is not None:
                yield current
            current = mark
        elif mark.end > current.end:
            current = Mark(current.start, mark.end)
    if current is not None:
        yield current
