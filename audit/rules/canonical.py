"""The one byte form of events and seals that is hashed and signed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from audit.types import Entry, Seal, StoredEvent

EVENT_TAG = "memory-admin audit event 1"
SEAL_TAG = "memory-admin audit seal 1"
ENTRY_BYTES = 40


def instant(at: datetime) -> str:
    """Write a moment in UTC with microseconds, the same whatever zone it was read in."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def event_bytes(event: StoredEvent) -> bytes:
    """Write everything of an event but its id, which the batch keeps beside the hash."""
    parts = [
        EVENT_TAG,
        event.public,
        event.at,
        event.xid,
        event.action,
        event.actor_id,
        event.acting_id,
        event.behalf_id,
        event.credential_id,
        event.object_type,
        event.object_id,
        event.reason,
        event.outcome,
        event.code,
        event.details,
        event.request_id,
        event.door,
    ]
    return json.dumps(parts, ensure_ascii=True, separators=(",", ":")).encode("ascii")


def entry(event: StoredEvent) -> Entry:
    """Return an event's entry in a sealed batch."""
    return Entry(event.id, hashlib.sha256(event_bytes(event)).digest())


def pack(entries: Iterable[Entry]) -> bytes:
    """Write entries as 8 bytes of id and 32 of hash each."""
    return b"".join(one.event_id.to_bytes(8, "big", signed=True) + one.digest for one in entries)


def unpack(packed: bytes) -> Iterator[Entry]:
    """Read entries back; a cut last one is left out (its batch hash is wrong anyway)."""
    for start in range(0, len(packed) - ENTRY_BYTES + 1, ENTRY_BYTES):
        part = packed[start : start + ENTRY_BYTES]
        yield Entry(int.from_bytes(part[:8], "big", signed=True), part[8:])


def batch_hash(entries: bytes) -> bytes:
    """Hash a batch of packed entries."""
    return hashlib.sha256(entries).digest()


def chain_hash(seal: Seal) -> bytes:
    """Hash everything a seal says, its batch and its predecessor included; this is what is signed."""
    parts = [
        SEAL_TAG,
        seal.number,
        seal.kind,
        instant(seal.at),
        seal.from_xid,
        seal.to_xid,
        seal.xid_offset,
        seal.count,
        seal.last_event_id,
        seal.reason,
        seal.batch_hash.hex(),
        seal.previous_hash.hex(),
        seal.public_key.hex(),
    ]
    return hashlib.sha256(
        json.dumps(parts, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    ).digest()
