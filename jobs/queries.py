"""Looking at jobs: one's own, and anybody's for those who oversee."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Q, QuerySet

from jobs.models import Job
from jobs.types import OPEN, QUEUED, RUNNING, caller_of
from memory_admin.http.problem import not_found
from memory_admin.http.public_id import public_uuid
from profiles.types import Caller

# A job whose worker said nothing for so long lost it; one queued for so long was not heard.
SILENT: Final = timedelta(minutes=2)
UNHEARD: Final = timedelta(seconds=20)


def visible(by: Caller) -> QuerySet[Job]:
    """Return the jobs a caller may know of: those it started as whom it is now, all for those who oversee."""
    if by.oversees:
        return Job.objects.all()
    same = {"caller__acting_id": by.acting_id, "caller__behalf_id": by.behalf_id}
    return Job.objects.filter(started_by=by.principal_id, **same)


def may_see(job: Job, by: Caller) -> bool:
    """Tell whether a job is one that a caller may know of."""
    return visible(by).filter(pk=job.pk).exists()


def tells_result(job: Job, by: Caller) -> bool:
    """Tell whether a caller is told what came of a job: a token needs the scope that starts such jobs.

    What who oversaw found out is told to who oversees now: not after that role, nor by a lesser token."""
    needed = settings.MEMORY_ADMIN_JOB_SCOPES.get(job.kind, "admin")
    if not by.oversees and caller_of(job.caller).oversees:
        return False
    return by.credential_id is None or by.is_admin or needed in by.scopes


def find(public_id: str, by: Caller) -> Job:
    """Return one job the caller may know of; raises Problem 404."""
    known = public_uuid(public_id, "job")
    found = visible(by).filter(public_id=known).first() if known else None
    if found is None:
        raise not_found()
    return found


def stuck(now: datetime) -> QuerySet[Job]:
    """Return jobs that nobody is working on: not heard of by a worker, or left by one that died."""
    unheard = Q(state=QUEUED, created_at__lt=now - UNHEARD)
    return Job.objects.filter(state__in=OPEN).filter(unheard | Q(state=RUNNING, beat_at__lt=now - SILENT))


def public(job: Job) -> str:
    """Return the id a job is known by outside."""
    return f"job_{job.public_id.hex}"
