"""What travels in and out of the audit: frozen, pure, without content."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol
from uuid import UUID

Outcome = Literal["ok", "refused", "error"]
Severity = Literal["low", "medium", "high", "critical"]
Scalar = str | int | float | bool | None
Detail = Scalar | Sequence[Scalar]

_KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,99}|\*")
_SCOPES = frozenset({"recall:self", "consent:record", "trust:raise"})


def _is_code(value: object) -> bool:
    """Say whether a detail is a code, an id or a number (an entity id such as `human:sean` is none)."""
    if value is None or isinstance(value, bool | int):
        return True
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, str) and (not value or value in _SCOPES or bool(_CODE.fullmatch(value)))


def check_details(details: Mapping[str, Detail]) -> None:
    """Raise ValueError, naming only the key, when details hold more than codes, ids and numbers."""
    for key, value in details.items():
        members = value if isinstance(value, list | tuple) else (value,)
        if not _KEY.fullmatch(key) or not all(_is_code(member) for member in members):
            raise ValueError(f"audit details take codes, internal ids and numbers only: {key[:40]!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened; who and what by internal ids and codes, never by name or text."""

    action: str
    actor_id: int | None = None
    acting_id: int | None = None
    behalf_id: int | None = None
    credential_id: int | None = None
    object_type: str = ""
    object_id: str = ""
    reason: str = ""
    outcome: Outcome = "ok"
    code: str = ""
    details: Mapping[str, Detail] = field(default_factory=dict)
    request_id: str = ""
    door: str = ""

    def __post_init__(self) -> None:
        check_details(self.details)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallRecord:
    """One request that returned content: who asked, under which rules (recall.md stage 7).

    `query` stays None unless the policy keeps query texts; `query_hash` is made by the caller."""

    actor_id: int | None
    acting_id: int | None = None
    behalf_id: int | None = None
    credential_id: int | None = None
    application: str = ""
    context_session_id: int | None = None
    query_hash: str = ""
    query: str | None = field(default=None, repr=False)
    policy_version: int = 0
    detector_version: str = ""
    door: str = ""
    request_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveredItem:
    """One memory of one answer: what was decided about it and how it was shown."""

    memory_id: int
    memory_version: int
    tier: str
    provenance: str
    decision: str = "included"
    reason: str = ""
    role: str = ""
    quoted: bool = False
    sanitized: bool = False
    instruction_like: bool = False
    kind: str = ""
    source_type: str = ""
    epistemic: str = ""
    confidence: float | None = None
    owner_id: int | None = None
    through_id: int | None = None
    rules: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Where in a response a hidden detail stood: offsets in characters, never the text."""

    start: int
    end: int
    category: str
    memory_id: int | None = None
    weight: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ViolationReport:
    """One violation to report (domain.md 11).

    `query` and `response` are given as they were; the service masks them before anything is stored.
    `dedupe_key` names what repeats within the hour; empty means kind, owner, accessor and memory."""

    kind: str
    severity: Severity
    owner_id: int | None = None
    accessor_id: int | None = None
    credential_id: int | None = None
    memory_id: int | None = None
    recall: UUID | None = None
    trust: float | None = None
    query: str = field(default="", repr=False)
    response: str = field(default="", repr=False)
    spans: tuple[Span, ...] = ()
    score: float | None = None
    action_taken: str = ""
    details: Mapping[str, Detail] = field(default_factory=dict)
    dedupe_key: str = ""
    request_id: str = ""

    def __post_init__(self) -> None:
        check_details(self.details)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What someone makes of a violation; None and an empty note leave things as they are.

    `assign` says that `assignee_id` is meant, None included."""

    status: str | None = None
    severity: str | None = None
    note: str = field(default="", repr=False)
    assign: bool = False
    assignee_id: int | None = None

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing is asked for."""
        return not (self.status or self.severity or self.note.strip() or self.assign)


class Reviewer(Protocol):
    """Who looks at violations: what the audit asks of the callers of the apps above it."""

    @property
    def principal_id(self) -> int: ...
    @property
    def acting_id(self) -> int: ...
    @property
    def behalf_id(self) -> int | None: ...
    @property
    def credential_id(self) -> int | None: ...
    @property
    def scopes(self) -> frozenset[str]: ...
    @property
    def staff_role(self) -> str: ...
    @property
    def is_agent(self) -> bool: ...
    @property
    def is_admin(self) -> bool: ...
    @property
    def own_act(self) -> bool: ...
    @property
    def request_id(self) -> str: ...
    @property
    def door(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvent:
    """An event as the table holds it, in the database's own words: `at` in seconds since 1970 and `details`
    as the text of the jsonb column, so that whatever was put there can be read and hashed."""

    id: int
    public: str
    at: str
    xid: int
    action: str
    actor_id: int | None
    acting_id: int | None
    behalf_id: int | None
    credential_id: int | None
    object_type: str
    object_id: str
    reason: str
    outcome: str
    code: str
    details: str
    request_id: str
    door: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a sealed batch: its id and the hash of everything else in it."""

    event_id: int
    digest: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """A signed hash over every event with from_xid <= xid < to_xid, chained to the one before.

    `kind` is `batch`, or `gap` where a person declared a restore or a new key."""

    number: int
    kind: str
    at: datetime
    from_xid: int
    to_xid: int
    xid_offset: int
    count: int
    last_event_id: int
    reason: str
    entries: bytes
    batch_hash: bytes
    previous_hash: bytes
    chain_hash: bytes
    public_key: bytes
    signature: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class SealReport:
    """What one run of the sealing did; `state` is sealed, idle, busy (another holds the lease) or off."""

    state: Literal["sealed", "idle", "busy", "off"]
    seals: int = 0
    events: int = 0
    exported: int = 0
    healed: int = 0
    last_number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SealHealth:
    """How the sealing stands, for doctor and the health page; `fix` says what to do."""

    state: Literal["ok", "late", "never", "off", "conflict"]
    last_number: int
    last_at: datetime | None
    unsealed: int
    oldest_unsealed_seconds: float
    exported_number: int
    fix: str = ""
