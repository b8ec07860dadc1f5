"""What contradicts what: an owner tried to replace one memory by another that is known less surely."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from consent.models import Memory, MemoryConflict
from profiles.types import Caller


def contradict(memory: Memory, other: Memory, *, by: Caller, now: datetime) -> None:
    """Keep that two memories of one owner cannot both be so; in the caller's transaction."""
    MemoryConflict.objects.get_or_create(
        memory=memory, other=other, defaults={"stated_by_id": by.principal_id, "at": now}
    )


def settle(memory: Memory) -> None:
    """Forget what a memory contradicts: its text changed, or it gave way."""
    MemoryConflict.objects.filter(Q(memory=memory) | Q(other=memory)).delete()
