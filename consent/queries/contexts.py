"""Contexts as those who sit in them may see them, and who else has a say in one that is only a name yet."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from consent.models import Consent, Context, ContextSession, Label, LabelGrant, Memory, Participant
from consent.queries.consent_parties import speaks_for
from consent.rules.contexts import must_renew
from memory_admin.http.problem import not_found
from profiles.queries.in_force import unexpired
from profiles.queries.principals import by_entity, entity_ids, ids_of
from profiles.rules.entity import EntityError, parse_entity
from profiles.types import Caller


def known_to(by: Caller) -> QuerySet[Context]:
    """Return the contexts a caller may know: its own and those it sits in; an administrator all."""
    rows = Context.objects.select_related("principal")
    if by.is_admin:
        return rows
    listed = Participant.objects.filter(principal_id=by.acting_id).values("context_id")
    return rows.filter(Q(owner_id=by.acting_id) | Q(pk__in=listed))


def narrowed(rows: QuerySet[Context], asked: Mapping[str, str]) -> QuerySet[Context]:
    """Return those of an owner and with a participant, where they are named; none for a name nobody has."""
    ids = ids_of([entity for entity in asked.values() if entity])
    if asked["owner"]:
        rows = rows.filter(owner_id=ids.get(asked["owner"], -1))
    if asked["participant"]:
        rows = rows.filter(participants__principal_id=ids.get(asked["participant"], -1))
    return rows


def find(text: str, by: Caller) -> Context:
    """Return a context the caller may know; raises the 404 of an unknown one otherwise."""
    found = named(text)
    row = known_to(by).filter(pk=found).first() if found is not None else None
    if row is None:
        raise not_found()
    return row


def named(text: str) -> int | None:
    """Return the principal id of an entity id that someone has named before, or None."""
    try:
        principal = by_entity(str(parse_entity(text)))
    except EntityError:
        return None
    return principal.pk if principal else None


def has_say(context: int, entity: int, now: datetime) -> bool:
    """Tell whether an entity may make a context that is so far only a name others refer to.

    It has to be, or speak for, a subject of every memory that refers to it, so that nobody gets in by
    referring to it too; where no memory does, it has to have agreed to it."""
    mine = speaks_for(entity, now)
    shared = LabelGrant.objects.filter(grantee_id=context).values("label_id")
    labels = Label.objects.filter(Q(context_id=context) | Q(pk__in=shared))
    used = labels.filter(Exists(Memory.objects.filter(label_id=OuterRef("pk"))))
    if used.exists():
        return not used.exclude(subjects__overlap=list(mine)).exists()
    agreed = Consent.objects.filter(Q(grantee_id=context) | Q(scope_entity_id=context), grantor_id__in=mine)
    return agreed.exclude(status="requested").exists()


def renewals(context: int, now: datetime) -> frozenset[int]:
    """Return who would have to consent again for everyone listed now to be covered."""
    listed = Participant.objects.filter(context_id=context).values_list("principal_id", flat=True)
    return renewals_with(context, set(listed), now)


def renewals_with(context: int, listed: Collection[int], now: datetime) -> frozenset[int]:
    """Return who would have to consent again if exactly these were listed."""
    live = Consent.objects.filter(unexpired(now), grantee_id=context, status="active")
    return must_renew(dict(live.values_list("grantor_id", "participants")), listed)


def show(rows: Sequence[Context]) -> list[dict[str, Any]]:
    """Return contexts as every door shows them."""
    seats: dict[int, list[Participant]] = {row.pk: [] for row in rows}
    for seat in Participant.objects.filter(context_id__in=seats).order_by("pk"):
        seats[seat.context_id].append(seat)
    names = entity_ids(_ids(rows, [seat for found in seats.values() for seat in found]))
    return [_shown(row, seats[row.pk], names) for row in rows]


def _ids(rows: Sequence[Context], seats: Sequence[Participant]) -> set[int]:
    found = {row.pk for row in rows} | {row.owner_id for row in rows}
    found |= {one for row in rows for one in row.default_grants or ()}
    return found | {one for seat in seats for one in (seat.principal_id, seat.role_id) if one is not None}


def _shown(row: Context, seats: Sequence[Participant], names: dict[int, str]) -> dict[str, Any]:
    grants = row.default_grants
    return {
        "id": names[row.pk],
        "owner": names[row.owner_id],
        "participants": [
            {
                "entity": names[seat.principal_id],
                "role": names.get(seat.role_id or -1),
                "came": seat.came_at is not None,
            }
            for seat in seats
        ],
        "default_access_grants": None if grants is None else sorted(names[one] for one in grants),
        "version": row.version,
        "created_at": row.created_at,
    }


def show_session(row: ContextSession) -> dict[str, Any]:
    """Return a session as every door shows it."""
    names = entity_ids({one for one in (row.context_id, row.participant_id, row.role_id) if one is not None})
    return {
        "context_session": f"ctxs_{row.public_id.hex}",
        "context": names[row.context_id],
        "participant": names[row.participant_id],
        "role": names.get(row.role_id or -1),
        "entered_at": row.entered_at,
        "expires_at": row.expires_at,
        "left_at": row.left_at,
    }
