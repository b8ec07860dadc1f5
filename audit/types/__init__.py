"""What travels in and out of the audit: frozen, pure, without content."""

from __future__ import annotations

from audit.types.recording import DeliveredItem, Detail, Event, Outcome, RecallRecord, Scalar, check_details
from audit.types.sealing import Entry, Seal, SealHealth, SealReport, StoredEvent
from audit.types.violating import Change, Reviewer, Severity, Span, ViolationReport

__all__ = [
    "Change",
    "DeliveredItem",
    "Detail",
    "Entry",
    "Event",
    "Outcome",
    "RecallRecord",
    "Reviewer",
    "Scalar",
    "Seal",
    "SealHealth",
    "SealReport",
    "Severity",
    "Span",
    "StoredEvent",
    "ViolationReport",
    "check_details",
]
