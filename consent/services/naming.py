"""Finding the entities a write names; who may bring in no more is answered alike for all it does not know."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from consent.models import Label, LabelGrant
from profiles.models import Principal
from profiles.queries.directory import known_ids
from profiles.services.registering import is_used_up, register, used_up
from profiles.types import EVERYONE_ID, Caller


def entities_named(texts: Collection[str], *, by: Caller, now: datetime) -> dict[str, Principal]:
    """Return the principals of entity ids, by canonical id, those nobody named before made, unverified.

    Raises as `register` does, and as it does where the quota is used up for whom the caller does not know."""
    found = register(texts, by=by, now=now)
    require_known({row.pk for row in found.values()}, by=by, now=now)
    return found


def require_known(ids: Collection[int], *, by: Caller, now: datetime) -> None:
    """Raise Problem 422 where a token that may bring in nobody more names somebody it does not know.

    Who is there and who is not is answered alike: else each name that passed would tell of a hidden id."""
    if is_used_up(by) and set(ids) - _known(ids, by, now):
        raise used_up()


def _known(ids: Collection[int], by: Caller, now: datetime) -> set[int]:
    """Return whom of these the caller may know, brought in, or named in memories of its own."""
    mine = Label.objects.filter(owner=by.acting_id)
    about = mine.filter(subjects__overlap=list(ids)).values_list("subjects", flat=True)
    told = mine.filter(source__in=ids).values_list("source", flat=True)
    places = mine.filter(context__in=ids).values_list("context", flat=True)
    granted = LabelGrant.objects.filter(label__owner=by.acting_id, grantee__in=ids)
    brought = Principal.objects.filter(pk__in=ids, registered_by=by.lineage_id).values_list("pk", flat=True)
    itself = {EVERYONE_ID, by.acting_id, by.principal_id, *(known_ids(by, now) or ())}
    return itself.union(*about, told, places, granted.values_list("grantee", flat=True), brought)
