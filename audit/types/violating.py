"""What must not happen, as it is reported and reviewed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol
from uuid import UUID

from audit.types.recording import Detail, check_details

Severity = Literal["low", "medium", "high", "critical"]


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
    """One violation to report.

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
