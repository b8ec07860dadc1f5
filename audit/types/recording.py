"""What happened and what was delivered: codes, ids and numbers, checked when made."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Outcome = Literal["ok", "refused", "error"]
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
    """One request that returned content: who asked, under which rules.

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
