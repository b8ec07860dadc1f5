"""Holding facts of a conversation for a while; only their principal keeps one for good."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from audit import actions
from memory_admin.http.problem import not_found, unprocessable
from profiles.models import PrincipalProfile
from profiles.queries import session_facts as store
from profiles.queries.session_facts import Facts
from profiles.services.principals import locked
from profiles.services.profiles import PROMOTION, Reason, require_own_act, write
from profiles.services.recording import note
from profiles.types import Caller

MOST_SESSIONS: Final = 100
LONGEST: Final = timedelta(hours=24)


@transaction.atomic
def hold(session_id: str, facts: Mapping[str, Any], *, by: Caller, now: datetime, lasts: timedelta) -> Facts:
    """Hold a session's facts in place of those before, at most a day, for whom the caller speaks.

    The record is written first and the cache last: nothing is held that is not on record."""
    if not timedelta(0) < lasts <= LONGEST:
        raise unprocessable("bad_duration", "Facts of a session last up to 24 hours.")
    locked(by.served_id)
    open_now = {one.session_id for one in store.sessions_of(by.served_id, now)}
    if session_id not in open_now and len(open_now) >= MOST_SESSIONS:
        raise unprocessable("too_many_sessions", "Clear the facts of a session first, or let one run out.")
    held = Facts(session_id, dict(facts), now + lasts, own=by.own_act)
    note(by, actions.FACT_SET, _thing(by), now=now, facts=len(facts), seconds=int(lasts.total_seconds()))
    store.keep(by.served_id, held, now)
    return held


@transaction.atomic
def clear(session_id: str, *, by: Caller, now: datetime) -> None:
    """Forget a session's facts, if there are any."""
    locked(by.served_id)
    note(by, actions.FACT_CLEAR, _thing(by), now=now)
    store.forget(by.served_id, session_id)


@dataclass(frozen=True, slots=True)
class Promotion:
    """Which fact of which session is kept under which field, and why."""

    session_id: str
    key: str
    field: str
    reason: str = ""


@transaction.atomic
def promote(asked: Promotion, *, by: Caller, now: datetime) -> PrincipalProfile:
    """Keep one fact as a field of one's own profile; raises Problem 403 to anybody else, 404, 422."""
    require_own_act(by)
    held = store.facts_of(by.principal_id, asked.session_id, now)
    if asked.key not in held.facts:
        raise not_found()
    reason = Reason(PROMOTION, asked.reason)
    made = write({asked.field: held.facts[asked.key]}, by=by, now=now, reason=reason)
    note(by, actions.FACT_PROMOTE, _thing(by), now=now, field=asked.field, version=made.version)
    return made


def _thing(by: Caller) -> tuple[str, int]:
    """Return what the record names: whose facts, never which session, whose id may say something."""
    return ("principal", by.served_id)
