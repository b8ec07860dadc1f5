"""Whether a caller may see one memory, or speak of it, for doors that only need the yes or no."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from consent.models import Memory
from consent.queries.asking import Question, resolve
from consent.queries.consent_parties import party_to_memory, speaks_for
from consent.queries.facts import gather
from consent.rules.decide import decide
from memory_admin.http.public_id import public_uuid
from profiles.types import Caller

Sees = Callable[[UUID], bool]


def in_use(memory: Memory, now: datetime) -> bool:
    """Tell whether a memory is active and has not run out: to others than its owner no other is there."""
    return memory.state == "active" and (memory.valid_until is None or memory.valid_until > now)


def those_in_use(now: datetime) -> Q:
    """Return the condition for rows of memories that are in use, as `in_use` tells of one."""
    return Q(state="active") & (Q(valid_until=None) | Q(valid_until__gt=now))


def may_see(memory: UUID, *, by: Caller, now: datetime) -> bool:
    """Tell whether the caller may see a memory now, outside any session; no for one that does not exist."""
    columns = ("id", "owner_id", "label_id", "state", "valid_until")
    found = Memory.objects.only(*columns).filter(public_id=memory).first()
    if found is None or not (in_use(found, now) or found.owner_id == by.acting_id):
        return False
    question = Question(by.acting_id, behalf=by.behalf_id, context_required=by.context_required)
    scene = gather([found.label_id], resolve(question, now=now))
    return decide(scene.labels[found.label_id], scene).allowed


def spoken_of(public_id: str, *, by: Caller, now: datetime, sees: Sees) -> Memory | None:
    """Return a memory the caller sees, is a party to or looks over; None as for one that is not there."""
    known = public_uuid(public_id, "mem")
    rows = Memory.objects.exclude(state="erased").select_related("label")
    memory = rows.filter(public_id=known).first() if known is not None else None
    if memory is None or known is None:
        return None
    own = by.own_act and party_to_memory(memory, speaks_for(by.acting_id, now))
    return memory if own or by.oversees or sees(known) else None
