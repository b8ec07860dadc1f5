"""The task queue: job rows in Postgres are the truth, Celery only rings the bell."""

import os
import signal
from threading import Thread
from typing import Any

import structlog
from celery import Celery
from celery.beat import Service
from celery.bootsteps import StartStopStep
from click import Option

log = structlog.get_logger(__name__)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_admin.settings")
# Checks load every page and address, which a worker never serves; `make check` runs them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")


class Ringing(Thread):
    """Rings for regular work. Where it fails its process ends too, and is started again from outside."""

    def __init__(self, app: Celery, schedule: str) -> None:
        super().__init__(name="clock", daemon=True)
        # A short interval, for it stops between two looks.
        self._service = Service(app, max_interval=1, schedule_filename=schedule, remote_control=False)

    def run(self) -> None:
        """Ring until it is stopped."""
        try:
            self._service.start()
        except Exception as error:
            log.error("clock_failed", error=type(error).__name__)
            os.kill(os.getpid(), signal.SIGTERM)

    def stop(self) -> None:
        """Stop, once what was last rung is kept."""
        self._service.stop(wait=True)


class Clock(StartStopStep):  # type: ignore[misc]  # Celery has no types
    """Lets a worker ring for regular work itself: a process of its own would hold all of it again."""

    label = "Clock"
    conditional = True

    def __init__(self, parent: Any, clock: str = "", **options: Any) -> None:
        self.enabled = bool(clock)
        self._schedule = clock
        super().__init__(parent, **options)

    def create(self, parent: Any) -> Ringing:
        """Return what rings; the worker starts and stops it with itself."""
        return Ringing(parent.app, self._schedule)


app = Celery("memory_admin")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.user_options["worker"].add(
    Option(["--clock"], default="", help="ring for regular work; keep when in FILE")
)
app.steps["worker"].add(Clock)
