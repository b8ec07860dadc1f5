"""Leave out of a memory's text what no tier below full may print.

Pure. Hidden are what the owner's rules and forbidden terms match, the names and aliases of subjects and
source, personal data wherever in the memory it was found, stored findings and what the tier withholds of the
place; most also where it is spelled otherwise. All is looked for in the text as written, then taken out at
once, so that nothing taken out first hides the rest of something longer. A city that is named like a person
is shown as a city: people are not looked for in a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from consent.rules.fields import Finding, MemoryFields
from consent.rules.patterns import Unreadable
from consent.rules.redaction import Redactions
from consent.rules.tiers import Tier, withheld_parts
from text.digits import digits_of
from text.names import NameMatcher
from text.personal import Found, find_personal
from text.readings import Reading
from text.spelled import SpelledMatcher
from text.stretches import REDACTED, Stretch, replaced
from text.tokens import words

_SHORT: Final = 2
_NATIONAL: Final = 10


class Veil:
    """What must not be printed of one memory below full; made once a memory, asked once a field."""

    def __init__(self, fields: MemoryFields, names: NameMatcher) -> None:
        self._fields, self._names = fields, names
        self._found: dict[str, tuple[Found, ...]] = {}
        self._readings: dict[str, Reading] = {}
        self._places: dict[tuple[str, ...], Places] = {}

    @cached_property
    def rules(self) -> Redactions:
        """Return the owner's own rules."""
        return self._fields.owners_rules

    @cached_property
    def values(self) -> frozenset[str]:
        """Return what is hidden wherever it stands: names, terms, the address, personal data, findings."""
        found = {*self._plain_values}
        personal: set[tuple[str, str]] = set()
        for field, text in self._fields.texts():
            personal.update((text[one.start : one.end], one.kind) for one in self._personal(field, text))
            found.update(text[one.start : one.end] for one in self._findings(field))
        found.update(form for value, kind in personal for form in _forms(value, kind))
        return frozenset(found - {""})

    @cached_property
    def _plain_values(self) -> tuple[str, ...]:
        address = self._fields.location.get("address") or ""
        return (*self._names.spellings, *self._fields.forbidden_terms, address)

    @cached_property
    def told(self) -> tuple[str, ...]:
        """Return the words of the content, for what repeats them."""
        return words(self._fields.content)

    @cached_property
    def told_words(self) -> frozenset[str]:
        """Return each of them once."""
        return frozenset(self.told)

    def redact(self, field: str, text: str, tier: Tier) -> str:
        """Return `text` as its field shows it at a tier below full; empty where a rule cannot be read."""
        if not text:
            return ""
        try:
            marks = list(self.rules.marks(field, text))
        except Unreadable:
            return ""
        marks += (Stretch(one.start, one.end) for one in self._findings(field))
        hidden = replaced(text, (*marks, *self._marks(field, text, tier)))
        if all(mark.instead == REDACTED for mark in marks):
            return hidden
        # What the owner put in place, and what now stands together, is looked through once more.
        return replaced(hidden, self._marks(field, hidden, tier))

    def tells(self, text: str, tier: Tier) -> bool:
        """Tell whether `text` holds anything hidden at a tier; yes where a rule cannot be read."""
        return self.rules.touches(text) or next(self._marks("", text, tier), None) is not None

    def _marks(self, field: str, text: str, tier: Tier) -> Iterator[Stretch]:
        read = self._readings.setdefault(text, Reading(text))
        spelled = self._spelled_plainly if field == "location" else self._spelled
        yield from (Stretch(hit.start, hit.end) for hit in self._names.find(read))
        yield from (Stretch(one.start, one.end) for one in self._personal(field, text))
        yield from (Stretch(*span) for span in spelled.find(read))
        yield from (Stretch(*span) for span in self._withheld(tier).find(read))

    def _personal(self, field: str, text: str) -> Iterator[Found]:
        if text not in self._found:
            self._found[text] = find_personal(text)
        kinds = self._fields.looked_for - ({"person"} if field == "location" else set())
        return (one for one in self._found[text] if one.kind in kinds)

    def _findings(self, field: str) -> Iterator[Finding]:
        kinds = self._fields.looked_for
        return (one for one in self._fields.findings if one.field == field and one.kind in kinds)

    def _withheld(self, tier: Tier) -> Places:
        parts = withheld_parts(self._fields.location, tier)
        if parts not in self._places:
            self._places[parts] = Places(parts)
        return self._places[parts]

    @cached_property
    def _spelled(self) -> SpelledMatcher:
        return SpelledMatcher(self.values)

    @cached_property
    def _spelled_plainly(self) -> SpelledMatcher:
        return SpelledMatcher(self._plain_values)


class Places:
    """Parts of a place to be found in text; those of two letters, like a state, only as they are written."""

    def __init__(self, parts: Sequence[str]) -> None:
        self._names = NameMatcher({part: (0,) for part in parts if len(part) > _SHORT})
        short = "|".join(re.escape(part) for part in parts if len(part) <= _SHORT)
        self._short = re.compile(rf"\b(?:{short})\b") if short else None

    def find(self, text: Reading) -> Iterator[tuple[int, int]]:
        """Yield the (start, end) of every part named in `text`."""
        yield from ((hit.start, hit.end) for hit in self._names.find(text))
        if self._short is not None:
            yield from (found.span() for found in self._short.finditer(text.written))


def _forms(value: str, kind: str) -> Iterator[str]:
    """Yield a value as it was found; a telephone number also without what a country puts before it."""
    yield value
    if kind == "phone" and len(digits := digits_of(value)) > _NATIONAL:
        yield digits[-_NATIONAL:]
