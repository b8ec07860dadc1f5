"""A memory as stored: what its renderings are made from, and what they withhold is measured against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from consent.rules.recognizers import EVERYTHING
from consent.rules.redaction import Redactions
from consent.rules.tiers import PLACE_PARTS


@dataclass(frozen=True, slots=True)
class Finding:
    """A stretch of one field that a model took for personal data; stored, never computed in a request."""

    field: str
    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class MemoryFields:
    """What a rendering is made from: the memory as stored; `when` is its occurrence, else its creation."""

    kind: str
    title: str | None
    content: str
    when: datetime
    summary: str | None = None
    context_summary: str | None = None
    tags: tuple[str, ...] = ()
    location: Mapping[str, str | None] = field(default_factory=dict)
    source: str | None = None
    subjects: tuple[str, ...] = ()
    forbidden_terms: tuple[str, ...] = ()
    forbidden_patterns: tuple[str, ...] = ()
    redactions: tuple[Mapping[str, str], ...] = ()
    findings: tuple[Finding, ...] = ()
    looked_for: frozenset[str] = EVERYTHING

    @property
    def owners_rules(self) -> Redactions:
        """Return what the owner wants left out below full."""
        return Redactions(self.redactions, self.forbidden_terms, self.forbidden_patterns)

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield everything the memory says, with the field that says it."""
        plain = {"title": self.title, "content": self.content, "summary": self.summary}
        yield from ((name, text) for name, text in plain.items() if text)
        yield from (("tags", tag) for tag in self.tags)
        yield from (("location", part) for name in PLACE_PARTS if (part := self.location.get(name)))
