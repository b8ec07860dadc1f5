"""Whom a caller may know of: the directory's answer, and whom its own memories name."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from consent.models import Label, LabelGrant
from profiles.models import Principal
from profiles.queries.directory import known_ids
from profiles.types import EVERYONE_ID, Caller


def known_among(ids: Collection[int], by: Caller, now: datetime) -> set[int]:
    """Return whom of these the caller may know, brought in, or named in memories of its own."""
    everyone = known_ids(by, now)
    if everyone is None:
        return set(ids)
    mine = Label.objects.filter(owner=by.acting_id)
    about = mine.filter(subjects__overlap=list(ids)).values_list("subjects", flat=True)
    told = mine.filter(source__in=ids).values_list("source", flat=True)
    places = mine.filter(context__in=ids).values_list("context", flat=True)
    granted = LabelGrant.objects.filter(label__owner=by.acting_id, grantee__in=ids)
    itself = {EVERYONE_ID, by.acting_id, by.principal_id, *everyone, *_brought(ids, by)}
    return itself.union(*about, told, places, granted.values_list("grantee", flat=True)).intersection(ids)


def _brought(ids: Collection[int], by: Caller) -> Collection[int]:
    """Return whom of these the caller's token was the first to name."""
    if by.lineage_id is None:
        return ()
    return Principal.objects.filter(pk__in=ids, registered_by=by.lineage_id).values_list("pk", flat=True)
