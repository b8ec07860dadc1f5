"""One snapshot for one question: who asks, what they answer to, and what row security is told of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import connection, transaction
from psycopg import IsolationLevel

from consent.models import Participant
from consent.queries.open_sessions import named_session, unknown_session
from consent.queries.policies import NEWEST, PolicyVersion, current_policy, policy_of_row
from consent.rules.tiers import tier_of
from consent.types import Asker, Asking, Session
from memory_admin.http.problem import unauthenticated
from profiles.queries.prepared import ask
from profiles.queries.reach import reach

READER = "memory_admin_reader"
CURRENT = timedelta(minutes=10)
_TO_READER = "SELECT set_config('ma.labels', %s, true), set_config('role', %s, true)"
_FROM_READER = "SELECT set_config('role', 'none', true)"


@dataclass(frozen=True, slots=True)
class Question:
    """Who asks in which session, before anything about them was read."""

    asker: int
    behalf: int | None = None
    session: str | None = None
    self_only: bool = False
    context_required: bool = False
    credential: int | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A question resolved at one moment: the asking, the policy and the time that all stages share."""

    asking: Asking
    policy: PolicyVersion
    now: datetime


@contextmanager
def snapshot(question: Question, *, now: datetime) -> Iterator[Snapshot]:
    """Open one REPEATABLE READ transaction and resolve the question in it; a dead session is 404.

    Raises RuntimeError inside another transaction, which could not give one moment to all that follows."""
    with _one_view(), transaction.atomic(durable=True):
        moment, policy = _first(question, now)
        yield _told(_resolved(question, policy, now=moment))


@contextmanager
def _one_view() -> Iterator[None]:
    """Let the next transaction begin as REPEATABLE READ: its first statement fixes what all others see."""
    if connection.in_atomic_block:
        raise RuntimeError("a snapshot is a transaction of its own")
    connection.ensure_connection()
    plain = connection.connection
    plain.isolation_level = IsolationLevel.REPEATABLE_READ
    try:
        yield
    finally:
        if not plain.closed:
            plain.isolation_level = None


# The token is asked for again: one stopped since the door looked at it reads nothing of what came after.
_FIRST = f"""
SELECT clock_timestamp(), EXISTS (
    SELECT 1 FROM profiles_credential WHERE id = %s
    AND (paused_at IS NOT NULL OR revoked_at IS NOT NULL OR expires_at <= clock_timestamp())), policy.*
FROM (SELECT 1) AS always LEFT JOIN ({NEWEST}) AS policy ON true
"""


def _first(question: Question, now: datetime) -> tuple[datetime, PolicyVersion]:
    """Fix the snapshot; return its moment and policy; raises 401 where the token was stopped meanwhile.

    A caller reads its clock before the snapshot is taken; what ended in between has ended. So a `now` that is
    current is moved up to the database's clock; one that is not asks about another time and stays."""
    ((clock, stopped, *policy),) = ask(_FIRST, [question.credential])
    if stopped:
        raise unauthenticated(presented=True)
    return max(now, clock) if abs(clock - now) < CURRENT else now, policy_of_row(*policy)


def resolve(question: Question, *, now: datetime) -> Snapshot:
    """Resolve who asks within the caller's transaction."""
    return _resolved(question, current_policy(), now=now)


def _resolved(question: Question, policy: PolicyVersion, *, now: datetime) -> Snapshot:
    session = _session(question, now) if question.session else None
    listeners, host, came = _seats(session.context) if session else ((), None, True)
    everyone = (question.asker, question.behalf, *(one for one, _ in listeners))
    entities = reach([one for one in everyone if one is not None], now)

    def seated(one: int, seat: Session | None) -> Asker:
        return Asker(one, frozenset(entities[one]), seat)

    behalf = question.behalf
    asking = Asking(
        asker=seated(question.asker, session),
        behalf=None if behalf is None else seated(behalf, _seat(behalf, session, listeners)),
        audience=tuple(
            seated(one, Session(session.id, session.context, one, role)) for one, role in listeners if session
        ),
        self_only=question.self_only,
        context_required=question.context_required,
        host=host,
        all_came=came,
    )
    return Snapshot(asking, policy, now)


def _seat(one: int, session: Session | None, listeners: Sequence[tuple[int, int | None]]) -> Session | None:
    """Return the seat of someone in the session's context: the session's own, or as listed there, or none."""
    if session is None or session.participant == one:
        return session
    roles = dict(listeners)
    return Session(session.id, session.context, one, roles[one]) if one in roles else None


def _session(question: Question, now: datetime) -> Session:
    """Return the asker's own open session; anything else is as if it did not exist."""
    found = named_session(question.session or "", question.asker, now)
    if found is None:
        raise unknown_session()
    return Session(found.pk, found.context_id, found.participant_id, found.role_id)


def _seats(context: int) -> tuple[tuple[tuple[int, int | None], ...], int | None, bool]:
    """Return who is listed in a context and as what, who made it, and whether all of them came."""
    rows = Participant.objects.filter(context_id=context).order_by("principal_id")
    listed = list(rows.values_list("principal_id", "role_id", "came_at", "context__owner_id"))
    host = listed[0][3] if listed else None
    return tuple((one, role) for one, role, *_ in listed), host, all(came for *_, came, _ in listed)


# Which tiers some owner may trust these accessors to; too many rows to look through means any.
_TIERS = """
(SELECT CASE WHEN count(*) < 1000 THEN array_agg(DISTINCT tier) END FROM (
    SELECT consent_tier(CASE WHEN strict_mode THEN least(base_trust, 0.5) ELSE base_trust END) AS tier
    FROM consent_trustrelationship WHERE accessor_id = ANY (%s) LIMIT 1000) AS few)
"""


def _told(taken: Snapshot) -> Snapshot:
    """Tell the database what its own decision reads, for this transaction; return what it says of trust."""
    settings = _settings(taken)
    calls = ", ".join("set_config(%s, %s, true)" for _ in settings)
    words = [word for key, value in settings.items() for word in (f"ma.{key}", value)]
    accessors = sorted({one for asker in taken.asking.sides for one in asker.everything})
    ((tiers, *_),) = ask(f"SELECT {_TIERS}, {calls}", [accessors, *words])
    if tiers is None:
        return taken
    trusted = frozenset({*tiers, int(tier_of(taken.policy.rules.default_trust))})
    return replace(taken, asking=replace(taken.asking, trusted=trusted))


def _settings(taken: Snapshot) -> dict[str, str]:
    asking, rules = taken.asking, taken.policy.rules
    return {
        "moment": taken.now.isoformat(),
        "subjects_and_source": _flag(rules.subjects_and_source),
        "strict_audience": _flag(rules.strict_audience),
        "default_trust": repr(rules.default_trust),
        "self_only": _flag(asking.self_only),
        "context_required": _flag(asking.context_required),
        "absent": _flag(rules.waits_for_others(asking)),
        "host": _number(asking.host),
        "audience": _array([one.id for one in asking.audience]),
        "audience_entities": _texts([_array(sorted(one.entities)) for one in asking.audience]),
        "audience_roles": _texts(
            [_number(one.session.role if one.session else None) for one in asking.audience]
        ),
        **_side("", asking.asker),
        **_side("behalf_", asking.behalf),
    }


def _side(prefix: str, asker: Asker | None) -> dict[str, str]:
    session = asker.session if asker else None
    return {
        "behalf" if prefix else "asker": str(asker.id) if asker else "",
        f"{prefix}entities": _array(sorted(asker.entities)) if asker else "",
        f"{prefix}ctx": _number(session.context if session else None),
        f"{prefix}role": _number(session.role if session else None),
    }


def _flag(value: bool) -> str:
    return "1" if value else ""


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _array(values: Sequence[int]) -> str:
    return "{" + ",".join(map(str, values)) + "}"


def _texts(values: Sequence[str]) -> str:
    return "{" + ",".join(f'"{value}"' for value in values) + "}"


@contextmanager
def under_row_security(labels: Collection[int]) -> Iterator[None]:
    """Run statements as the reader role, which sees of these labels' memories what the decision allows."""
    ask(_TO_READER, [_array(sorted(labels)), READER])
    yield
    ask(_FROM_READER, [])
