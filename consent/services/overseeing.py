"""Staff looking over memories, each look on record: what they see is masked, that they looked is not."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from audit import actions
from consent.queries.overseeing import Look, Masked, masked_one, masked_page
from memory_admin.http.problem import not_found
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


def _require_staff(by: Caller) -> None:
    if not (by.is_admin or by.staff_role):
        raise not_found()
