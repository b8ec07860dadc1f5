"""Who may look at a violation and what may become of it: critical ones need a human."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from audit.types import Change, Reviewer

SEVERITIES: Final = ("low", "medium", "high", "critical")
WORK: Final = ("open", "in_review", "escalated")
CLOSED: Final = ("confirmed", "dismissed")
AUDITOR: Final = "auditor"


@dataclass(frozen=True, slots=True)
class State:
    """A violation as far as a change to it depends on: where it stands, how bad it is, who did it."""

    status: str
    severity: str
    accessor_id: int | None
    owner_id: int | None


def sees_all(by: Reviewer) -> bool:
    """Tell whether the caller looks over everybody's violations: staff, or a token with the scope audit."""
    return bool(by.staff_role) or by.is_admin or "audit" in by.scopes


def is_person(by: Reviewer) -> bool:
    """Tell whether the caller is a person in its own name: no agent, acting as and for nobody."""
    return not by.is_agent and by.own_act


def reviews(by: Reviewer) -> bool:
    """Tell whether the caller rules on what others were shown: an administrator or reviewer, in person."""
    return is_person(by) and by.staff_role != AUDITOR and (by.is_admin or by.staff_role == "reviewer")


def may_see(by: Reviewer, owner_id: int | None) -> bool:
    """Tell whether the caller may know of a violation: who sees all, and a person whose memory it is."""
    return sees_all(by) or (is_person(by) and owner_id == by.acting_id)


def refusal(before: State, change: Change, by: Reviewer) -> str:
    """Return the code of why a change is not made, or nothing where it is."""
    if by.staff_role == AUDITOR:
        return "forbidden"
    if before.accessor_id in {by.principal_id, by.acting_id, by.behalf_id} - {None}:
        return "own_violation"
    if change.severity is not None and worse(before.severity, change.severity):
        return "severity_lowered"
    if change.assign and not sees_all(by):
        return "forbidden"
    return _closing(before, change, by)


def _closing(before: State, change: Change, by: Reviewer) -> str:
    """Return why a violation is not closed, or opened again: weighty ones by a person with a note."""
    after = change.status or before.status
    if after == before.status:
        return ""
    noted = bool(change.note.strip())
    if after in CLOSED and is_weighty(before, change) and not is_person(by):
        return "person_required"
    needs_note = before.status in CLOSED or (after in CLOSED and is_weighty(before, change))
    return "" if noted or not needs_note else "reason_required"


def is_weighty(before: State, change: Change) -> bool:
    """Tell whether closing needs a person's note: what is or becomes critical, and what was escalated."""
    return "critical" in {before.severity, change.severity} or before.status == "escalated"


def worse(one: str, other: str) -> bool:
    """Tell whether one severity is above another."""
    return SEVERITIES.index(one) > SEVERITIES.index(other)
