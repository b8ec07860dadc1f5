"""The directory as one caller may know it: anyone else is as absent as an id that never was."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from memory_admin.http.problem import not_found
from profiles.models import Alias, Custodian, ExternalIdentity, Membership, Principal
from profiles.queries.in_force import in_force
from profiles.queries.principals import by_entity
from profiles.queries.reach import containers, custodians
from profiles.rules.claims import canonical_or_none
from profiles.types import EVERYONE_ID, Caller


def known_ids(by: Caller, now: datetime) -> frozenset[int] | None:
    """Return whom a caller may know: itself, its collectives, its custodians and whom it is custodian of.

    None means everyone: staff. A caller asking on behalf of another knows what both know."""
    if by.is_admin or by.staff_role:
        return None
    mine = _circle(by.acting_id, now)
    return mine if by.behalf_id is None else mine & _circle(by.behalf_id, now)


def principals(by: Caller, now: datetime) -> QuerySet[Principal]:
    """Return the principals a caller may know; a held look-alike is for staff only."""
    rows = Principal.objects.exclude(pk=EVERYONE_ID).select_related("merged_into")
    known = known_ids(by, now)
    return rows if known is None else rows.filter(pk__in=known)


def matching(rows: QuerySet[Principal], wanted: Mapping[str, Any]) -> QuerySet[Principal]:
    """Return the rows that fit the filters given: namespace, active, held, verified."""
    for name in ("namespace", "active", "held"):
        if name in wanted:
            rows = rows.filter(**{name: wanted[name]})
    if "verified" in wanted:
        rows = rows.filter(verified_at__isnull=not wanted["verified"])
    return rows


def find(text: str, by: Caller, now: datetime) -> Principal:
    """Return the principal of an id the caller may know; raises the one Problem 404 otherwise."""
    entity = canonical_or_none(text)
    found = by_entity(entity) if entity is not None else None
    known = known_ids(by, now)
    if found is None or (known is not None and found.pk not in known):
        raise not_found()
    return found


def alike(principal: Principal) -> QuerySet[Principal]:
    """Return those whose ids look like a principal's, for staff: a held one is there because of another."""
    rows = Principal.objects.filter(skeleton=principal.skeleton, merged_into=None)
    return rows.exclude(pk=principal.pk).order_by("pk")[:20]


def memberships(principal: Principal, by: Caller, now: datetime) -> QuerySet[Membership]:
    """Return the live memberships of or in a principal whose other end the caller may know too."""
    rows = Membership.objects.filter(in_force(now), Q(member=principal) | Q(collective=principal))
    known = known_ids(by, now)
    if known is not None:
        rows = rows.filter(member_id__in=known, collective_id__in=known)
    return rows.select_related("member", "collective")


def custody(principal: Principal, by: Caller, now: datetime) -> QuerySet[Custodian]:
    """Return the live custodies over or by a principal whose other end the caller may know too."""
    rows = Custodian.objects.filter(in_force(now), Q(subject=principal) | Q(custodian=principal))
    known = known_ids(by, now)
    if known is not None:
        rows = rows.filter(subject_id__in=known, custodian_id__in=known)
    return rows.select_related("subject", "custodian")


def aliases(principal: Principal) -> QuerySet[Alias]:
    """Return a principal's aliases, approved and proposed."""
    return Alias.objects.filter(principal=principal)


def identities(principal: Principal, by: Caller) -> QuerySet[ExternalIdentity]:
    """Return a principal's accounts elsewhere: for staff and for itself; nobody else learns of one."""
    rows = ExternalIdentity.objects.filter(principal=principal)
    return rows if is_close(principal, by) else rows.none()


def is_close(principal: Principal, by: Caller) -> bool:
    """Tell whether a caller may read a principal's addresses: staff, or the principal asking for itself."""
    return by.is_admin or bool(by.staff_role) or (by.own_act and by.principal_id == principal.pk)


def _circle(one: int, now: datetime) -> frozenset[int]:
    wards = Custodian.objects.filter(in_force(now), custodian_id=one).values_list("subject_id", flat=True)
    return frozenset((one, *containers([one], now)[one], *custodians([one], now)[one], *wards))
