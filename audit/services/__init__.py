"""Writing the audit: the one door through which anything is recorded."""

from audit.services.events import asked_by, record, record_all, refuse
from audit.services.gap import declare_gap
from audit.services.recalls import record_recall
from audit.services.reviewing import review, review_each
from audit.services.sealing import seal
from audit.services.sealkey import public_key
from audit.services.verifying import verify
from audit.services.violations import report_findings, report_violation

__all__ = [
    "asked_by",
    "declare_gap",
    "public_key",
    "record",
    "record_all",
    "record_recall",
    "refuse",
    "report_findings",
    "report_violation",
    "review",
    "review_each",
    "seal",
    "verify",
]
