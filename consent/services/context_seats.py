"""Who is listed in a context: filled, replaced, and what follows for those who no longer are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import connection

from audit import actions
from consent.models import Consent, Context, ContextSession, Participant
from consent.queries.consent_parties import wards
from consent.rules.contexts import Seat
from profiles.services.recording import note
from profiles.types import Caller

Ids = Mapping[str, int]


def lock_name(entity: str) -> None:
    """Make those who would take the same id wait for each other: the second finds it taken."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 8))", [entity])


def grant_ids(names: Sequence[str] | None, ids: Ids) -> list[int] | None:
    """Return default grants in ids; None stays "its participants and itself", and empty stays nobody."""
    return None if names is None else sorted({ids[name] for name in names})


def fill(context: Context, seats: Sequence[Seat], ids: Ids, *, by: Caller, now: datetime) -> None:
    """List participants; who is listed by itself, who speaks for it or an administrator has come."""
    Participant.objects.bulk_create(
        _listed(Participant(context=context, principal_id=ids[seat.entity]), seat, ids, by, now)
        for seat in seats
    )


def _listed(row: Participant, seat: Seat, ids: Ids, by: Caller, now: datetime) -> Participant:
    row.role_id = ids[seat.role] if seat.role is not None else None
    row.added_at, row.added_by = now, by.principal_id
    speaks = by.own_act and row.principal_id in {by.acting_id, *wards(by.acting_id, now)}
    row.came_at = row.came_at or (now if by.is_admin or speaks else None)
    return row


def come(seat: Participant, now: datetime) -> bool:
    """Keep that a participant came; returns whether it had not yet."""
    return bool(Participant.objects.filter(pk=seat.pk, came_at=None).update(came_at=now))


def replace(context: Context, seats: Sequence[Seat], ids: Ids, *, by: Caller, now: datetime) -> None:
    """Make the list exactly these seats; whoever leaves it or changes role is out of the context at once."""
    wanted = {ids[seat.entity]: seat for seat in seats}
    for row in Participant.objects.filter(context=context):
        seat = wanted.pop(row.principal_id, None)
        if seat is not None and (ids[seat.role] if seat.role is not None else None) == row.role_id:
            continue
        _close_sessions(context, row.principal_id, by=by, now=now)
        if seat is None:
            row.delete()
        else:
            _listed(row, seat, ids, by, now).save()
    fill(context, list(wanted.values()), ids, by=by, now=now)
    _widen_denials(context)


def _close_sessions(context: Context, participant: int, *, by: Caller, now: datetime) -> None:
    for session in ContextSession.objects.filter(context=context, participant_id=participant, left_at=None):
        close(session, actions.CONTEXT_CLOSE, by=by, now=now)


def close(session: ContextSession, action: str, *, by: Caller, now: datetime, reason: str = "") -> None:
    """End a session: nothing comes through it for any request that starts after this."""
    session.left_at = now
    session.save(update_fields=["left_at"])
    thing = ("context_session", f"ctxs_{session.public_id.hex}")
    note(
        by,
        action,
        thing,
        now=now,
        reason=reason,
        context=session.context_id,
        participant=session.participant_id,
    )


def _widen_denials(context: Context) -> None:
    """Let a denial stand against those who came later too; a consent is only for those it was given for."""
    listed = Participant.objects.filter(context=context).values_list("principal_id", flat=True)
    for denial in Consent.objects.select_for_update().filter(grantee_id=context.pk, status="denied"):
        denial.participants = sorted({*denial.participants, *listed})
        denial.save(update_fields=["participants"])
