"""What a person asks about its own data: put down with the day it is due, decided, and answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction

from audit import actions
from consent.models import Memory, RightsRequest
from consent.queries.erasure_plan import preview_of
from consent.queries.persons import capacity, person_of, subject_of
from consent.queries.policies import current_policy
from consent.queries.rights import find, is_answerable, may_answer, public
from consent.rules.rights import (
    ACCESS,
    ADMINISTRATOR,
    DONE,
    ERASURE,
    RECTIFICATION,
    REFUSED,
    RUNNING,
)
from jobs import services as jobs
from jobs.models import Job
from memory_admin.http.problem import Problem, conflict, not_found, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.models import Principal
from profiles.services.principals import LOCAL_ADMIN
from profiles.services.recording import note
from profiles.types import Caller

# What carries a request out; a correction is made by whoever answers it.
_JOBS: Final = {ACCESS: "subject_export", ERASURE: "subject_erase"}


@dataclass(frozen=True, slots=True)
class Asked:
    """Why something is asked; whether names in memories of others stay; `ring` as jobs say."""

    reason: str
    keep_mentions: bool = False
    ring: bool = True


@dataclass(frozen=True, slots=True)
class Word:
    """A yes or a no with its reason; `ring` as jobs say."""

    yes: bool
    reason: str
    ring: bool = True


@dataclass(frozen=True, slots=True)
class Disputed:
    """A memory about the person, and what is right instead."""

    memory: str
    statement: str


@transaction.atomic
def export(entity: str, asked: Asked, *, by: Caller, now: datetime) -> RightsRequest:
    """Start the export of all about a subject: for itself, its custodian, an administrator; else 404."""
    subject = subject_of(entity)
    _require_reason(capacity(subject, by, now), asked)
    made = _put_down(ACCESS, subject, asked, by, now, state=RUNNING, decided_by=by.principal_id)
    _start(made, asked, by, now)
    return made


def preview(entity: str, *, by: Caller, now: datetime) -> dict[str, int]:
    """Return how much an erasure would take, in numbers; nothing changes. Raises 404, 422."""
    subject = _erasable(entity, by, now)
    person = person_of(subject)
    counts = preview_of(person)
    with transaction.atomic():
        note(by, actions.ACCESS_AUDIT, ("principal", subject.pk), now=now, erasure=True)
    return counts


@transaction.atomic
def erase(entity: str, asked: Asked, *, by: Caller, now: datetime) -> RightsRequest:
    """Ask for an erasure: an administrator's starts at once, others wait for one. Raises 404, 409, 422."""
    subject = _erasable(entity, by, now)
    who = capacity(subject, by, now)
    _require_reason(who, asked)
    try:
        with transaction.atomic():
            made = _put_down(ERASURE, subject, asked, by, now, keep_mentions=asked.keep_mentions)
    except IntegrityError:
        raise conflict("erasure_under_way") from None
    return carry_out(made, asked, by, now) if who == ADMINISTRATOR else made


@transaction.atomic
def rectify(entity: str, wrong: Disputed, asked: Asked, *, by: Caller, now: datetime) -> RightsRequest:
    """Dispute what a memory about a subject says; its owner answers. Raises the one 404."""
    subject = subject_of(entity)
    capacity(subject, by, now)
    known = public_uuid(wrong.memory, "mem")
    rows = Memory.objects.select_related("label").only("pk", "label__subjects", "owner_id")
    found = rows.filter(public_id=known).first() if known else None
    if found is None or subject.pk not in found.label.subjects:
        raise not_found()
    return _put_down(RECTIFICATION, subject, asked, by, now, memory_id=found.pk, statement=wrong.statement)


@transaction.atomic
def answer(public_id: str, word: Word, *, by: Caller, now: datetime) -> RightsRequest:
    """Agree to or refuse a request that waits; raises 404, 409 `not_open`, 422 `reason_required`."""
    yes, reason = word.yes, word.reason
    found = RightsRequest.objects.select_for_update().get(pk=find(public_id, by, now).pk)
    if not may_answer(found, by, now):
        raise Problem(
            403, "forbidden", "An administrator answers this, a correction also the memory's owner."
        )
    if not is_answerable(found):
        raise conflict("not_open", "This request has been answered.")
    if not reason.strip():
        raise unprocessable("reason_required", "Say why; the person reads it.")
    if not yes:
        return _decide(found, REFUSED, reason, by, now)
    if found.kind in _JOBS:
        return carry_out(found, Asked(reason, ring=word.ring), by, now)
    return _decide(found, DONE, reason, by, now)


def carry_out(made: RightsRequest, asked: Asked, by: Caller, now: datetime) -> RightsRequest:
    """Agree to a request and start its job, anew where one ended before it was done."""
    _decide(made, RUNNING, asked.reason, by, now)
    _start(made, asked, by, now)
    return made


def _erasable(entity: str, by: Caller, now: datetime) -> Principal:
    subject = subject_of(entity)
    capacity(subject, by, now)
    if subject.is_collective:
        raise unprocessable("not_an_individual", "Only an individual has data of its own to erase.")
    if subject.entity_id == LOCAL_ADMIN:
        raise unprocessable("local_admin", "The command line's own administrator cannot be erased.")
    return subject


def _require_reason(who: str, asked: Asked) -> None:
    if who == ADMINISTRATOR and not asked.reason.strip():
        raise unprocessable("reason_required", "Say why: this is somebody else's data.")


def _put_down(
    kind: str, subject: Principal, asked: Asked, by: Caller, now: datetime, **more: Any
) -> RightsRequest:
    due = timedelta(days=int(current_policy().settings["rights_due_days"]))
    made = RightsRequest.objects.create(
        kind=kind,
        subject=subject,
        asked_by=by.principal_id,
        asked_at=now,
        due_at=now + due,
        reason=asked.reason,
        **more,
    )
    note(by, actions.RIGHTS_ASK, ("rights", public(made)), now=now, kind=kind, subject=subject.pk)
    return made


def job_of(made: RightsRequest) -> Job:
    """Return the job that carries a request out; raises 404 where none was started."""
    found = Job.objects.filter(public_id=made.job).first() if made.job else None
    if found is None:
        raise not_found()
    return found


def _start(made: RightsRequest, asked: Asked, by: Caller, now: datetime) -> None:
    job = jobs.start(_JOBS[made.kind], {"request": made.pk}, by=by, now=now, ring=asked.ring)
    made.job = job.public_id
    made.save(update_fields=["job"])


def _decide(made: RightsRequest, state: str, reason: str, by: Caller, now: datetime) -> RightsRequest:
    made.state, made.answer_reason = state, reason
    made.decided_by, made.decided_at = by.principal_id, now
    made.save(update_fields=["state", "answer_reason", "decided_by", "decided_at"])
    note(by, actions.RIGHTS_ANSWER, ("rights", public(made)), now=now, kind=made.kind, state=state)
    return made
