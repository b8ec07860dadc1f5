"""Whom a what-if question may tell its asker of, where that is not staff: whom its own memories name.

Everybody else is one: what the public would gain or lose is said of `*`, not of each by name, and what a
group or a context would, of that, unless the asker is of it or what is shared there is another's about it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

from consent.models import Context, Label, LabelGrant, Participant
from consent.queries.consent_parties import speaks_for, within_told
from consent.rules.whatif import Change, ConsentChange, GrantChange, TrustChange
from profiles.models import Principal
from profiles.queries.reach import members
from profiles.types import EVERYONE, Caller

# The eyes of anybody at all, who answers to nothing but `*`.
ANYBODY: Final = -2
PUBLIC: Final = {ANYBODY: EVERYONE}


@dataclass(frozen=True, slots=True)
class Acquainted:
    """Individuals and contexts that may be named to an asker; and collectives of which nobody inside may."""

    people: frozenset[int]
    places: frozenset[int]
    closed: frozenset[int]


def acquainted(change: Change | None, labels: QuerySet[Label], *, by: Caller, now: datetime) -> Acquainted:
    """Return whom the labels of an asker's memories name, and whom a change would bring in."""
    mine = speaks_for(by.acting_id, now)
    named = {
        *_granted(labels),
        *_brought_in(change),
        by.acting_id,
        *labels.values_list("owner_id", flat=True),
    }
    inside = {**members(named, now), **_seated(_places(named, labels, by))}
    # Who sees what somebody else remembers of one is one's own matter.
    told = within_told(inside, mine)
    told |= {one: inside[one] for one in _granted(labels.exclude(owner__in=mine)) if one in inside}
    people = {*named, *(one for found in told.values() for one in found)}
    survivors = Principal.objects.filter(pk__in=people).exclude(merged_into=None)
    closed = Principal.objects.filter(pk__in=named - told.keys(), namespace__in=Principal.COLLECTIVES)
    return Acquainted(
        people=frozenset({*people, *survivors.values_list("merged_into_id", flat=True)}),
        places=frozenset(told),
        closed=frozenset(closed.values_list("pk", flat=True)),
    )


def _granted(labels: QuerySet[Label]) -> set[int]:
    grants = LabelGrant.objects.filter(label__in=labels.values("pk"))
    return set(grants.values_list("grantee_id", flat=True))


def _seated(places: Collection[int]) -> dict[int, tuple[int, ...]]:
    seats: dict[int, tuple[int, ...]] = dict.fromkeys(places, ())
    for context, one in Participant.objects.filter(context__in=places).values_list("context", "principal"):
        seats[context] += (one,)
    return seats


def _brought_in(change: Change | None) -> set[int]:
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
