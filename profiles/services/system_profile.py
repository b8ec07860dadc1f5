"""Writing the system profile: on its own machine only, by an administrator, a new version each time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction

from audit import actions
from audit.rules.kinds import FORBIDDEN_WRITE
from memory_admin.http.problem import Problem, conflict, unprocessable
from profiles.models import SystemProfile
from profiles.queries.system_profile import current, text_of, version
from profiles.rules.system_profile import Text, as_json, checked, diff
from profiles.services.recording import note
from profiles.services.violating import Violating, report_of, violating
from profiles.types import Caller

# One writer at a time, also before the first version: there is no row to lock yet.
_ONE_WRITER = "SELECT pg_advisory_xact_lock(hashtext('profiles_systemprofile'))"
_LOCAL_DOORS = {"cli", "web"}


def require_local(by: Caller) -> None:
    """Raise Problem 403, a violation, unless an administrator asks on the machine itself, as itself."""
    if by.local and by.door in _LOCAL_DOORS and by.staff_role == "administrator" and by.own_act:
        return
    raise violating(Violating(403, "local_only"), FORBIDDEN_WRITE, by, layer="system_profile")


def refused_elsewhere(by: Caller, *, now: datetime) -> Problem:
    """Return the 405 of a door that has no way to write it, and put the attempt among the violations."""
    refusal = Violating(405, "method_not_allowed", headers={"Allow": "GET, HEAD"})
    tried = violating(refusal, FORBIDDEN_WRITE, by, layer="system_profile")
    report_of(tried, now=now)
    return tried


@transaction.atomic
def edit(text: Text, *, by: Caller, now: datetime, reason: str, expected: int | None = None) -> SystemProfile:
    """Write a new version; raises Problem 403, 409 `version_conflict`, 422 without a reason or a change."""
    require_local(by)
    _one_writer()
    known = current()
    if expected is not None and expected != (known.version if known else 0):
        raise conflict("version_conflict", "Somebody changed the system profile meanwhile; look at it again.")
    row = _version(text, known, _Act(by, now, reason))
    note(by, actions.SYSTEM_PROFILE_EDIT, _thing(row), now=now, reason=row.reason, version=row.version)
    return row


@transaction.atomic
def restore(number: int, *, by: Caller, now: datetime, reason: str) -> SystemProfile:
    """Make an old version the newest, as a version of its own; raises Problem 403, 404, 422."""
    require_local(by)
    _one_writer()
    row = _version(text_of(version(number)), current(), _Act(by, now, reason, restored=number))
    details = {"version": row.version, "restored": number}
    note(by, actions.SYSTEM_PROFILE_RESTORE, _thing(row), now=now, reason=row.reason, **details)
    return row


def _one_writer() -> None:
    with connection.cursor() as cursor:
        cursor.execute(_ONE_WRITER)


@dataclass(frozen=True, slots=True)
class _Act:
    """Who writes a version, when and why, and which old one it restores, if any."""

    by: Caller
    now: datetime
    reason: str
    restored: int | None = None


def _version(text: Text, known: SystemProfile | None, act: _Act) -> SystemProfile:
    why = _why(act.reason)
    taken, number = _checked(text), known.version if known else 0
    change = diff(text_of(known), taken, (number, number + 1))
    if not change:
        raise unprocessable("system_profile_refused", "This is what the system profile says already.")
    sections, settings = as_json(taken)
    return SystemProfile.objects.create(
        version=number + 1,
        sections=sections,
        settings=settings,
        author_id=act.by.principal_id,
        reason=why,
        diff=change,
        restored_from=act.restored,
        created_at=act.now,
    )


def _why(reason: str) -> str:
    if not reason.strip():
        raise unprocessable("reason_required", "Say why, for whoever reads the history.")
    return reason.strip()[:500]


def _checked(text: Text) -> Text:
    try:
        return checked(text)
    except ValueError as error:
        raise unprocessable("system_profile_refused", str(error)) from None


def _thing(row: SystemProfile) -> tuple[str, int]:
    return ("system_profile", row.pk)
