"""A job that is silent for long is still one job; one that ends without its handler says why."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from audit.models import Event
from jobs import queries, services
from jobs.models import Job
from jobs.services import Running
from jobs.types import DONE, FAILED, MOST_ERRORS, RUNNING, Wrong
from tests.cast import NOW, OWNER, caller

WAITS, GOES_ON = threading.Event(), threading.Event()
SEEN: list[int] = []


def silent(job: Running) -> dict[str, Any]:
    """Say nothing until told to go on."""
    SEEN.append(job.job.attempts)
    WAITS.set()
    assert GOES_ON.wait(30)
    return {"attempt": job.job.attempts}


def outlived(job: Running) -> dict[str, Any]:
    """Go on after another worker took the job up."""
    Job.objects.filter(pk=job.job.pk).update(attempts=job.job.attempts + 1, done=7)
    job.step(1, 3)
    raise AssertionError


def very_wrong(job: Running) -> dict[str, Any]:
    """Fail after more went wrong than is kept."""
    for number in range(MOST_ERRORS + 5):
        job.wrong(Wrong(f"line {number}", "odd", "A line was odd."))
    raise RuntimeError


@pytest.fixture(autouse=True)
def kinds(db: Any, monkeypatch: Any) -> None:
    here = {name: f"{__name__}.{name}" for name in ("silent", "outlived", "very_wrong")}
    monkeypatch.setattr(settings, "MEMORY_ADMIN_JOBS", here)
    WAITS.clear()
    GOES_ON.clear()
    SEEN.clear()


def started(kind: str) -> Job:
    return services.start(kind, {}, by=caller(OWNER), now=NOW, ring=False)


def aside(number: int) -> threading.Thread:
    """Carry a job out in a thread of its own."""

    def carry() -> None:
        services.run(number)
        connection.close()

    thread = threading.Thread(target=carry)
    thread.start()
    return thread


def test_a_silent_job_is_not_taken_up_a_second_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen failing while the handler alone said that it lives: two workers did the same at once."""
    monkeypatch.setattr(services, "BEAT_SECONDS", 0.05, raising=False)
    job = started("silent")
    worker = aside(job.pk)
    assert WAITS.wait(10)
    Job.objects.filter(pk=job.pk).update(beat_at=timezone.now() - timedelta(minutes=3))
    threading.Event().wait(1.0)
    silently = Job.objects.get(pk=job.pk)
    left = list(queries.stuck(timezone.now()))
    second = services.run(job.pk) if not left else None
    GOES_ON.set()
    worker.join()
    assert (silently.state, left, second, SEEN) == (RUNNING, [], None, [1])
    assert Job.objects.get(pk=job.pk).state == DONE


def test_the_word_that_a_job_lives_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "BEAT_SECONDS", 0.05, raising=False)
    GOES_ON.set()
    before = threading.active_count()
    services.run(started("silent").pk)
    assert threading.active_count() == before


def test_a_worker_that_lost_its_job_changes_nothing_more() -> None:
    """Seen failing while whoever came last had the last word."""
    job = started("outlived")
    assert services.run(job.pk) is None
    job.refresh_from_db()
    assert (job.state, job.done, job.attempts, job.ended_at) == (RUNNING, 7, 2, None)
    assert not Event.objects.filter(action="job.end").exists()


def test_a_job_that_is_given_up_says_why() -> None:
    """Seen failing while it was failed without a word, and without a line in the record."""
    job = started("silent")
    Job.objects.filter(pk=job.pk).update(attempts=services.MOST_ATTEMPTS, state=RUNNING)
    assert services.run(job.pk) is None
    job.refresh_from_db()
    assert (job.state, job.error_count, job.errors[-1]["code"]) == (FAILED, 1, "attempts_exhausted")
    assert Event.objects.get(action="job.end").object_id == queries.public(job)


def test_why_a_job_failed_is_told_however_much_went_wrong_before() -> None:
    """Seen failing while only the first hundred things were kept."""
    ended = services.run(started("very_wrong").pk)
    assert ended is not None and (ended.state, len(ended.errors)) == (FAILED, MOST_ERRORS)
    assert (ended.errors[-1]["code"], ended.error_count) == ("server_error", MOST_ERRORS + 6)
