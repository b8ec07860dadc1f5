"""Events as the chain holds them, the seals, and how they stand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


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
