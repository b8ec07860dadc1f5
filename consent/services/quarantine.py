"""Taking a memory out of every recall until somebody lets it back in."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from audit import actions
from consent.models import Memory
from consent.queries.visibility import in_use
from consent.services.remembering import end_quarantine, keep_quarantine
from consent.services.sighted import sight_of
from consent.services.verifying import refuse_own
from consent.services.versions import keep_version, state_before
from memory_admin.http.problem import conflict, not_found, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.services.recording import note
from profiles.types import Caller


@transaction.atomic
def quarantine(public_id: str, *, by: Caller, now: datetime, reason: str) -> Memory:
    """Set a memory aside: nobody is shown it until it is released. Raises 404, 409, 422 without a reason."""
    memory = _locked(public_id, by, now, reason)
    if memory.state in {"quarantined", "superseded"}:
        raise conflict("conflict", f"This memory is {memory.state} already.")
    keep_version(memory, {}, by, now)
    _move(memory, "quarantined", now)
    keep_quarantine(memory, now)
    note(by, actions.MEMORY_QUARANTINE, ("memory", public_id), now=now, reason=reason)
    return memory


@transaction.atomic
def release(public_id: str, *, by: Caller, now: datetime, reason: str) -> Memory:
    """Let a quarantined memory back to how its owner had left it: in use, paused or archived.

    Raises 404, 409 for one that is not quarantined, or 422 without a reason."""
    memory = _locked(public_id, by, now, reason)
    refuse_own(memory, by)
    if memory.state != "quarantined":
        raise conflict("conflict", "This memory is not quarantined.")
    _move(memory, state_before(memory), now)
    end_quarantine(memory)
    note(by, actions.MEMORY_RELEASE, ("memory", public_id), now=now, reason=reason)
    return memory


def may_set_aside(owner: int, by: Caller) -> bool:
    """Tell whether the caller may: who verifies for this installation, or a person its own memory."""
    return "verify" in by.scopes or (by.own_act and not by.is_agent and by.acting_id == owner)


def _locked(public_id: str, by: Caller, now: datetime, reason: str) -> Memory:
    known = public_uuid(public_id, "mem")
    rows = Memory.objects.select_for_update(of=("self",)).exclude(state="erased")
    memory = rows.filter(public_id=known).first() if known else None
    if memory is None or not may_set_aside(memory.owner_id, by) or not _knows(memory, by, now):
        raise not_found()
    if not reason.strip():
        raise unprocessable("reason_required", "Say why: the owner reads it.")
    return memory


def _knows(memory: Memory, by: Caller, now: datetime) -> bool:
    """Tell whether the caller may know of a memory: who looks over all of them, or sees this one.

    What is set aside it may know of as well, else nobody else could let that back in."""
    if by.oversees or memory.owner_id == by.acting_id:
        return True
    there = in_use(memory, now) or memory.state == "quarantined"
    return there and sight_of(memory, by=by, now=now) >= 0


def _move(memory: Memory, state: str, now: datetime) -> None:
    memory.state, memory.updated_at, memory.version = state, now, memory.version + 1
    memory.save(update_fields=["state", "updated_at", "version"])
    memory.renderings.update(state=state, version=memory.version)
