"""The chain of seals: making one, and judging whether one holds and follows its predecessor."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from audit.rules import canonical
from audit.types import Seal

GENESIS = bytes(32)
BEGINNING = -(2**63)


@dataclass(frozen=True, slots=True)
class Cover:
    """Which transactions a seal covers, how they are counted, and why where a person declared a gap."""

    from_xid: int
    to_xid: int
    offset: int = 0
    kind: str = "batch"
    reason: str = ""


def make_seal(
    previous: Seal | None, cover: Cover, entries: bytes, key: Ed25519PrivateKey, *, now: datetime
) -> Seal:
    """Return the signed seal that follows `previous` over packed entries."""
    last = max((one.event_id for one in canonical.unpack(entries)), default=0)
    draft = Seal(
        number=previous.number + 1 if previous else 1,
        kind=cover.kind,
        at=now,
        from_xid=cover.from_xid,
        to_xid=cover.to_xid,
        xid_offset=cover.offset,
        count=len(entries) // canonical.ENTRY_BYTES,
        last_event_id=last,
        reason=cover.reason,
        entries=entries,
        batch_hash=canonical.batch_hash(entries),
        previous_hash=previous.chain_hash if previous else GENESIS,
        chain_hash=b"",
        public_key=key.public_key().public_bytes_raw(),
        signature=b"",
    )
    chained = replace(draft, chain_hash=canonical.chain_hash(draft))
    return replace(chained, signature=key.sign(chained.chain_hash))


def signed(seal: Seal) -> bool:
    """Say whether a seal's signature is its own key's over its chain hash."""
    try:
        Ed25519PublicKey.from_public_bytes(seal.public_key).verify(seal.signature, seal.chain_hash)
    except (InvalidSignature, ValueError):
        return False
    return True


def sound(seal: Seal) -> bool:
    """Say whether a seal agrees with itself: batch, chain hash, count and signature."""
    return (
        seal.batch_hash == canonical.batch_hash(seal.entries)
        and len(seal.entries) == seal.count * canonical.ENTRY_BYTES
        and seal.chain_hash == canonical.chain_hash(seal)
        and signed(seal)
    )


def follows(seal: Seal, previous: Seal | None) -> bool:
    """Say whether a seal continues the one before; only a declared gap may change key or counting."""
    if previous is None:
        return seal.previous_hash == GENESIS and seal.from_xid == BEGINNING
    same = (seal.public_key, seal.xid_offset) == (previous.public_key, previous.xid_offset)
    return (
        seal.previous_hash == previous.chain_hash
        and seal.from_xid == previous.to_xid <= seal.to_xid
        and (same or seal.kind == "gap")
    )
