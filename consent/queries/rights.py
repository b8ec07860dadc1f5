"""Requests of persons about their data: whose they are to see and to answer, and which are due."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet

from consent.models import Memory, RightsRequest
from consent.queries.consent_parties import speaks_for
from consent.rules.rights import INCOMPLETE, OPEN, RECTIFICATION, RUNNING, WAITING
from jobs.files import whole
from jobs.models import Job, JobFile
from jobs.types import OPEN as JOB_OPEN
from memory_admin.http.problem import not_found
from memory_admin.http.public_id import public_uuid
from profiles.types import Caller


def public(row: RightsRequest) -> str:
    """Return the id a request is known by outside."""
    return f"rr_{row.public_id.hex}"


def visible(by: Caller, now: datetime) -> QuerySet[RightsRequest]:
    """Return the requests a caller may know of: about it or its wards, asked by it, about its memories."""
    rows = RightsRequest.objects.select_related("subject")
    if by.oversees and by.own_act:
        return rows
    if not by.own_act:
        return rows.none()
    spoken = speaks_for(by.acting_id, now)
    mine = Memory.objects.filter(owner__in=spoken).values("pk")
    answered = Q(kind=RECTIFICATION, memory_id__in=mine)
    return rows.filter(Q(subject__in=spoken) | Q(asked_by=by.principal_id) | answered)


def find(public_id: str, by: Caller, now: datetime) -> RightsRequest:
    """Return one request the caller may know of; raises the one 404."""
    known = public_uuid(public_id, "rr")
    found = visible(by, now).filter(public_id=known).first() if known else None
    if found is None:
        raise not_found()
    return found


def may_answer(row: RightsRequest, by: Caller, now: datetime) -> bool:
    """Tell whether the caller answers a request: an administrator; for a correction the memory's owner."""
    if not by.own_act:
        return False
    if by.handles_others:
        return True
    if row.kind != RECTIFICATION or row.memory_id is None:
        return False
    owner = Memory.objects.filter(pk=row.memory_id).values_list("owner_id", flat=True).first()
    return owner in speaks_for(by.acting_id, now)


def is_answerable(row: RightsRequest) -> bool:
    """Tell whether a request waits for a word: nobody gave one, or its job ended before it was done."""
    return row.state == OPEN or (row.state in {RUNNING, INCOMPLETE} and not is_busy(row))


def is_busy(row: RightsRequest) -> bool:
    """Tell whether a job is at a request, or will be."""
    return row.job is not None and Job.objects.filter(public_id=row.job, state__in=JOB_OPEN).exists()


def waiting() -> QuerySet[RightsRequest]:
    """Return what still waits for somebody, soonest due first."""
    return RightsRequest.objects.filter(state__in=WAITING).order_by("due_at", "pk")


def file_of(row: RightsRequest, now: datetime) -> JobFile | None:
    """Return the file that can still be fetched for a request, if any: one that is whole."""
    if not row.job:
        return None
    return whole(now).filter(job__public_id=row.job).first()
