"""Who is listed in a context: filled, replaced, and what follows for those who no longer are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from audit import actions
from consent.models import Consent, Context, ContextSession, Participant
from consent.queries.consent_parties import speaks_for
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
    _add(context, seats, _lister(ids, by, now))


@dataclass(frozen=True, slots=True)
class _Lister:
    """Who lists participants and when; `speaks_for` holds whom that brings, None is everyone."""

    ids: Ids
    by: int
    now: datetime
    speaks_for: frozenset[int] | None

    def role_in(self, seat: Seat) -> int | None:
        return self.ids[seat.role] if seat.role is not None else None

    def seated(self, row: Participant, seat: Seat) -> Participant:
        row.role_id, row.added_at, row.added_by = self.role_in(seat), self.now, self.by
        brought = self.speaks_for is None or row.principal_id in self.speaks_for
        row.came_at = row.came_at or (self.now if brought else None)
        return row


def _lister(ids: Ids, by: Caller, now: datetime) -> _Lister:
    """Look up once for whom the caller speaks, however many it lists."""
    if by.is_admin:
        return _Lister(ids, by.principal_id, now, None)
    spoken = speaks_for(by.acting_id, now) if by.own_act else frozenset[int]()
    return _Lister(ids, by.principal_id, now, spoken)


def _add(context: Context, seats: Sequence[Seat], lister: _Lister) -> None:
    Participant.objects.bulk_create(
        lister.seated(Participant(context=context, principal_id=lister.ids[seat.entity]), seat)
        for seat in seats
    )


def come(seat: Participant, now: datetime) -> bool:
    """Keep that a participant came; returns whether it had not yet."""
    return bool(Participant.objects.filter(pk=seat.pk, came_at=None).update(came_at=now))


def replace(context: Context, seats: Sequence[Seat], ids: Ids, *, by: Caller, now: datetime) -> None:
    """Make the list exactly these seats; whoever leaves it or changes role is out of the context at once."""
    wanted, lister = {ids[seat.entity]: seat for seat in seats}, _lister(ids, by, now)
    for row in Participant.objects.filter(context=context):
        seat = wanted.pop(row.principal_id, None)
        if seat is not None and lister.role_in(seat) == row.role_id:
            continue
        _close_sessions(context, row.principal_id, by=by, now=now)
        if seat is None:
            row.delete()
        else:
            lister.seated(row, seat).save()
    _add(context, list(wanted.values()), lister)
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
