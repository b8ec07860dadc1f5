"""Stopping an agent at its next request: every token of its that works is paused."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from memory_admin.http.problem import Problem, not_found, unprocessable
from profiles.models import Credential, Principal
from profiles.queries.in_force import unexpired
from profiles.queries.principals import by_entity
from profiles.services.credentials import pause
from profiles.types import Caller


def working(principal: Principal, now: datetime) -> QuerySet[Credential]:
    """Return the tokens of a principal that work now, oldest first."""
    return principal.credentials.filter(unexpired(now), paused_at=None, revoked_at=None).order_by("pk")


def pausable(entity: str, by: Caller) -> Principal:
    """Return a principal whose tokens the caller may pause: an administrator's, or itself; 404 otherwise."""
    found = by_entity(entity)
    if found is None or not (by.is_admin or (by.own_act and found.pk == by.principal_id)):
        raise not_found()
    return found


@transaction.atomic
def pause_all(entity: str, *, by: Caller, now: datetime, reason: str) -> int:
    """Pause every token that works, return how many; raises Problem 404, 409 for none, 422 for no reason."""
    found = pausable(entity, by)
    if not reason.strip():
        raise unprocessable("reason_required", "Say why its tokens stop working.")
    numbers = list(working(found, now).values_list("pk", flat=True))
    if not numbers:
        raise Problem(409, "conflict", "None of its tokens works now, so there is nothing to pause.")
    for number in numbers:
        pause(number, by=by, now=now, reason=reason)
    return len(numbers)
