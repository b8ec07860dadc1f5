"""The states of a job and what a handler says about a line that failed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
STATES: Final = (QUEUED, RUNNING, DONE, FAILED, CANCELLED)
OPEN: Final = (QUEUED, RUNNING)
MOST_ERRORS: Final = 100


class JobCancelled(Exception):
    """Raised in a handler at its next step after somebody cancelled the job."""


class JobLost(Exception):
    """Raised in a handler at its next step after another worker took the job up."""


class JobRightsEnded(Exception):
    """Raised in a handler at its next step after whoever started the job lost the right to it."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """One thing that went wrong: where (a line, an id), a stable code, and a sentence without content."""

    where: str
    code: str
    detail: str
