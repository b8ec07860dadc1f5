"""How the sealing stands, for doctor and the health page."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, Literal

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


# The oldest is among the first by transaction: these are looked at, however many wait.
_OLDEST: Final = """
SELECT min(at) FROM (SELECT at FROM audit_event WHERE xid >= %s ORDER BY xid LIMIT 1000) AS first
"""
_WAITING: Final = "SELECT count(*) FROM audit_event WHERE xid >= %s"


def seal_state(now: datetime, *, using: str = "default") -> State:
    """Say in a word how the sealing stands, at a cost that does not grow with what waits."""
    newest = newest_seal(using=using)
    return _state(newest, _exported(), _age(newest, now, using), using)


def seal_health(now: datetime, *, using: str = "default") -> SealHealth:
    """Say how the sealing stands and what to do about it."""
    newest, exported = newest_seal(using=using), _exported()
    age = _age(newest, now, using)
    state = _state(newest, exported, age, using)
    return SealHealth(
        state=state,
        last_number=newest.number if newest else 0,
        last_at=newest.at if newest else None,
        unsealed=_ask(_WAITING, newest, using),
        oldest_unsealed_seconds=age,
        exported_number=exported.number if exported else 0,
        fix=FIXES[state],
    )


def _exported() -> Seal | None:
    path = readable(export_path())
    return last_seal(path) if path else None


def _age(newest: Seal | None, now: datetime, using: str) -> float:
    """Return the age of the oldest event that no seal covers yet, in seconds."""
    oldest = _ask(_OLDEST, newest, using)
    return max(0.0, (now - oldest).total_seconds()) if oldest else 0.0


def _ask(query: str, newest: Seal | None, using: str) -> Any:
    """Return the one value that a query says of the events after a seal."""
    with connections[using].cursor() as cursor:
        cursor.execute(query, [newest.to_xid if newest else chain.BEGINNING])
        return cursor.fetchone()[0]


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
