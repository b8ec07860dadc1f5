"""Locking a memory for its owner; for anyone else it does not exist."""

from __future__ import annotations

from consent.models import Memory
from consent.queries.asking import public_uuid
from memory_admin.http.problem import Problem, not_found
from profiles.types import Caller


def owned(public_id: str, by: Caller) -> Memory:
    """Lock and return a memory of the acting entity; 404 alike for absent, erased and others' memories."""
    known = public_uuid(public_id, "mem")
    found = (
        Memory.objects.select_for_update(of=("self",))
        .filter(public_id=known, owner_id=by.acting_id)
        .exclude(state="erased")
        .first()
        if known
        else None
    )
    if found is None or by.behalf_id is not None:
        raise not_found()
    return found


def require_version(memory: Memory, version: int | None) -> None:
    """Raise 409 unless the writer names the version it read."""
    if version is None:
        raise Problem(400, "version_missing")
    if version != memory.version:
        raise Problem(409, "version_conflict").having(version=memory.version)
