"""Whom a what-if question may tell its asker of, where that is not staff: whom its own memories name.

Everybody else is one: what the public would gain or lose is said of `*`, not of each by name, and who sits in
a context is told to who is of it or has memories there.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

from consent.models import Context, Label, LabelGrant, Participant
from consent.rules.whatif import Change, ConsentChange, GrantChange, TrustChange
from profiles.models import Principal
from profiles.queries.reach import members
from profiles.types import EVERYONE, Caller

# The eyes of anybody at all, who answers to nothing but `*`.
ANYBODY: Final = -2
PUBLIC: Final = {ANYBODY: EVERYONE}


@dataclass(frozen=True, slots=True)
class Acquainted:
    """Individuals and contexts that may be named to an asker."""

    people: frozenset[int]
    places: frozenset[int]


def acquainted(change: Change, labels: QuerySet[Label], *, by: Caller, now: datetime) -> Acquainted:
    """Return whom the labels of an asker's memories name, and whom the change would bring in."""
    granted = LabelGrant.objects.filter(label__in=labels.values("pk")).values_list("grantee_id", flat=True)
    named = {*granted, *_brought_in(change), by.acting_id, *labels.values_list("owner_id", flat=True)}
    places = _places(named, labels, by)
    seated = Participant.objects.filter(context__in=places).values_list("principal_id", flat=True)
    inside = {one for found in members(named, now).values() for one in found}
    people = {*named, *inside, *seated}
    survivors = Principal.objects.filter(pk__in=people).exclude(merged_into=None)
    return Acquainted(frozenset({*people, *survivors.values_list("merged_into_id", flat=True)}), places)


def _brought_in(change: Change) -> set[int]:
    match change:
        case GrantChange(grantee=grantee) | ConsentChange(wish=(_, grantee, _, _)):
            return {grantee}
        case TrustChange(relation=relation):
            return {relation.accessor}
    return set()


def _places(named: Collection[int], labels: QuerySet[Label], by: Caller) -> frozenset[int]:
    """Return the contexts that were named, in which memories were written, or of which the asker is."""
    own = Q(owner_id=by.acting_id) | Q(participants__principal_id=by.acting_id)
    written = labels.exclude(context=None).values("context_id")
    known = Context.objects.filter(own | Q(pk__in=list(named)) | Q(pk__in=written))
    return frozenset(known.values_list("pk", flat=True))
