"""Writing the audit: the one door through which anything is recorded."""

from audit.services.events import record, refuse
from audit.services.recalls import record_recall

__all__ = ["record", "record_recall", "refuse"]
