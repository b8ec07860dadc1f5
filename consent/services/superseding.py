"""Replacing one memory by another: never what is known more surely by what is known less."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from audit import actions
from consent.models import Memory
from consent.services.contradicting import contradict, settle
from consent.services.editing import require_not_quarantined
from consent.services.owning import owned, require_version
from memory_admin.http.problem import unprocessable
from profiles.services.recording import note
from profiles.types import Caller

_SURER: Final = ("inferred", "observed", "verified")


def supersede(public_id: str, by_public_id: str, *, version: int | None, by: Caller, now: datetime) -> Memory:
    """Mark a memory as replaced by another of the owner's; raises 404, 409, 422 for one known less surely.

    Then the two contradict each other and are recalled together from now on: the refusal keeps that. Under an
    Idempotency-Key a refused request leaves nothing, this neither."""
    with transaction.atomic():
        memory = put_behind(public_id, by_public_id, version=version, by=by, now=now)
    if memory is None:
        detail = "A memory is not replaced by itself or by one known less surely; both stay, as a conflict."
        raise unprocessable("supersede_refused", detail)
    return memory


def put_behind(
    public_id: str, by_public_id: str, *, version: int | None, by: Caller, now: datetime
) -> Memory | None:
    """Mark a memory as replaced; None where it is itself or known less surely, which is kept as a conflict.

    Raises 404, 409; in the caller's transaction."""
    memory, other = owned(public_id, by), owned(by_public_id, by)
    require_version(memory, version)
    require_not_quarantined(memory)
    if memory.pk == other.pk:
        return None
    if _SURER.index(other.epistemic_status) < _SURER.index(memory.epistemic_status):
        contradict(memory, other, by=by, now=now)
        return None
    memory.state, memory.superseded_by, memory.version = "superseded", other, memory.version + 1
    memory.identity, memory.updated_at = None, now
    memory.save()
    memory.renderings.update(state="superseded")
    settle(memory)
    note(by, actions.MEMORY_STATE, ("memory", public_id), now=now, state="superseded")
    return memory
