"""What is answered of memories."""

from typing import Any, Literal, NotRequired, TypedDict

from memory_admin_client.shapes.words import Epistemic, RedactedField, Scope, Time
from memory_admin_client.shapes.writing import Location


class Source(TypedDict, total=False):
    """Where a text came from."""

    type: str
    uri: str | None
    message_id: str | None


class Redaction(TypedDict):
    """What of a memory is taken out below the full tier."""

    field: RedactedField
    pattern: str
    replacement: NotRequired[str]


class Pending(TypedDict):
    """A grant that waits for consents."""

    grantee: str
    missing_consent_from: list[str]


class Verified(TypedDict):
    """Who vouched for a memory, and when."""

    by: str
    at: Time


class OwnMemory(TypedDict):
    """A memory as its owner reads it."""

    id: str
    version: int
    owner: str
    kind: str
    state: str
    tier: str
    scope: Scope
    access_grants: list[str]
    consent_grants: list[str]
    pending_grants: list[Pending]
    source_entity: str | None
    subject_ids: list[str]
    context: str | None
    title: str | None
    content: str
    summary: str | None
    context_summary: str | None
    tags: list[str]
    location: Location | None
    metadata: dict[str, Any]
    redactions: list[Redaction]
    forbidden_terms: list[str]
    forbidden_patterns: list[str]
    prompt_instructions: str | None
    derived_from: list[str]
    trust: float | None
    provenance: str
    epistemic_status: Epistemic
    verified: Verified | None
    confidence: float | None
    importance: float
    source: Source
    application: str
    occurred_at: Time | None
    valid_until: Time | None
    created_at: Time
    updated_at: Time


class AnyMemory(TypedDict, total=False):
    """One memory: whole to its owner, else its tier's rendering; fields that are absent are left out."""

    id: str | None
    version: int | None
    owner: str | None
    kind: str | None
    state: str | None
    tier: str | None
    scope: Scope | None
    access_grants: list[str] | None
    consent_grants: list[str] | None
    pending_grants: list[Pending] | None
    source_entity: str | None
    subject_ids: list[str] | None
    context: str | None
    title: str | None
    content: str | None
    summary: str | None
    context_summary: str | None
    tags: list[str] | None
    location: Location | None
    metadata: dict[str, Any] | None
    redactions: list[Redaction] | None
    forbidden_terms: list[str] | None
    forbidden_patterns: list[str] | None
    prompt_instructions: str | None
    derived_from: list[str] | None
    trust: float | None
    provenance: str | None
    epistemic_status: Epistemic | None
    verified: Verified | None
    confidence: float | None
    importance: float | None
    source: dict[str, Any]
    application: str | None
    occurred_at: Time | None
    valid_until: Time | None
    created_at: Time | None
    updated_at: Time | None
    trust_reason: str | None
    date: str | None


class ShownSource(TypedDict):
    """Who a memory comes from, and as what."""

    entity: str | None
    type: str


class ShownMemory(TypedDict):
    """Somebody's memory at the tier its reader has."""

    id: str
    owner: str
    kind: str
    tier: str
    trust: float
    trust_reason: str
    version: int | None
    state: str
    title: str
    content: str
    tags: list[str]
    location: Location
    date: str
    provenance: str
    epistemic_status: Epistemic
    confidence: float | None
    source: ShownSource


class BatchResult(TypedDict):
    """What became of one item: its memory or its problem."""

    status: int
    memory: NotRequired[OwnMemory]
    error: NotRequired[dict[str, Any]]


class Batch(TypedDict):
    """What became of each item, in their order."""

    created: int
    failed: int
    results: list[BatchResult]


class MemoryVersion(TypedDict):
    """What an edit changed."""

    version: int
    at: Time
    changed: dict[str, Any]


class MemoryVersions(TypedDict):
    """Former versions, newest first."""

    items: list[MemoryVersion]


class Granted(TypedDict):
    """Whether a grant counts already, and who has to agree first."""

    memory: str
    grantee: str
    effective: bool
    missing_consent_from: list[str]


class Finding(TypedDict):
    """What a check found in a statement."""

    check: str
    level: Literal["block", "warn", "advice"]
    kind: str
    start: int
    end: int


class AwaitingApproval(TypedDict):
    """A statement that somebody else has to approve first."""

    id: str
    status: Literal["awaiting_approval"]
    statement: str
    access_grants: list[str]
    findings: list[Finding]


class Generalized(OwnMemory):
    """The belief as its owner reads it, with what the checks said of it."""

    status: Literal["created"]
    generalization: str
    findings: list[Finding]
