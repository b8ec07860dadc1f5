"""A seal as one line of the exported file."""

from __future__ import annotations

import base64
import json
from datetime import datetime
from typing import Any

from audit.rules.canonical import instant
from audit.types import Seal

NUMBERS = ("number", "from_xid", "to_xid", "xid_offset", "count", "last_event_id")
HASHES = ("batch_hash", "previous_hash", "chain_hash", "public_key", "signature")


def to_line(seal: Seal) -> bytes:
    """Write a seal as one JSON line; hashes in hex, entries in base64."""
    parts: dict[str, Any] = {name: getattr(seal, name) for name in NUMBERS}
    parts |= {"kind": seal.kind, "at": instant(seal.at), "reason": seal.reason}
    parts |= {name: getattr(seal, name).hex() for name in HASHES}
    parts["entries"] = base64.b64encode(seal.entries).decode("ascii")
    return json.dumps(parts, separators=(",", ":")).encode("ascii") + b"\n"


def from_line(line: bytes) -> Seal | None:
    """Read a line back; None when it is torn or no seal."""
    try:
        parts: dict[str, Any] = json.loads(line)
        parts |= {name: int(parts[name]) for name in NUMBERS}
        parts |= {name: bytes.fromhex(parts[name]) for name in HASHES}
        parts["at"] = datetime.fromisoformat(parts["at"])
        parts["entries"] = base64.b64decode(parts["entries"], validate=True)
        return Seal(**parts)
    except (ValueError, KeyError, TypeError, OverflowError):
        return None
