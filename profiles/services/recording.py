"""Writing what a service did into the audit, in the service's own transaction."""

from __future__ import annotations

from datetime import datetime

from audit.services import record
from audit.types import Detail, Event
from memory_admin.http.problem import Problem
from profiles.types import Caller

Thing = tuple[str, int | str]


def note(
    by: Caller, action: str, thing: Thing, *, now: datetime, reason: str = "", **details: Detail
) -> None:
    """Record that `by` did `action` to `thing` (its type and internal id); details are codes and numbers."""
    record(event_of(by, action, thing, reason=reason, **details), now=now)


def event_of(by: Caller, action: str, thing: Thing, *, reason: str = "", **details: Detail) -> Event:
    """Return the event of something a caller does."""
    return Event(
        action=action,
        actor_id=by.principal_id,
        acting_id=by.acting_id,
        behalf_id=by.behalf_id,
        credential_id=by.credential_id,
        object_type=thing[0],
        object_id=str(thing[1]),
        reason=reason,
        details=details,
        request_id=by.request_id,
        door=by.door,
    )


def require_admin(by: Caller) -> None:
    """Raise Problem 403 unless the caller is an administrator acting as itself."""
    if not by.is_admin:
        raise Problem(403, "forbidden", "Only an administrator may do this, acting as itself.")
