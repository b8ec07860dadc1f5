"""Long work delays nothing that is short: two queues, and a sweep that only rings."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from jobs import services
from jobs.models import Job
from jobs.tasks import sweep_jobs
from memory_admin.celery import app
from memory_admin.embedded import commands, parts
from memory_admin.embedded.home import Home
from tests.cast import NOW, OWNER, caller

LONG = {"jobs.tasks.run_job", "consent.tasks.apply_retention", "consent.tasks.suggest_trust"}


@pytest.fixture
def waiting(db: Any) -> list[int]:
    """Queue three jobs that nobody heard of."""
    return [
        services.start("embed", {}, by=caller(OWNER), now=NOW - timedelta(minutes=number), ring=False).pk
        for number in range(3)
    ]


def rung(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    monkeypatch.setattr(
        type(app),
        "send_task",
        lambda self, name, arguments, **more: found.append((name, *arguments)),
    )
    return found


def test_a_sweep_rings_and_carries_nothing_out(waiting: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen failing while the sweep itself carried out up to twenty jobs, one after another."""
    found = rung(monkeypatch)
    sweep_jobs()
    assert sorted(found) == [("jobs.tasks.run_job", number) for number in sorted(waiting)]
    assert set(Job.objects.values_list("state", flat=True)) == {"queued"}


def test_a_bell_is_rung_again_only_after_a_while(waiting: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    found = rung(monkeypatch)
    now = timezone.now()
    assert [services.ring_again(now=now) for _ in range(3)] == [3, 0, 0] and len(found) == 3


def test_what_is_long_and_what_is_short_do_not_share_a_queue() -> None:
    """Seen failing while one worker did everything, one thing after another."""
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if not name.startswith("celery.")}
    assert ours >= LONG | {"audit.tasks.seal_minute", "jobs.tasks.sweep_jobs"}
    queues = {name: app.amqp.router.route({}, name)["queue"].name for name in ours}
    assert {name for name, queue in queues.items() if queue == "long"} == LONG
    assert {queue for name, queue in queues.items() if name not in LONG} == {"short"}
    for words, queue in ((commands.worker(2), "long"), (commands.clock("x"), "short")):
        assert words[words.index("--queues") + 1] == queue
    assert "--clock" in commands.clock("x") and "--clock" not in commands.worker(2)


def test_what_was_not_done_until_it_is_due_again_is_dropped() -> None:
    """Seen failing while beats had no end: a worker that came back did each of them that it had missed."""
    assert settings.CELERY_BEAT_SCHEDULE
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        every = entry["schedule"]
        most = every if isinstance(every, float) else 24 * 3600
        assert 0 < entry["options"]["expires"] <= most, name


def test_the_worker_that_up_starts_begins_a_second_job_while_the_first_is_long(tmp_path: Path) -> None:
    """Seen failing with one process: an export of nothing waited until the import before it was over."""
    words = parts.worker(Home(tmp_path), {})._arguments
    assert "--autoscale=2,0" in words and not any(one.startswith("--concurrency") for one in words)
    assert "--concurrency=3" in commands.worker(3)
