"""Reporting violations: any code that sees one says so here; evidence is masked before it is kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from audit.actions import VIOLATION_REPORT
from audit.rules.compare import Finding
from audit.rules.kinds import AUDIT_TAMPERING, KINDS
from audit.rules.mask import mask
from audit.services.events import record
from audit.services.statements import clean, run
from audit.types import Event, ViolationReport

COLUMNS = (
    "public, at, last_at, hour, dedupe_key, kind, severity, owner_id, accessor_id, credential_id, memory_id,"
    " recall, trust, query, response, spans, score, action_taken, details, request_id"
)
STATEMENT = f"""
INSERT INTO audit_violation AS known ({COLUMNS}, repeats, status, resolution)
VALUES ({", ".join(["%s"] * 20)}, 0, 'open', '')
ON CONFLICT (dedupe_key, hour)
DO UPDATE SET repeats = known.repeats + 1, last_at = excluded.last_at,
  severity = CASE WHEN excluded.rank > known.rank THEN excluded.severity ELSE known.severity END,
  status = CASE WHEN excluded.rank > known.rank AND known.status = 'dismissed' THEN 'open'
    ELSE known.status END,
  version = known.version + (excluded.rank > known.rank)::int
RETURNING public, repeats
"""


def report_violation(report: ViolationReport, *, now: datetime, using: str = "default") -> UUID:
    """Store a violation with masked evidence and return its public id.

    The same again within the hour is counted, not stored; a worse severity of it counts from then on. Runs
    in the caller's transaction, or in its own; a reading transaction (row security) reports after it ended.
    Raises ValueError for an unknown kind."""
    if report.kind not in KINDS:
        raise ValueError(f"unknown violation kind: {report.kind[:40]!r}")
    with transaction.atomic(using=using):
        public, repeats = run(STATEMENT, _values(report, now), using=using)[0]
        if repeats == 0:
            record(_event(report, public), now=now, using=using)
    return UUID(str(public))


def report_findings(findings: Sequence[Finding], *, now: datetime, using: str = "default") -> UUID | None:
    """Report that the records and their seals disagree, once an hour for the same first finding."""
    if not findings:
        return None
    first = findings[0]
    report = ViolationReport(
        kind=AUDIT_TAMPERING,
        severity="critical",
        details={
            "finding": first.kind,
            "seal": first.seal,
            "event": first.event_id,
            "findings": len(findings),
        },
        dedupe_key=f"{AUDIT_TAMPERING}/{first.kind}/{first.seal}/{first.event_id}",
    )
    return report_violation(report, now=now, using=using)


def _event(report: ViolationReport, public: UUID) -> Event:
    return Event(
        action=VIOLATION_REPORT,
        actor_id=report.accessor_id,
        credential_id=report.credential_id,
        object_type="violation",
        object_id=f"vio_{public.hex}",
        details={"kind": report.kind, "severity": report.severity},
        request_id=report.request_id,
    )


def _values(report: ViolationReport, now: datetime) -> list[Any]:
    return [
        uuid4(),
        now,
        now,
        now.replace(minute=0, second=0, microsecond=0),
        clean(report.dedupe_key or _same(report), 200),
        report.kind,
        report.severity,
        report.owner_id,
        report.accessor_id,
        report.credential_id,
        report.memory_id,
        report.recall,
        report.trust,
        mask(report.query),
        mask(report.response),
        json.dumps([asdict(span) for span in report.spans]),
        report.score,
        report.action_taken,
        json.dumps(dict(report.details)),
        clean(report.request_id, 80),
    ]


def _same(report: ViolationReport) -> str:
    """Name what repeats, where the reporter named nothing."""
    return f"{report.kind}/{report.owner_id}/{report.accessor_id}/{report.memory_id}"
