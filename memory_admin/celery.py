"""The task queue: job rows in Postgres are the truth, Celery only rings the bell."""

import os
from typing import Any

from celery import Celery
from celery.beat import EmbeddedService
from celery.bootsteps import StartStopStep
from click import Option

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_admin.settings")
# Checks load every page and address, which a worker never serves; `make check` runs them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")


class Clock(StartStopStep):  # type: ignore[misc]  # Celery has no types
    """Regular work is rung for by a thread of the worker: a process of its own would hold all of it again."""

    label = "Clock"
    conditional = True

    def __init__(self, parent: Any, clock: str = "", **options: Any) -> None:
        self.enabled = bool(clock)
        self._schedule = clock
        super().__init__(parent, **options)

    def create(self, parent: Any) -> Any:
        """Return the service that rings; the worker starts and stops it with itself."""
        return EmbeddedService(parent.app, thread=True, schedule_filename=self._schedule)


app = Celery("memory_admin")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.user_options["worker"].add(
    Option(["--clock"], default="", help="ring for regular work; keep when in FILE")
)
app.steps["worker"].add(Clock)
