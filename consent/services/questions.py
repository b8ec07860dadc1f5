"""Answering questions about access, each with its event: asking is itself something that happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Count

from audit import actions
from audit.models import Delivery
from consent.queries.access import Audited, Told, audit_memory, audit_subject, explain
from consent.queries.asking import Question, snapshot
from consent.queries.checking import check_many
from consent.queries.seen_about import About, Accessor, accessors
from consent.queries.seen_by import Looked, Sight, sights
from memory_admin.http.problem import not_found
from profiles.services.recording import note
from profiles.types import Caller

# Who is named by a name that nobody has. To anyone but staff it is one like any other.
NOBODY: Final = -1


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


def answer_sights(
    principal: int, session: str | None, looked: Looked, *, by: Caller, now: datetime
) -> list[Sight]:
    """Return a page of what a principal sees, as far as the caller may know; nobody sees what everyone sees.

    Raises Problem 404 where staff names one that is unknown, and where anyone else names a session."""
    if (principal == NOBODY) if by.oversees else bool(session):
        raise not_found()
    with snapshot(Question(principal, session=session), now=now) as taken:
        found = sights(looked, taken, by=by)
        note(by, actions.ACCESS_AUDIT, ("principal", max(principal, 0)), now=taken.now, found=len(found))
    return found


def answer_accessors(about: About, *, by: Caller, now: datetime) -> list[Accessor]:
    """Return a page of who sees what about a subject, as far as the caller may know."""
    with snapshot(Question(by.acting_id, credential=by.credential_id), now=now) as taken:
        found = accessors(about, taken, by=by)
        note(by, actions.ACCESS_AUDIT, ("principal", max(about.subject, 0)), now=taken.now, found=len(found))
    return found


def _deliveries(memories: list[int]) -> dict[int, int]:
    rows = Delivery.objects.filter(memory_id__in=memories).values_list("memory_id").annotate(Count("id"))
    return dict(rows)
