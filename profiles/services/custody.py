"""Who may agree for an entity that cannot: set by administrators, never passed on."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from audit import actions
from memory_admin.http.problem import Problem, not_found, unprocessable
from profiles.models import Credential, Custodian, ExternalIdentity, Principal
from profiles.queries.in_force import unended
from profiles.queries.signing import used_accounts
from profiles.rules.terms import OPEN, Term
from profiles.services.own_reach import refuse_own_gain, refuse_unprotecting
from profiles.services.principals import locked
from profiles.services.recording import note, require_admin
from profiles.types import Caller


@transaction.atomic
def appoint(subject_id: int, custodian_id: int, *, by: Caller, now: datetime, term: Term = OPEN) -> Custodian:
    """Make an individual the custodian of an entity from now on; an administrator's act.

    Whoever acts for themselves (signs in, holds a token or a proven account) gets one only with an end date.
    Raises Problem 403 `own_reach`, 409 `already_custodian`, 422 otherwise."""
    require_admin(by)
    refuse_own_gain(by, custodian_id, now)
    rows = {one: locked(one) for one in sorted({subject_id, custodian_id})}
    subject, custodian = rows[subject_id], rows[custodian_id]
    _check(subject, custodian)
    _check_end(subject, term, now)
    if Custodian.objects.filter(unended(now), subject=subject, custodian=custodian).exists():
        raise Problem(409, "already_custodian", "This custodian is appointed already.")
    made = Custodian.objects.create(
        subject=subject,
        custodian=custodian,
        since=now,
        until=term.until,
        set_by=by.principal_id,
        reason=term.reason,
    )
    thing = ("principal", subject.pk)
    note(by, actions.CUSTODIAN_SET, thing, now=now, reason=term.reason, custodian=custodian.pk)
    return made


@transaction.atomic
def dismiss(subject_id: int, custodian_id: int, *, by: Caller, now: datetime, reason: str = "") -> None:
    """End a custody for every request from now on; an administrator's act and no agent's. Raises 403, 404."""
    require_admin(by)
    refuse_unprotecting(by, subject_id)
    rows = Custodian.objects.select_for_update().filter(subject_id=subject_id, custodian_id=custodian_id)
    if not rows.filter(unended(now)).update(until=now):
        raise not_found()
    note(by, actions.CUSTODIAN_END, ("principal", subject_id), now=now, reason=reason, custodian=custodian_id)


def acts_for_itself(principal: Principal) -> bool:
    """Tell whether somebody proved to be this individual, so that it can agree for itself."""
    if principal.is_collective:
        return False
    return (
        (principal.email is not None and principal.email_verified_at is not None)
        or used_accounts().filter(principal=principal).exists()
        or ExternalIdentity.objects.filter(principal=principal).exists()
        or Credential.objects.filter(principal=principal, revoked_at=None).exists()
    )


def _check(subject: Principal, custodian: Principal) -> None:
    if custodian.is_collective:
        raise unprocessable("not_an_individual", "A custodian is an individual, never a collective.")
    if custodian.pk == subject.pk:
        raise unprocessable("own_custodian", "Nobody is their own custodian.")
    if not custodian.active or custodian.held or custodian.merged_into_id is not None:
        raise unprocessable("principal_inactive", "This custodian is inactive, held or merged into another.")


def _check_end(subject: Principal, term: Term, now: datetime) -> None:
    if term.is_over(now):
        raise unprocessable("bad_until", "The end of a custody must lie in the future.")
    if term.until is None and acts_for_itself(subject):
        raise unprocessable("guardianship_without_end", "This individual acts for itself; give an end date.")
