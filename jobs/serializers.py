"""How a job is written for machines."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from jobs.models import Job
from jobs.queries import public, tells_result
from jobs.types import STATES
from memory_admin.http.fields import (
    ChoiceOf,
    FlagField,
    ListOf,
    ObjectField,
    PublicIdField,
    TextField,
    TimeField,
    WholeField,
)
from memory_admin.http.query import PageQuery, StrictQuery
from memory_admin.http.serializer import StrictSerializer
from profiles.types import Caller

_HIGHEST = 2**63 - 1


def _known(kind: str) -> str:
    if kind not in settings.MEMORY_ADMIN_JOBS:
        raise ValueError("Must be one of: " + ", ".join(sorted(settings.MEMORY_ADMIN_JOBS)) + ".")
    return kind


class JobQuery(PageQuery):
    """What the list of jobs can be narrowed by."""

    state = ChoiceOf(STATES, required=False)
    kind = TextField(max_length=40, required=False, rule=_known)


class FileQuery(StrictQuery):
    """Why an administrator fetches a file about somebody else."""

    reason = TextField(max_length=500, required=False)


class WrongShape(StrictSerializer):
    """One thing that went wrong."""

    where = TextField(max_length=200, blank=True)
    code = TextField(max_length=80)
    detail = TextField(max_length=500, blank=True)


class JobShape(StrictSerializer):
    """One job; `total` is null while nobody knows how much there is."""

    id = PublicIdField("job")
    kind = TextField(max_length=40)
    state = TextField(max_length=10)
    stage = TextField(max_length=40, blank=True)
    done = WholeField(low=0, high=_HIGHEST)
    total = WholeField(low=0, high=_HIGHEST, allow_null=True)
    result = ObjectField(max_bytes=1_000_000)
    errors = ListOf(WrongShape(), max_items=100)  # type: ignore[assignment]
    error_count = WholeField(low=0, high=_HIGHEST)
    cancel_asked = FlagField()
    created_at = TimeField()
    started_at = TimeField(allow_null=True)
    ended_at = TimeField(allow_null=True)


def show_job(job: Job, by: Caller) -> dict[str, Any]:
    """Return a job in the shape of the interface; what came of it and what failed to whom that is told."""
    plain = ("kind", "state", "stage", "done", "total", "error_count", "cancel_asked")
    times = ("created_at", "started_at", "ended_at")
    told = tells_result(job, by)
    came = {"result": job.result if told else {}, "errors": job.errors if told else []}
    return {"id": public(job), **came, **{name: getattr(job, name) for name in (*plain, *times)}}
