"""Reviewing violations: every step with who, when and why, in the transaction that makes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from audit.actions import VIOLATION_REVIEW
from audit.models import Violation
from audit.queries.directory import number_of, overseers
from audit.rules.reviewing import CLOSED, State, may_see, refusal, sees_all
from audit.services.events import asked_by, record
from audit.services.statements import clean
from audit.types import Change, Detail, Event, Reviewer
from memory_admin.http.problem import Problem, bad_request, conflict, not_found, unprocessable

_SAID: Final = {
    "forbidden": (403, "Your role reads violations and changes nothing of them."),
    "own_violation": (403, "Nobody reviews a violation of its own; somebody else has to."),
    "severity_lowered": (422, "A severity only goes up; dismiss what turned out to be nothing, with a note."),
    "person_required": (403, "A critical or escalated violation is closed by a person, never by an agent."),
    "reason_required": (422, "Say in a note why: this one is critical, was escalated, or was closed before."),
}


@dataclass(frozen=True, slots=True)
class Target:
    """A violation as someone read it."""

    violation: UUID
    version: int | None


def change_of(given: Mapping[str, Any], by: Reviewer) -> Change:
    """Return what a body or form asks for; raises Problem 422 for an assignee who cannot review."""
    assign, who = "assignee" in given, given.get("assignee")
    assignee = number_of(who) if who is not None and sees_all(by) else None
    if who is not None and sees_all(by) and assignee not in overseers():
        raise unprocessable("assignee_unknown", "Assign it to an active administrator or reviewer.")
    return Change(
        status=given.get("status"),
        severity=given.get("severity"),
        note=given.get("note", ""),
        assign=assign,
        assignee_id=assignee,
    )


def review(target: Target, change: Change, *, by: Reviewer, now: datetime) -> Violation:
    """Change a violation's status, severity or assignee, or add a note.

    Raises Problem 404 to whom it does not concern, 400 for no change or no version, 409 for another version,
    403 to an auditor, to who did it, and to an agent that closes a critical one, 422 where a note lacks."""
    if change.is_empty:
        raise bad_request("invalid", "Say what to change: status, severity, assignee or note.")
    with transaction.atomic():
        found = Violation.objects.select_for_update().filter(public=target.violation).first()
        if found is None or not may_see(by, found.owner_id):
            raise not_found()
        _check(found, target.version, change, by)
        told = _apply(found, change, now)
        record(_event(found, told, change, by), now=now)
    return found


def review_each(
    targets: Sequence[Target], change: Change, *, by: Reviewer, now: datetime
) -> list[Violation | Problem]:
    """Make the same change to many, a result each; what is refused leaves the others done."""
    return [_or_problem(one, change, by, now) for one in targets]


def _or_problem(target: Target, change: Change, by: Reviewer, now: datetime) -> Violation | Problem:
    try:
        return review(target, change, by=by, now=now)
    except Problem as problem:
        if problem.status >= 500:
            raise
        return problem


def _check(found: Violation, version: int | None, change: Change, by: Reviewer) -> None:
    code = refusal(State(found.status, found.severity, found.accessor_id, found.owner_id), change, by)
    if code:
        raise Problem(_SAID[code][0], code, _SAID[code][1])
    if version is None:
        raise bad_request("version_missing")
    if version != found.version:
        raise conflict("version_conflict").having(version=found.version)


def _apply(found: Violation, change: Change, now: datetime) -> dict[str, Detail]:
    """Write the change and return what changed, as the audit keeps it."""
    told: dict[str, Detail] = {"kind": found.kind}
    if change.status and change.status != found.status:
        told |= {"was": found.status, "status": change.status}
        found.status = change.status
    if change.severity and change.severity != found.severity:
        told["severity"] = found.severity = change.severity
    if change.assign:
        told["assignee"] = found.assignee_id = change.assignee_id
    if change.note.strip() and (found.status in CLOSED or change.status):
        found.resolution = clean(change.note, 500)
    found.version, found.changed_at = found.version + 1, now
    found.save(update_fields=["status", "severity", "assignee_id", "resolution", "version", "changed_at"])
    return told


def _event(found: Violation, told: dict[str, Detail], change: Change, by: Reviewer) -> Event:
    return replace(
        asked_by(by),
        action=VIOLATION_REVIEW,
        object_type="violation",
        object_id=f"vio_{found.public.hex}",
        reason=change.note,
        details=told,
    )
