"""Reading the audit."""

from audit.queries.deliveries import deliveries_of_memory, deliveries_of_recall, recall, recalls
from audit.queries.event_pages import UNKNOWN, EventFilter, events, key, story, stream
from audit.queries.exported import readable
from audit.queries.health import seal_health
from audit.queries.seals import export_path, newest_seal
from audit.queries.verification import Verification, verify

__all__ = [
    "UNKNOWN",
    "EventFilter",
    "Verification",
    "deliveries_of_memory",
    "deliveries_of_recall",
    "events",
    "export_path",
    "key",
    "newest_seal",
    "readable",
    "recall",
    "recalls",
    "seal_health",
    "story",
    "stream",
    "verify",
]
