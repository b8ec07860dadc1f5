"""Answering questions about access, each with its event: asking is itself something that happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count

from audit import actions
from audit.models import Delivery
from consent.queries.access import Audited, Told, audit_memory, audit_subject, explain
from consent.queries.checking import check_many
from profiles.services.recording import note
from profiles.types import Caller


@dataclass(frozen=True, slots=True)
class AskedSubject:
    """Whose memories are asked about: canonical id, its number if it has one, and where the page begins."""

    name: str
    number: int | None
    after: int
    limit: int


@transaction.atomic
def answer_explain(public_id: str, principal: str, session: str | None, *, by: Caller, now: datetime) -> Told:
    """Return the decision on one memory as far as the caller may know it; 404 where it may not."""
    answer = explain(public_id, principal, session, by=by, now=now)
    note(
        by, actions.ACCESS_EXPLAIN, ("memory", public_id), now=now, allowed=answer.allowed, code=answer.reason
    )
    return answer


@transaction.atomic
def answer_check(checks: Sequence[dict[str, Any]], *, by: Caller, now: datetime) -> list[dict[str, Any]]:
    """Return yes or no for many questions; what the caller may not know is `unknown`, absent or not."""
    results = check_many(checks, by=by, now=now)
    note(by, actions.ACCESS_CHECK, ("memory", ""), now=now, asked=len(results))
    return results


@transaction.atomic
def answer_audit_memory(public_id: str, *, by: Caller, now: datetime) -> tuple[Audited, int]:
    """Return who can see one memory, and how often it was delivered."""
    found = audit_memory(public_id, by=by, now=now)
    note(by, actions.ACCESS_AUDIT, ("memory", public_id), now=now)
    return found, _deliveries([found.memory.pk]).get(found.memory.pk, 0)


@transaction.atomic
def answer_audit_subject(asked: AskedSubject, *, by: Caller, now: datetime) -> list[tuple[Audited, int]]:
    """Return the memories about a subject that the caller may know of, each with its deliveries."""
    found = audit_subject(asked.name, by=by, now=now, limit=asked.limit, after=asked.after)
    note(by, actions.ACCESS_AUDIT, ("principal", asked.number or 0), now=now, found=len(found))
    counts = _deliveries([one.memory.pk for one in found])
    return [(one, counts.get(one.memory.pk, 0)) for one in found]


def _deliveries(memories: list[int]) -> dict[int, int]:
    rows = Delivery.objects.filter(memory_id__in=memories).values_list("memory_id").annotate(Count("id"))
    return dict(rows)
