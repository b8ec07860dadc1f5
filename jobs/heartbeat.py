"""The word that a job lives, from a thread beside its handler: a silent handler is no dead worker."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.db import DatabaseError, connection
from django.utils import timezone

from jobs.models import Job
from jobs.types import RUNNING

log = structlog.get_logger(__name__)


@contextmanager
def beating(job: Job, every: float) -> Iterator[None]:
    """Say every so many seconds that somebody is at a job, for as long as the context lasts."""
    ended = threading.Event()
    thread = threading.Thread(target=_beat, args=(job.pk, job.attempts, ended, every), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _beat(number: int, attempt: int, ended: threading.Event, every: float) -> None:
    """Beat until the job ended, or is another worker's."""
    ours = True
    while ours and not ended.wait(every):
        try:
            rows = Job.objects.filter(pk=number, attempts=attempt, state=RUNNING)
            ours = rows.update(beat_at=timezone.now()) > 0
        except (
            DatabaseError
        ) as error:  # the next beat may come through; without any the job is taken up again
            log.warning("job_beat_failed", job=number, error=type(error).__name__)
        finally:
            connection.close()
