"""Vouching for what a memory says: by somebody entitled who reads it whole and did not write it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from audit import actions
from consent.models import Memory
from consent.queries.visibility import in_use
from consent.services.owning import require_version
from consent.services.sighted import sight_of
from consent.services.versions import keep_version
from memory_admin.http.problem import Problem, conflict, not_found
from memory_admin.http.public_id import public_uuid
from profiles.services.recording import note
from profiles.types import Caller


@transaction.atomic
def verify(public_id: str, *, version: int | None, by: Caller, now: datetime, reason: str = "") -> Memory:
    """Record that the caller checked a memory: who and when; raises 403, 404, 409.

    Authority over a model is another axis and stays as it is."""
    memory = _readable(public_id, version, by, now)
    keep_version(memory, {"epistemic_status": None, "verified_by_id": None, "verified_at": None}, by, now)
    # Done as another it is the one who did it, never that other's own word.
    checked_by = by.acting_id if by.own_act else by.principal_id
    memory.epistemic_status, memory.verified_by_id, memory.verified_at = "verified", checked_by, now
    memory.version, memory.updated_at = memory.version + 1, now
    memory.save(update_fields=["epistemic_status", "verified_by_id", "verified_at", "version", "updated_at"])
    memory.renderings.update(epistemic_status="verified", version=memory.version)
    note(by, actions.MEMORY_VERIFY, ("memory", public_id), now=now, reason=reason, version=memory.version)
    return memory


def _readable(public_id: str, version: int | None, by: Caller, now: datetime) -> Memory:
    """Lock and return a memory in use, that the caller reads whole and did not write; raises as `verify`."""
    known = public_uuid(public_id, "mem")
    rows = Memory.objects.select_for_update(of=("self",)).exclude(state="erased")
    memory = rows.filter(public_id=known).first() if known else None
    tier = sight_of(memory, by=by, now=now) if memory else -1
    if memory is None or tier < 0 or not (in_use(memory, now) or memory.owner_id == by.acting_id):
        raise not_found()
    if tier < 4:
        raise Problem(403, "forbidden", "Only who reads a memory in full can verify it.")
    refuse_own(memory, by)
    if not in_use(memory, now):
        stands = "expired" if memory.state == "active" else memory.state
        raise conflict("conflict", f"This memory is {stands}; what is not in use is not verified.")
    if version is not None:
        require_version(memory, version)
    return memory


def refuse_own(memory: Memory, by: Caller) -> None:
    """Raise 403 where an agent would vouch for its own: its memory, or its words, under any name."""
    wrote = {memory.owner_id, memory.author_id, memory.editor_id}
    if (by.is_agent or not by.own_act) and by.selves & wrote:
        raise Problem(403, "own_memory", "Nobody vouches for a memory of its own, or that it wrote.")
