"""Recomputing the chain, on record: who looked, and what was found."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from django.db import transaction

from audit import actions
from audit.queries.verification import Verification
from audit.queries.verification import verify as recomputed
from audit.services.events import record
from audit.services.sealkey import public_key
from audit.services.violations import report_findings
from audit.types import Event


def verify(asked: Event, *, against: Path | None, now: datetime) -> Verification:
    """Recompute every seal and event and record it; `asked` says who, at which door. Raises OSError."""
    found = recomputed(against=against, trusted=public_key())
    details = {"ok": found.ok, "seals": found.seals, "findings": len(found.findings)}
    with transaction.atomic():
        record(replace(asked, action=actions.AUDIT_VERIFY, object_type="audit", details=details), now=now)
        report_findings(found.findings, now=now)
    return found
