"""What the worker does for jobs: carry one out, and look for those nobody heard of."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from jobs import services


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def run_job(number: int) -> None:
    """Carry out one job; a second bell for the same job does nothing."""
    services.run(number)


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def sweep_jobs() -> None:
    """Ring again for jobs whose bell was lost or whose worker died (beat: every 30 s)."""
    services.ring_again(now=timezone.now())
