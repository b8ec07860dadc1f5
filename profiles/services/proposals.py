"""What agents suggest for the profile of the principal they serve, and that principal's answer."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from audit import actions
from audit.rules.kinds import CROSS_PRINCIPAL_WRITE
from memory_admin.http.problem import Problem, conflict, not_found, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.models import ProfileProposal
from profiles.queries.proposals import public
from profiles.services.principals import locked
from profiles.services.profiles import PROPOSAL, Changes, Reason, checked, require_own_act, write
from profiles.services.recording import note
from profiles.services.violating import Violating, violating
from profiles.types import Caller

MOST_OPEN: Final = 50


@transaction.atomic
def propose(changes: Changes, *, by: Caller, now: datetime, reason: str = "") -> ProfileProposal:
    """Put a change before the principal a caller serves; the same again returns the one that is open.

    Raises Problem 422 for what the profile does not take, or too many open ones."""
    taken = checked(changes, by)
    locked(by.served_id)
    mine = ProfileProposal.objects.filter(
        principal_id=by.served_id, proposed_by=by.principal_id, status="open"
    )
    known = mine.filter(changes=taken).first()
    if known is not None:
        return known
    if mine.count() >= MOST_OPEN:
        raise unprocessable("too_many_proposals")
    made = ProfileProposal.objects.create(
        principal_id=by.served_id,
        changes=taken,
        reason=reason,
        proposed_by=by.principal_id,
        proposed_lineage=by.lineage_id,
        at=now,
    )
    note(by, actions.PROFILE_PROPOSE, ("proposal", public(made)), now=now, fields=sorted(taken))
    return made


def require_answer(public_id: str, by: Caller) -> ProfileProposal:
    """Return a proposal its principal may answer; raises Problem 403, 404 or 409, violations among them.

    Another's is the 404 of one that does not exist."""
    uuid = public_uuid(public_id, "pro")
    found = ProfileProposal.objects.filter(public_id=uuid).first() if uuid else None
    if found is None:
        raise not_found()
    if found.principal_id != by.served_id:
        raise violating(Violating(404, "not_found"), CROSS_PRINCIPAL_WRITE, by, owner_id=found.principal_id)
    require_own_act(by)
    if by.lineage_id is not None and by.lineage_id == found.proposed_lineage:
        raise Problem(403, "own_request", "Whoever proposed this does not answer it, under any name.")
    return found


@transaction.atomic
def accept(public_id: str, *, by: Caller, now: datetime, reason: str = "") -> ProfileProposal:
    """Take a proposal into one's profile; raises Problem 403, 404, 409 or 422."""
    found = _answered(public_id, "accepted", reason, by=by, now=now)
    write(found.changes, by=by, now=now, reason=Reason(PROPOSAL, reason or found.reason))
    note(by, actions.PROFILE_ACCEPT, ("proposal", public(found)), now=now, fields=sorted(found.changes))
    return found


@transaction.atomic
def decline(public_id: str, *, by: Caller, now: datetime, reason: str = "") -> ProfileProposal:
    """Leave one's profile as it is; raises Problem 403, 404 or 409."""
    found = _answered(public_id, "declined", reason, by=by, now=now)
    note(by, actions.PROFILE_DECLINE, ("proposal", public(found)), now=now)
    return found


def _answered(public_id: str, status: str, reason: str, *, by: Caller, now: datetime) -> ProfileProposal:
    found = _locked(require_answer(public_id, by).public_id)
    if found.status != "open":
        raise conflict("not_open", "This proposal has been answered.")
    found.status, found.answered_at, found.answered_by = status, now, by.principal_id
    found.answer_reason = reason
    found.save(update_fields=["status", "answered_at", "answered_by", "answer_reason"])
    return found


def _locked(uuid: UUID) -> ProfileProposal:
    return ProfileProposal.objects.select_for_update().get(public_id=uuid)
