"""Consents, decisions and trust."""

from typing import Any, Literal, NotRequired, Required, TypedDict

from memory_admin_client.call import Once
from memory_admin_client.shapes.memories import Pending
from memory_admin_client.shapes.words import ConsentStatus, Moment, Time


class Consent(TypedDict):
    """One consent or request, as far as its viewer may know; the rest is null."""

    id: str
    grantor: str
    grantee: str
    scope: str
    purpose: str
    status: ConsentStatus
    evidence: Literal["verified", "admin", "asserted"] | None
    recorded_by: str | None
    requested_at: Time | None
    granted_at: Time | None
    denied_at: Time | None
    expires_at: Time | None
    revoked_at: Time | None
    reason: str | None
    participants: list[str] | None
    memories: NotRequired[list[str]]


class Information(TypedDict):
    """What a consent is about."""

    scope: str
    description: str


class Recipient(TypedDict):
    """Who receives it, and through what."""

    entity: str
    through: str


class Purpose(TypedDict):
    """One purpose of a consent."""

    purpose: str
    lawful_basis: str
    pii_information: Information
    recipients: list[Recipient]
    valid_from: Time | None
    retention_until: Time | None


class Withdrawal(TypedDict):
    """How to take a consent back."""

    method: str
    address: str
    body: str
    command: str


class ReceiptEvent(TypedDict):
    """One thing that happened to a consent."""

    event_time: Time
    event_type: str
    entity: str | None


class Receipt(TypedDict):
    """A consent receipt."""

    receipt_id: str
    schema_version: str
    record_id: str
    issued_at: Time
    language: str
    pii_principal: str
    pii_controllers: list[str]
    status: ConsentStatus
    evidence: str | None
    recorded_by: str | None
    purposes: list[Purpose]
    withdrawal_method: Withdrawal
    events: list[ReceiptEvent]


class ConsentsFound(TypedDict):
    """The consents that count, and who is missing."""

    found: list[str]
    missing_from: list[str]


class Checked(TypedDict, total=False):
    """Whether somebody may see a memory; `results` of many checks."""

    allowed: bool
    reason: str
    grants: list[dict[str, Any]]
    memberships: list[str]
    consents: ConsentsFound
    results: list[dict[str, Any]]


class Explained(TypedDict):
    """Whether somebody may see a memory, and why."""

    allowed: bool
    reason: str
    grants: NotRequired[list[dict[str, Any]]]
    memberships: NotRequired[list[str]]
    consents: NotRequired[ConsentsFound]
    results: NotRequired[list[dict[str, Any]]]


class Check(TypedDict, total=False):
    """One question: may this principal see this memory?"""

    memory: Required[str]
    principal: Required[str]
    context_session: str | None


class Viewer(TypedDict):
    """Who can see a memory, and through what."""

    entity: str
    through: str
    consents: list[str]


class AuditedMemory(TypedDict):
    """Who can see one memory about a subject: never its content."""

    memory: str
    owner: str
    kind: str
    created_at: Time
    subjects: list[str]
    visible_to: list[Viewer]
    pending_grants: list[Pending]
    deliveries: int


class Trust(TypedDict):
    """A relationship; `reason` is for the owner's side alone."""

    id: str
    owner: str
    accessor: str
    context: str | None
    base_trust: float
    summary: str
    reason: str | None
    require_validation: bool
    strict_mode: bool
    auto_lower: bool | None
    version: int
    last_updated: Time


class TrustAsked(TypedDict):
    """The one answer to a request."""

    owner: str
    accessor: str
    wanted: float
    status: str


class ConsentOptions(Once, total=False):
    """What for, until when and why."""

    purpose: str
    expires_at: Moment | None
    reason: str


class Reason(Once, total=False):
    """Why."""

    reason: str


class ApprovalOptions(Reason, total=False):
    """Why, and until when."""

    expires_at: Moment | None


class TrustOptions(Reason, total=False):
    """In which context, on which terms, and the version that was read."""

    context: str | None
    summary: str
    require_validation: bool
    strict_mode: bool
    auto_lower: bool
    version: int


class ConsentFilters(TypedDict, total=False):
    """Which consents; `limit` is the size of a page."""

    role: Literal["grantor", "custodian", "subject", "grantee", "asker", "owner"]
    scope: str
    status: ConsentStatus
    limit: int
