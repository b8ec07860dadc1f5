"""The states of a job, whose rights it has, and what a handler says about a line that failed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from profiles.types import Caller

QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
STATES: Final = (QUEUED, RUNNING, DONE, FAILED, CANCELLED)
OPEN: Final = (QUEUED, RUNNING)
MOST_ERRORS: Final = 100
_MANY: Final = {"scopes", "act_as", "source_types", "providers"}


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


def as_kept(by: Caller) -> dict[str, Any]:
    """Return a caller as a job keeps it."""
    return {
        name: sorted(value) if isinstance(value, frozenset) else value for name, value in asdict(by).items()
    }


def caller_of(kept: Mapping[str, Any]) -> Caller:
    """Return whose rights a job has, at the worker's door."""
    known = {field.name for field in fields(Caller)}
    plain: dict[str, Any] = {
        name: tuple(v) if name in _MANY else v for name, v in kept.items() if name in known
    }
    plain |= {"scopes": frozenset(kept["scopes"]), "door": "worker"}
    return Caller(**plain)
