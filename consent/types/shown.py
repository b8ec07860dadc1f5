"""What travels after the decision, and what a writer states: candidates, items, drafts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from consent.types.deciding import Trust, Why


@dataclass(frozen=True, slots=True)
class Candidate:
    """A match before its text was read."""

    memory: int
    label: int
    owner: int
    ceiling: float | None
    tier: int
    score: float


@dataclass(frozen=True, slots=True)
class Match:
    """A candidate with what its words and its nearness are worth, before these are made one score."""

    candidate: Candidate
    weight: float
    shown_at: float  # in seconds, to order by: hundreds are read for each that is shown
    public_id: UUID
    words: float = 0.0
    closeness: float | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """What may be shown of one memory to one asking: the rendering's fields and the decision."""

    memory: int
    public_id: str
    version: int
    owner: str
    kind: str
    tier: int
    title: str
    body: str
    tags: tuple[str, ...]
    location: dict[str, str]
    date: str
    shown_at: datetime
    provenance: str
    epistemic: str
    confidence: float | None
    source: str | None
    source_type: str
    state: str
    trust: Trust
    why: Why
    score: float
    owner_id: int = 0
    # The ids of those shown beside it that it contradicts.
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Where:
    """In which context session something is read; `self` is one's own stack regardless of the context."""

    session: str | None = None
    visibility: str = "context"


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory as its writer states it, names as text; `access_grants` None means what the context gives."""

    kind: str
    content: str
    title: str | None = None
    summary: str | None = None
    context_summary: str | None = None
    tags: tuple[str, ...] = ()
    source_entity: str | None = None
    subject_ids: tuple[str, ...] = ()
    access_grants: tuple[str, ...] | None = None
    consent_grants: tuple[str, ...] = ()
    trust: float = 1.0
    location: dict[str, str] = field(default_factory=dict)
    occurred_at: datetime | None = None
    valid_until: datetime | None = None
    epistemic_status: str = "observed"
    confidence: float | None = None
    importance: float = 0.5
    source_type: str = "unknown"
    source_uri: str | None = None
    source_message_id: str | None = None
    # Ids of the memories it came from; and whether the text is the writer's wording of what it points at.
    derived_from: tuple[str, ...] = ()
    reworded: bool = False
    redactions: tuple[dict[str, str], ...] = ()
    forbidden_terms: tuple[str, ...] = ()
    forbidden_patterns: tuple[str, ...] = ()
    prompt_instructions: str | None = None
    context_session: str | None = None
    metadata: dict[str, object] = field(default_factory=dict)
    # Of a memory read from a file: the most authority the file may claim for it. Nobody saw it happen.
    at_most: str | None = None
    state: str = "active"

    def names(self) -> set[str]:
        """Return every entity or grantee the draft mentions."""
        grants = self.access_grants or ()
        return {*self.subject_ids, *grants, *self.consent_grants, *filter(None, [self.source_entity])}
