"""Staff looking over memories, each look on record: what they see is masked, that they looked is not."""

from __future__ import annotations

from datetime import datetime
from http import HTTPStatus

from django.db import transaction

from audit import actions
from consent.queries.overseeing import Look, Masked, masked_one, masked_page
from consent.services.questions import answer_audit_memory
from memory_admin.http.problem import Problem, not_found
from profiles.services.recording import note
from profiles.types import Caller


@transaction.atomic
def look_over(look: Look, *, by: Caller, now: datetime) -> list[Masked]:
    """Return a page of masked memories; raises Problem 404 for anyone but staff."""
    _require_staff(by)
    found = masked_page(look, now=now)
    note(by, actions.ACCESS_AUDIT, ("memory", ""), now=now, found=len(found))
    return found


@transaction.atomic
def look_at(public_id: str, *, by: Caller, now: datetime) -> Masked:
    """Return one masked memory; raises Problem 404 for anyone but staff, and for one that is not there."""
    _require_staff(by)
    found = masked_one(public_id, now=now)
    if found is None:
        raise not_found()
    note(by, actions.ACCESS_AUDIT, ("memory", public_id), now=now)
    return found


def whose_deliveries(public_id: str, *, by: Caller, now: datetime) -> tuple[int, str]:
    """Return the number and the owner of a memory whose deliveries the caller may know of, on record.

    Whoever may know who sees it may, and staff of any; raises the one 404 to others."""
    try:
        audited, _ = answer_audit_memory(public_id, by=by, now=now)
    except Problem as trouble:
        if trouble.status != HTTPStatus.NOT_FOUND:
            raise
        found = look_at(public_id, by=by, now=now)
        return found.number, found.owner
    return audited.memory.pk, audited.owner


def _require_staff(by: Caller) -> None:
    if not (by.is_admin or by.staff_role):
        raise not_found()
