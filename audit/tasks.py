"""What the worker does for the audit."""

from __future__ import annotations

import structlog
from celery import shared_task
from django.utils import timezone

from audit import services
from audit.rules.kinds import AUDIT_TAMPERING
from audit.types import ViolationReport
from memory_admin.http.problem import Problem

log = structlog.get_logger(__name__)


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def seal_minute() -> None:
    """Seal and export what is over (beat: every 60 s); a conflict becomes a critical violation."""
    now = timezone.now()
    try:
        report = services.seal(now=now)
    except Problem as problem:
        log.error("audit_not_sealed", code=problem.code)
        if problem.code == "seal_conflict":
            found = ViolationReport(kind=AUDIT_TAMPERING, severity="critical", details={"code": problem.code})
            services.report_violation(found, now=now)
        return
    log.info("audit_sealed", state=report.state, seals=report.seals, events=report.events)
