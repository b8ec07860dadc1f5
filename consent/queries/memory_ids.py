"""Public ids of memories and the numbers the audit keeps of them."""

from __future__ import annotations

from collections.abc import Collection

from consent.models import Memory
from memory_admin.http.public_id import public_uuid


def public_ids(ids: Collection[int]) -> dict[int, str]:
    """Return the public ids of memories by number; what was forgotten is missing."""
    rows = Memory.objects.filter(pk__in=ids).values_list("pk", "public_id")
    return {number: f"mem_{public.hex}" for number, public in rows}


def number_of(public: str) -> int | None:
    """Return a memory's number, or None where the id is none or nobody's."""
    known = public_uuid(public, "mem")
    return Memory.objects.filter(public_id=known).values_list("pk", flat=True).first() if known else None
