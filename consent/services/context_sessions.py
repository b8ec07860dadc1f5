"""Staying in a context: enter, leave; a session is named by each request and remembered by none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from audit import actions
from consent.models import Context, ContextSession, Participant
from consent.queries.contexts import named
from consent.queries.open_sessions import live_sessions, session_uuid
from consent.queries.policies import current_policy
from consent.rules.consenting import may_rule
from consent.rules.contexts import Outline, Seat, role_held, stay_until
from consent.services import context_seats, contexts
from consent.services.context_naming import canonical, canonical_context, canonical_role
from memory_admin.http.problem import Problem, not_found, unprocessable
from profiles.services.recording import note
from profiles.types import Caller


@transaction.atomic
def enter(
    text: str, role: str | None = None, others: Sequence[Seat] = (), *, by: Caller, now: datetime
) -> ContextSession:
    """Open a session for a participant; a context nobody refers to yet is made, the caller its owner.

    `others` are listed beside the caller in a context that is made. Raises 404 alike where the caller is not
    listed and where the id is taken, 422 for a role it does not hold there."""
    entity, role = canonical_context(text), canonical_role(role)
    others = [seat for seat in canonical(Outline(entity, tuple(others))).seats if seat.entity != by.acting]
    known = _made(entity) or _made_meanwhile(entity)
    if known is None:
        known = contexts.create(Outline(entity, (Seat(by.acting, role), *others)), by=by, now=now).context.pk
    elif others:
        _require_listed(known, others, by)
    seat = Participant.objects.filter(context_id=known, principal_id=by.acting_id).first()
    if seat is None:
        raise _unseated(known, by)
    return _open(seat, role, by=by, now=now)


def _made(entity: str) -> int | None:
    """Return the id of a context that exists, not only its name."""
    known = named(entity)
    return known if known is not None and Context.objects.filter(pk=known).exists() else None


def _made_meanwhile(entity: str) -> int | None:
    context_seats.lock_name(entity)
    return _made(entity)


def _unseated(context: int, by: Caller) -> Problem:
    """Return why someone who is not listed cannot enter: plainly to the owner, who may know the context."""
    if Context.objects.filter(pk=context, owner_id=by.acting_id).exists():
        return unprocessable("not_listed", "You own this context but do not sit in it: list yourself first.")
    return not_found()


def _require_listed(context: int, others: Sequence[Seat], by: Caller) -> None:
    """Raise unless everyone named is listed already: whom a context seats is changed by editing it."""
    if not Participant.objects.filter(context_id=context, principal_id=by.acting_id).exists():
        raise not_found()
    listed = Participant.objects.filter(context_id=context).values_list("principal_id", flat=True)
    if not {named(seat.entity) for seat in others} <= set(listed):
        raise unprocessable("not_listed", "This context exists without some of these participants; edit it.")


def _open(seat: Participant, role: str | None, *, by: Caller, now: datetime) -> ContextSession:
    wanted = None if role is None else named(role)
    if role is not None and (wanted is None or not role_held(seat.role_id, wanted)):
        raise unprocessable("role_not_held", "You are not listed with this role here.")
    context_seats.come(seat, now)
    session = ContextSession.objects.create(
        context_id=seat.context_id,
        participant_id=seat.principal_id,
        role_id=seat.role_id,
        entered_at=now,
        expires_at=stay_until(current_policy().settings["context_session_hours"], now),
    )
    thing = ("context_session", f"ctxs_{session.public_id.hex}")
    note(by, actions.CONTEXT_ENTER, thing, now=now, context=seat.context_id, role=seat.role_id)
    return session


@contextmanager
def staying(context: str, *, by: Caller, now: datetime) -> Iterator[str]:
    """Yield a session of the caller's in a context: one that is open, or one that is left again afterwards.

    In the caller's transaction, which undoes it where something fails; raises what entering does."""
    opened = live_sessions(by.acting_id, now).filter(context_id=named(context)).first()
    session = opened or enter(context, by=by, now=now)
    public = f"ctxs_{session.public_id.hex}"
    yield public
    if opened is None:
        leave(public, by=by, now=now)


@transaction.atomic
def take_seat(text: str, *, by: Caller, now: datetime) -> int:
    """Keep that a participant came, without a session; returns the context. Raises the one 404 to others."""
    known = _made(canonical_context(text))
    seat = Participant.objects.filter(context_id=known, principal_id=by.acting_id).first() if known else None
    if known is None or seat is None:
        raise not_found()
    if context_seats.come(seat, now):
        note(by, actions.CONTEXT_COME, ("context", known), now=now)
    return known


@transaction.atomic
def leave(public_id: str, *, by: Caller, now: datetime, reason: str = "") -> ContextSession:
    """Close a session of the caller's own, or anyone's as an administrator with a reason; 404 otherwise."""
    uuid = session_uuid(public_id)
    rows = ContextSession.objects.select_for_update()
    session = rows.filter(public_id=uuid).first() if uuid is not None else None
    own = session is not None and session.participant_id == by.acting_id
    if session is None or not (own or may_rule(by, reason)):
        if session is not None and by.is_admin:
            raise Problem(422, "reason_required", "An administrator closes another's session with a reason.")
        raise not_found()
    if session.left_at is None:
        action = actions.CONTEXT_LEAVE if own else actions.CONTEXT_CLOSE
        context_seats.close(session, action, by=by, now=now, reason=reason)
    return session
