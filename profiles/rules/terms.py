"""How long and why: the part that memberships and custodies have in common."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Term:
    """Until when something holds (None: until ended) and why it was set."""

    until: datetime | None = None
    reason: str = ""

    def is_over(self, now: datetime) -> bool:
        """Tell whether it would have ended already."""
        return self.until is not None and self.until <= now


OPEN = Term()
