"""What a memory said, and how it stood, before it was changed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from consent.models import Memory, MemoryVersion
from profiles.types import Caller

# How its owner may have left a memory: what it goes back to when it is let out of quarantine.
STATES: Final = ("active", "paused", "archived")


def keep_version(memory: Memory, fields: Mapping[str, Any], by: Caller, now: datetime) -> None:
    """Store what the changed fields said before."""
    before = {column: _plain(getattr(memory, column)) for column in {*fields, "provenance", "state"}}
    MemoryVersion.objects.create(
        memory=memory, version=memory.version, fields=before, editor_id=by.principal_id, at=now
    )


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def state_before(memory: Memory) -> str:
    """Return how a memory stood before it was set aside; active where nothing was kept of that."""
    kept = MemoryVersion.objects.filter(memory=memory, fields__state__in=STATES).order_by("-version")
    return str(kept.values_list("fields__state", flat=True).first() or "active")
