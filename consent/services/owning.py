"""Locking a memory for its owner; for anyone else it does not exist."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from audit.rules.kinds import CROSS_PRINCIPAL_WRITE
from consent.models import Memory
from consent.services.violating import About, blocked
from memory_admin.http.problem import Problem, not_found
from memory_admin.http.public_id import public_uuid
from profiles.types import Caller


def owned(public_id: str, by: Caller) -> Memory:
    """Lock and return a memory of the acting entity; 404 alike for absent, erased and others' memories."""
    return _own(Memory.objects.select_for_update(of=("self",)), public_id, by)


def own(public_id: str, by: Caller) -> Memory:
    """Return a memory of the acting entity as it is at this moment, not locked; 404 as `owned`."""
    return _own(Memory.objects.all(), public_id, by)


def _own(rows: QuerySet[Memory], public_id: str, by: Caller) -> Memory:
    known, mine = public_uuid(public_id, "mem"), rows.filter(owner_id=by.acting_id).exclude(state="erased")
    found = mine.filter(public_id=known).first() if known else None
    if found is None or by.behalf_id is not None:
        raise _not_own(known, by)
    return found


def _not_own(known: UUID | None, by: Caller) -> Problem:
    """Return the one 404, with the violation that writing to somebody else's memory is."""
    rows = Memory.objects.filter(public_id=known).exclude(owner_id=by.acting_id) if known else None
    other = rows.only("owner_id").first() if rows is not None else None
    if other is None:
        return not_found()
    about = About(other.owner_id, other.pk, "medium" if by.is_agent else "low")
    return blocked(not_found(), CROSS_PRINCIPAL_WRITE, by, about)


def require_version(memory: Memory, version: int | None) -> None:
    """Raise 409 unless the writer names the version it read."""
    if version is None:
        raise Problem(400, "version_missing")
    if version != memory.version:
        raise Problem(409, "version_conflict").having(version=memory.version)
