"""Which context sessions are open: not left, not run out, of a context that still lists who entered."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from consent.models import ContextSession, Participant
from memory_admin.http.problem import Problem, not_found
from memory_admin.http.public_id import public_uuid
from profiles.types import Caller


def session_uuid(public: str) -> UUID | None:
    """Return the uuid in `ctxs_…`, or None when it is not one."""
    return public_uuid(public, "ctxs")


def live_sessions(entity: int, now: datetime) -> QuerySet[ContextSession]:
    """Return an entity's open sessions, of contexts that still list it, the newest first."""
    listed = Participant.objects.filter(principal_id=entity).values("context_id")
    return _unended(now).filter(participant_id=entity, context_id__in=listed)


def open_to(by: Caller, now: datetime) -> QuerySet[ContextSession]:
    """Return the caller's open sessions; everyone's, to an administrator."""
    return _unended(now) if by.is_admin else live_sessions(by.acting_id, now)


def _unended(now: datetime) -> QuerySet[ContextSession]:
    rows = ContextSession.objects.filter(left_at=None, entered_at__lte=now, expires_at__gt=now)
    return rows.order_by("-entered_at", "-pk")


def live_session(public_id: str, entity: int, now: datetime) -> ContextSession:
    """Return one of an entity's open sessions; raises 404 for any other."""
    found = named_session(public_id, entity, now)
    if found is None:
        raise not_found()
    return found


def named_session(public_id: str, entity: int, now: datetime) -> ContextSession | None:
    """Return the open session of an entity that a request names; None for any other."""
    uuid = session_uuid(public_id)
    return live_sessions(entity, now).filter(public_id=uuid).first() if uuid is not None else None


def unknown_session() -> Problem:
    """Return what a request is told that names a session which is not open, or not its own."""
    said = "No open context session of yours has this id. Enter the context again."
    return Problem(404, "session_unknown", said)
