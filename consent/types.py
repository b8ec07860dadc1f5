"""The values that travel between the stages: one frozen type per stage, nothing of Django."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Grant:
    """One entry of a label: who, whether the writer named it, whether the owner's own act made it."""

    grantee: int
    named: bool
    owner_agreed: bool


@dataclass(frozen=True, slots=True)
class Label:
    """What decides access to a memory; many memories share one (domain.md 4)."""

    id: int
    owner: int
    source: int | None
    source_attested: bool
    relayed: bool
    subjects: frozenset[int]
    grants: tuple[Grant, ...]
    context: int | None
    solo: int | None
    parents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Consent:
    """One record of agreement or denial, as the decision needs it."""

    id: str
    grantor: int
    grantee: int
    scope: str
    scope_id: int | None
    denied: bool
    participants: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Relationship:
    """How far an owner trusts an accessor or a collective; `base` None means unreadable, so 0.0."""

    owner: int
    accessor: int
    context: int | None
    base: float | None
    strict: bool = False
    require_validation: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """A live context session: the context, the role held in it and who may hear."""

    id: int
    context: int
    participant: int
    role: int | None


@dataclass(frozen=True, slots=True)
class Facts:
    """All that is true at one moment about some labels: live rows only, read in one snapshot."""

    persons: dict[int, frozenset[int]]
    custodians: dict[int, frozenset[int]]
    containers: dict[int, frozenset[int]]
    consents: tuple[Consent, ...]
    participants: dict[int, frozenset[int]]
    default_grants: dict[int, frozenset[int]]
    unusable: frozenset[int] = frozenset()
    relationships: tuple[Relationship, ...] = ()
    parents: dict[int, Label] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rules:
    """The policy settings that a decision reads."""

    subjects_and_source: bool = False
    strict_audience: bool = False
    default_trust: float = 1.0


@dataclass(frozen=True, slots=True)
class Asker:
    """Whose eyes: E(A) without a session, and the session if any."""

    id: int
    entities: frozenset[int]
    session: Session | None = None

    @property
    def everything(self) -> frozenset[int]:
        """Return all it answers to, its session's context and role included, wherever that role counts."""
        if self.session is None:
            return self.entities
        role = () if self.session.role is None else (self.session.role,)
        return self.entities | {self.session.context, *role}


@dataclass(frozen=True, slots=True)
class Asking:
    """One question's askers: the acting entity, the person acted for, the audience of the session."""

    asker: Asker
    behalf: Asker | None = None
    audience: tuple[Asker, ...] = ()
    self_only: bool = False
    context_required: bool = False
    # Tiers that some owner may trust an asker to, besides what is public: where a search need not look.
    trusted: frozenset[int] = frozenset({0, 1, 2, 3, 4})

    @property
    def sides(self) -> tuple[Asker, ...]:
        """Return those who must both see what is shown: the asker and whom it acts for."""
        return (self.asker,) if self.behalf is None else (self.asker, self.behalf)


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one decision reads: the labels, who asks, what is true and the policy, at one moment.

    `names` are the entity ids of owners and sources, for printing what was decided."""

    labels: dict[int, Label]
    asking: Asking
    facts: Facts
    rules: Rules
    names: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Why:
    """The grant that opened a memory, the path to it and the consents it rests on."""

    grantee: int | None
    via: tuple[int, ...] = ()
    consents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GrantRuling:
    """What became of one grant for one asker."""

    grantee: int
    counts: bool
    consented: bool
    consents: tuple[str, ...]
    missing_from: frozenset[int]


@dataclass(frozen=True, slots=True)
class Ruling:
    """The decision on one label for one asking: allowed or not, with the reason."""

    allowed: bool
    reason: str
    why: Why
    grants: tuple[GrantRuling, ...] = ()
    public: bool = False
    owner: bool = False


@dataclass(frozen=True, slots=True)
class Trust:
    """How much of a memory one asking may be shown: 0.0 to 1.0, with where it came from."""

    value: float
    reason: str
    strict: bool = False
    require_validation: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A match before its text was read."""

    memory: int
    label: int
    owner: int
    ceiling: float
    tier: int
    score: float


@dataclass(frozen=True, slots=True)
class Match:
    """A candidate with what its words and its nearness are worth, before these are made one score."""

    candidate: Candidate
    weight: float
    shown_at: datetime
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
