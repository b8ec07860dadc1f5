"""How the sealing stands, for doctor and the health page."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from django.conf import settings
from django.db import connections

from audit.queries.exported import last_seal, readable
from audit.queries.seals import export_path, newest_seal, seal_numbered
from audit.rules import chain
from audit.types import Seal, SealHealth

LATE_SECONDS = 300.0
State = Literal["ok", "late", "never", "off", "conflict"]
FIXES: dict[State, str] = {
    "ok": "",
    "never": "",
    "off": "Set MEMORY_ADMIN_SEAL_KEY and MEMORY_ADMIN_SEAL_EXPORT (a directory outside the home).",
    "late": "Start the clock (`up` or `serve clock`), or run `memory-admin audit seal`; read what it says.",
    "conflict": "Run `memory-admin audit verify --against FILE`; after a restore, `memory-admin audit gap`.",
}


def seal_health(now: datetime, *, using: str = "default") -> SealHealth:
    """Say how the sealing stands and what to do about it."""
    newest = newest_seal(using=using)
    unsealed, age = _unsealed(newest.to_xid if newest else chain.BEGINNING, now, using)
    path = readable(export_path())
    exported = last_seal(path) if path else None
    state = _state(newest, exported, age, using)
    return SealHealth(
        state=state,
        last_number=newest.number if newest else 0,
        last_at=newest.at if newest else None,
        unsealed=unsealed,
        oldest_unsealed_seconds=age,
        exported_number=exported.number if exported else 0,
        fix=FIXES[state],
    )


def _unsealed(to_xid: int, now: datetime, using: str) -> tuple[int, float]:
    """Return how many events no seal covers yet and the age of the oldest, in seconds."""
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT count(*), min(at) FROM audit_event WHERE xid >= %s", [to_xid])
        count, oldest = cursor.fetchone()
    return count, max(0.0, (now - oldest).total_seconds()) if oldest else 0.0


def _state(newest: Seal | None, exported: Seal | None, age: float, using: str) -> State:
    """Judge by what is sealed, not by who seals: beyond one machine only the clock holds the key."""
    if exported and not agrees(exported, using=using):
        return "conflict"
    if age > LATE_SECONDS:
        return "late"
    if newest:
        return "ok"
    return "never" if settings.SEAL_KEY and settings.SEAL_EXPORT else "off"


def agrees(exported: Seal, *, using: str = "default") -> bool:
    """Say whether the database still has the seal that was last exported."""
    kept = seal_numbered(exported.number, using=using)
    return kept is not None and kept.chain_hash == exported.chain_hash
