"""Starting, cancelling and carrying out long work; handlers are named in MEMORY_ADMIN_JOBS."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

import structlog
from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

from audit import actions
from jobs.heartbeat import beating
from jobs.models import Job, JobFile
from jobs.queries import SILENT, find, public, stuck
from jobs.types import (
    CANCELLED,
    DONE,
    FAILED,
    MOST_ERRORS,
    OPEN,
    QUEUED,
    RUNNING,
    JobCancelled,
    JobLost,
    JobRightsEnded,
    Wrong,
    as_kept,
    caller_of,
)
from memory_admin.http.problem import Problem, conflict
from profiles.queries.still import stands
from profiles.services.recording import note
from profiles.types import Caller

log = structlog.get_logger(__name__)
MOST_ATTEMPTS: Final = 5
# How many jobs a sweep rings for, and for how many seconds it takes a bell to be heard still.
MOST_RUNG: Final = 200
RUNG_FOR: Final = 600
BEAT_SECONDS: Final = 20.0
GIVEN_UP: Final = (
    f"It was begun {MOST_ATTEMPTS} times, and each time its worker ended first. The worker's log may say why;"
    " start it anew once that is mended."
)
ENDED: Final = (
    "Whoever started it may not do so any more, so it stopped there; what it had finished stays. Who may, "
    "starts it anew."
)
_SAID: Final = ("done", "total", "stage", "beat_at", "errors", "error_count")


class Running:
    """A job in a handler's hands: its parameters, whose rights it has, and what it says of its progress."""

    def __init__(self, job: Job, *, watch: Callable[[Job], None] | None = None) -> None:
        self.job, self.params = job, job.params
        self.by = caller_of(job.caller)
        self._watch = watch

    def step(self, done: int, total: int | None = None, stage: str = "") -> None:
        """Say how far the work is, once what is done was committed; raises JobCancelled if asked to.

        Raises JobLost where another worker is at it by now, JobRightsEnded where the right to it ended."""
        job = self.job
        job.done, job.total, job.beat_at = done, job.total if total is None else total, timezone.now()
        job.stage = stage or job.stage
        said = {name: getattr(job, name) for name in _SAID}
        if not Job.objects.filter(pk=job.pk, attempts=job.attempts).update(**said):
            raise JobLost
        if self._watch:
            self._watch(job)
        if Job.objects.filter(pk=job.pk, cancel_asked=True).exists():
            raise JobCancelled
        self.require_rights()

    def require_rights(self) -> None:
        """Raise JobRightsEnded unless its starter may still do this; what the installation owes goes on."""
        goes_on = self.job.kind in settings.MEMORY_ADMIN_JOBS_THAT_GO_ON
        if not goes_on and not stands(self.by, self.job.caller["door"], now=timezone.now()):
            raise JobRightsEnded

    def wrong(self, found: Wrong, *, last: bool = False) -> None:
        """Keep what went wrong, the first hundred in full, and in any case the `last`, which ended it."""
        errors = self.job.errors
        self.job.error_count += 1
        if last:
            errors[MOST_ERRORS - 1 :] = [asdict(found)]
        elif len(errors) < MOST_ERRORS:
            errors.append(asdict(found))


@transaction.atomic
def start(kind: str, params: Mapping[str, Any], *, by: Caller, now: datetime, ring: bool = True) -> Job:
    """Queue a job (params: ids, codes, numbers, never text); a worker hears of it on commit."""
    if kind not in settings.MEMORY_ADMIN_JOBS:
        raise ValueError(kind)
    job = Job.objects.create(
        kind=kind, params=dict(params), caller=as_kept(by), started_by=by.principal_id, created_at=now
    )
    note(by, actions.JOB_START, ("job", public(job)), now=now, kind=kind)
    if ring:
        transaction.on_commit(lambda: _ring(job.pk))
    return job


def _ring(number: int) -> None:
    """Tell the worker; where the queue is down the sweep finds the row."""
    try:
        current_app.send_task("jobs.tasks.run_job", [number], retry=False)
    except OperationalError:
        log.warning("job_not_rung", job=number)


def ring_again(*, now: datetime) -> int:
    """Ring for jobs that nobody is at, each once in ten minutes; returns for how many.

    Nothing is carried out here: whoever sweeps also seals the audit, which must not wait."""
    found = list(stuck(now).order_by("pk").values_list("pk", flat=True)[:MOST_RUNG])
    due = [number for number in found if cache.add(f"job-rung:{number}", 1, RUNG_FOR)]
    for number in due:
        _ring(number)
    return len(due)


@transaction.atomic
def cancel(public_id: str, *, by: Caller, now: datetime) -> Job:
    """Ask a job to stop at its next step, at once where it has not begun; raises 404, 409 when it is over."""
    job = Job.objects.select_for_update().get(pk=find(public_id, by).pk)
    if job.started_by != by.principal_id and not by.is_admin:
        raise Problem(403, "forbidden", "Only whoever started a job, or an administrator, cancels it.")
    if job.state not in OPEN:
        raise conflict("job_over", f"This job is {job.state} already.")
    job.cancel_asked = True
    if job.state == QUEUED:
        job.state, job.ended_at = CANCELLED, now
    job.save(update_fields=["cancel_asked", "state", "ended_at"])
    note(by, actions.JOB_CANCEL, ("job", public(job)), now=now, kind=job.kind)
    return job


def run(number: int, *, watch: Callable[[Job], None] | None = None) -> Job | None:
    """Carry out a job that nobody else is at; returns it as it ended, None where there is nothing to do."""
    job = _claim(number)
    if job is None:
        return None
    running = Running(job, watch=watch)
    try:
        with beating(job, BEAT_SECONDS):
            state, result = _carried_out(running)
        return _end(running, state, result)
    except JobLost:
        return None


def _carried_out(running: Running) -> tuple[str, Mapping[str, Any]]:
    """Return how a job ended, and with what result; raises JobLost where it is another worker's."""
    job = running.job
    try:
        running.require_rights()
        return DONE, import_string(settings.MEMORY_ADMIN_JOBS[job.kind])(running) or {}
    except JobCancelled:
        return CANCELLED, {}
    except JobRightsEnded:
        JobFile.objects.filter(job=job).delete()
        running.wrong(Wrong("", "rights_ended", ENDED), last=True)
    except JobLost:
        raise
    except Problem as problem:
        running.wrong(Wrong("", problem.code, problem.detail), last=True)
    except Exception as error:
        # The text of an unforeseen error may quote a memory: its type alone is kept.
        log.error("job_failed", job=public(job), kind=job.kind, error=type(error).__name__)
        said = f"It failed unexpectedly ({type(error).__name__})."
        running.wrong(Wrong("", "server_error", said), last=True)
    return FAILED, {}


@transaction.atomic
def _claim(number: int) -> Job | None:
    now = timezone.now()
    job = Job.objects.select_for_update(skip_locked=True).filter(pk=number, state__in=OPEN).first()
    if job is None or (job.state == RUNNING and job.beat_at and job.beat_at > now - SILENT):
        return None
    if job.attempts >= MOST_ATTEMPTS:
        running = Running(job)
        running.wrong(Wrong("", "attempts_exhausted", GIVEN_UP), last=True)
        _end(running, FAILED, {})
        return None
    job.attempts += 1
    job.state, job.started_at, job.beat_at = RUNNING, job.started_at or now, now
    job.errors, job.error_count = [], 0
    job.save()
    return job


@transaction.atomic
def _end(running: Running, state: str, result: Mapping[str, Any]) -> Job:
    """Keep how a job ended, on record; raises JobLost where it is another worker's by now."""
    job, now = running.job, timezone.now()
    if not Job.objects.select_for_update().filter(pk=job.pk, attempts=job.attempts).exists():
        raise JobLost
    job.state, job.result, job.ended_at = state, dict(result), now
    if state == DONE and job.total is not None:
        job.done = max(job.done, job.total)  # steps may name fewer: what is done is all of it
    job.save(update_fields=["state", "result", "ended_at", "errors", "error_count", "done", "total"])
    note(
        running.by, actions.JOB_END, ("job", public(job)), now=now, kind=job.kind, state=state,
        errors=job.error_count,
    )  # fmt: skip
    return job
