"""In what capacity a caller asks about memories, and what it may ask where it is nobody but itself."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet

from consent.models import Label, Memory
from consent.queries.asking import Question
from consent.queries.consent_parties import speaks_for
from profiles.queries.reach import custodians
from profiles.types import Caller

ADMIN, OWNER, SUBJECT, NONE = "admin", "owner", "subject", "none"


def standing(memory: Memory, by: Caller, now: datetime) -> str:
    """Return in what capacity a caller asks about a memory: admin, owner, subject or none."""
    return standings([memory], by, now)[memory.pk]


def standings(memories: Collection[Memory], by: Caller, now: datetime) -> dict[int, str]:
    """Return the capacity for each memory, by id; who speaks for whom is read once for all of them."""
    asked = {memory.pk: memory for memory in memories}
    found = {pk: _alone(memory, by) for pk, memory in asked.items()}
    open_ones = [asked[pk] for pk, capacity in found.items() if capacity == NONE and by.behalf_id is None]
    subjects = {one for memory in open_ones for one in memory.label.subjects}
    mine = {by.acting_id}
    if subjects - mine:
        speak = custodians(subjects, now)
        mine |= {subject for subject, who in speak.items() if by.acting_id in who}
    concerned = {memory.pk for memory in open_ones if mine & set(memory.label.subjects)}
    return {pk: SUBJECT if pk in concerned else capacity for pk, capacity in found.items()}


def _alone(memory: Memory, by: Caller) -> str:
    """Return the capacity that follows from the memory's row and the caller alone."""
    if by.oversees:
        return ADMIN
    return OWNER if by.behalf_id is None and memory.owner_id == by.acting_id else NONE


def own_question(session: str | None, by: Caller) -> Question:
    """Return what a caller asks about itself: within its token's limits, and for whomever it asks."""
    return Question(by.acting_id, by.behalf_id, session, context_required=by.context_required)


def concerning(by: Caller, now: datetime) -> QuerySet[Label] | None:
    """Return the labels of the memories about whose access a caller may ask, None where that is any.

    They are those of which it is told as their owner, or as one they are about or who answers for one."""
    if by.oversees:
        return None
    if by.behalf_id is not None:
        return Label.objects.none()
    mine = sorted(speaks_for(by.acting_id, now))
    return Label.objects.filter(Q(owner=by.acting_id) | Q(subjects__overlap=mine))
