"""What the worker does for consent: validations that did not come, and what records speak for."""

from __future__ import annotations

import structlog
from celery import shared_task
from django.utils import timezone

from consent.services import tickets, trust_suggestions

log = structlog.get_logger(__name__)


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def report_unvalidated() -> None:
    """Report required validations that did not come (beat: every 5 minutes) and let old ones lapse."""
    now = timezone.now()
    reported = tickets.report_overdue(now=now)
    tickets.settle_old(now=now)
    if reported:
        log.info("unvalidated_reported", reported=reported)


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def suggest_trust() -> None:
    """Look at every accessor's record and propose another trust (beat: nightly)."""
    made = trust_suggestions.suggest(now=timezone.now())
    log.info("trust_suggested", made=len(made), lowered=sum(one.status == "applied" for one in made))
