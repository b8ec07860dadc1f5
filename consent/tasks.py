"""What the worker does for consent: late validations, what records speak for, renderings that wait."""

from __future__ import annotations

import structlog
from celery import shared_task
from django.utils import timezone

from consent.queries.outdated import newest
from consent.services import model_readings, remaking, tickets, trust_suggestions, vectors
from consent.services.rights import retention
from profiles.commands import local_caller

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


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def remake_due() -> None:
    """Start making renderings anew where names changed (beat: every 20 s); does nothing twice."""
    if newest() is not None:
        remaking.start_due(by=local_caller(), now=timezone.now())


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def read_with_model() -> None:
    """Start reading with the model of the extra `pii` what it has not read (beat: every minute)."""
    if model_readings.is_due():
        model_readings.start(by=local_caller(), now=timezone.now())


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def embed_due() -> None:
    """Start giving renderings their vectors where an embedding model is set (beat: every 10 s)."""
    vectors.start_due(by=local_caller(), now=timezone.now())


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def forget_files() -> None:
    """Take away files that ran out, on record (beat: every 10 minutes)."""
    retention.forget_files(by=local_caller(), now=timezone.now())


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def apply_retention() -> None:
    """Let go what has been kept as long as the policy says (beat: nightly)."""
    log.info("retention_applied", **retention.apply(by=local_caller(), now=timezone.now()))
