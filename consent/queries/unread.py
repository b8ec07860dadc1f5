"""Memories that a model has not read for names and places since they changed."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from consent.models import Memory, ModelReading


def unread(model: str, limit: int) -> list[int]:
    """Return memories whose version now `model` has not read, the oldest first, at most `limit`."""
    read = ModelReading.objects.filter(memory=OuterRef("pk"), version=OuterRef("version"), model=model)
    waiting = Memory.objects.exclude(state="erased").filter(~Exists(read)).order_by("pk")
    return list(waiting.values_list("pk", flat=True)[:limit])
