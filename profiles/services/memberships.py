"""Who belongs to which collective, from when to when; leaving ends access at the next request."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from audit import actions
from memory_admin.http.problem import Problem, not_found, unprocessable
from profiles.models import Membership, Principal
from profiles.queries.in_force import in_force, unended
from profiles.rules.terms import OPEN, Term
from profiles.services.own_reach import refuse_own_gain
from profiles.services.principals import locked
from profiles.services.recording import note, require_admin
from profiles.types import Caller

_CONTEXT = "ctx"
# Every membership that has not ended, now or later: a cycle that would begin tomorrow is one too.
_ABOVE = """
WITH RECURSIVE up(id) AS (
    SELECT %(start)s::bigint
    UNION
    SELECT m.collective_id FROM up JOIN profiles_membership m ON m.member_id = up.id
    WHERE m.until IS NULL OR m.until > %(now)s
)
SELECT EXISTS (SELECT 1 FROM up WHERE id = %(wanted)s)
"""
_GRAPH_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('profiles.memberships', 7))"


@transaction.atomic
def join(collective_id: int, member_id: int, *, by: Caller, now: datetime, term: Term = OPEN) -> Membership:
    """Let a principal belong to a collective from now on; an administrator's act.

    Raises Problem 409 `membership_cycle` or `already_member`, 422 where the collective is none (an individual
    has no members, a context has participants)."""
    require_admin(by)
    refuse_own_gain(by, member_id, now)
    # One at a time: two halves of a cycle added at once would each look harmless.
    _run(_GRAPH_LOCK, {})
    collective, member = (locked(one) for one in (collective_id, member_id))
    _check(collective, member, term, now)
    if _run(_ABOVE, {"start": collective.pk, "wanted": member.pk, "now": now}):
        raise Problem(409, "membership_cycle", "The collective would come to belong to itself.")
    if live(now).filter(collective=collective, member=member).exists():
        raise Problem(409, "already_member", "The principal belongs to this collective already.")
    made = Membership.objects.create(
        collective=collective, member=member, since=now, until=term.until, added_by=by.principal_id
    )
    thing = ("principal", member.pk)
    note(by, actions.MEMBERSHIP_ADD, thing, now=now, reason=term.reason, collective=collective.pk)
    return made


@transaction.atomic
def leave(collective_id: int, member_id: int, *, by: Caller, now: datetime, reason: str = "") -> None:
    """End a membership for every request from now on; an administrator's act, or the member's own."""
    require_voice(member_id, by)
    rows = Membership.objects.select_for_update().filter(collective_id=collective_id, member_id=member_id)
    if not rows.filter(unended(now)).update(until=now):
        raise not_found()
    thing = ("principal", member_id)
    note(by, actions.MEMBERSHIP_END, thing, now=now, reason=reason, collective=collective_id)


def require_voice(member_id: int, by: Caller) -> None:
    """Raise Problem 403 unless the caller is an administrator or the member itself."""
    if not (by.is_admin or (by.own_act and by.principal_id == member_id)):
        raise Problem(403, "forbidden", "Only an administrator, or the member itself, ends a membership.")


def ends(one: Principal, other: Principal, now: datetime) -> tuple[int, int]:
    """Return (collective id, member id) of two principals, whichever contains the other directly."""
    upward = live(now).filter(collective=other, member=one).exists()
    return (other.pk, one.pk) if upward else (one.pk, other.pk)


def live(now: datetime) -> QuerySet[Membership]:
    """Return the memberships in force at a moment."""
    return Membership.objects.filter(in_force(now))


def _check(collective: Principal, member: Principal, term: Term, now: datetime) -> None:
    if not collective.is_collective:
        raise unprocessable("not_a_collective", "Only a group, org or role has members.")
    if collective.namespace == _CONTEXT:
        raise unprocessable("not_a_collective", "A context has participants; edit the context instead.")
    if member.namespace == _CONTEXT:
        raise unprocessable("not_a_member", "A context belongs to no collective.")
    if term.is_over(now):
        raise unprocessable("bad_until", "The end of a membership must lie in the future.")


def _run(sql: str, values: dict[str, Any]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row = cursor.fetchone()
        return bool(row and row[0])
