"""For whom consents to contexts count, and who may know that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from consent.models import Consent, Context
from consent.queries.consent_parties import speaks_for
from consent.queries.consents import party
from profiles.types import Caller

Seats = Mapping[int, list[str]]


def seated(
    records: Sequence[Consent], names: Mapping[int, str], *, by: Caller, now: datetime
) -> dict[int, list[str]]:
    """Return by record for whom a consent to a context counts, where the caller may know who sits there."""
    asked = {record.grantee_id for record in records if names[record.grantee_id].startswith("ctx:")}
    if not asked:
        return {}
    contexts = {one.pk: one for one in Context.objects.filter(pk__in=asked).prefetch_related("participants")}
    to_contexts = [record for record in records if record.grantee_id in contexts]
    known = _known(to_contexts, contexts, by, now)
    return {
        one.pk: sorted(names[seat] for seat in one.participants) for one in to_contexts if one.pk in known
    }


def _known(
    records: Sequence[Consent], contexts: Mapping[int, Context], by: Caller, now: datetime
) -> set[int]:
    """Return the records whose context the caller, a ward or who asked is of, and those that are its own."""
    if by.is_admin:
        return {record.pk for record in records}
    around = speaks_for(by.acting_id, now)
    inside = {
        record.pk for record in records if {*around, record.asked_by} & _insiders(contexts[record.grantee_id])
    }
    return inside | _own([record for record in records if record.pk not in inside], by, now)


def _insiders(context: Context) -> set[int]:
    return {context.owner_id, *(one.principal_id for one in context.participants.all())}


def _own(records: Sequence[Consent], by: Caller, now: datetime) -> set[int]:
    """Return those about what is written in their very context, the caller being a subject or custodian."""
    within = [
        record.pk
        for record in records
        if record.scope == "ctx" and record.scope_entity_id == record.grantee_id
    ]
    if not within:
        return set()
    mine = party(by.acting_id, now, "subject") | party(by.acting_id, now, "custodian")
    return set(Consent.objects.filter(mine, pk__in=within).values_list("pk", flat=True))
