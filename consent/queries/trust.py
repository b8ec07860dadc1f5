"""Trust relationships as their owner, its custodians and the accessor may see them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from consent.models import TrustChange, TrustRelationship, TrustRequest
from consent.queries.consent_parties import speaks_for
from consent.queries.policies import current_policy
from consent.rules.trust import readable, trust_in
from consent.rules.trusting import Terms, floor
from consent.types import Asker, Asking, Facts, Label, Relationship, Scene, Session, Trust
from memory_admin.http.problem import not_found
from profiles.models import Principal
from profiles.queries.principals import entity_ids, ids_of
from profiles.queries.reach import containers, custodians
from profiles.types import EVERYONE_ID, Caller


def row(owner: int, accessor: int, context: int | None) -> TrustRelationship | None:
    """Return the relationship between two entities in a context, or everywhere."""
    return TrustRelationship.objects.filter(owner_id=owner, accessor_id=accessor, context_id=context).first()


def speakers(owner: int, now: datetime) -> frozenset[int]:
    """Return who speaks for an owner: its live custodians."""
    return frozenset(custodians([owner], now)[owner])


def find(owner: str, accessor: str, context: str | None, *, by: Caller, now: datetime) -> TrustRelationship:
    """Return a relationship the caller is a side of; raises the one 404 otherwise."""
    ids = ids_of([one for one in (owner, accessor, context) if one is not None])
    known = owner in ids and accessor in ids and (context is None or context in ids)
    found = row(ids[owner], ids[accessor], ids[context] if context else None) if known else None
    if found is None or not (is_owners(found.owner_id, by, now) or by.acting_id == found.accessor_id):
        raise not_found()
    return found


def is_owners(owner: int, by: Caller, now: datetime) -> bool:
    """Tell whether the caller reads an owner's relationships whole: owner, custodian, or who oversees."""
    return by.oversees or by.acting_id == owner or by.acting_id in speakers(owner, now)


def relationships(by: Caller, now: datetime) -> QuerySet[TrustRelationship]:
    """Return the relationships the caller is a side of."""
    rows = TrustRelationship.objects.all()
    if by.oversees:
        return rows
    mine = speaks_for(by.acting_id, now)
    return rows.filter(Q(owner_id__in=mine) | Q(accessor_id=by.acting_id))


def history(relationship: TrustRelationship) -> QuerySet[TrustChange]:
    """Return each step of a relationship, oldest first."""
    return TrustChange.objects.filter(relationship=relationship).order_by("pk")


def history_for(relationship: TrustRelationship, *, by: Caller, now: datetime) -> QuerySet[TrustChange]:
    """Return a history to the owner's side; raises 404 to the accessor, whose it is not."""
    if not is_owners(relationship.owner_id, by, now):
        raise not_found()
    return history(relationship)


def open_requests(by: Caller, now: datetime) -> QuerySet[TrustRequest]:
    """Return what was asked of the caller and its wards and waits; of anyone, to who oversees."""
    rows = TrustRequest.objects.filter(status="open").order_by("pk")
    return rows if by.oversees else rows.filter(owner_id__in=speaks_for(by.acting_id, now))


def before(owner: int, accessor: int, context: int | None, now: datetime) -> Trust:
    """Return the trust that a new word about an accessor replaces, at its lowest for anyone it may reach."""
    rows = TrustRelationship.objects.filter(owner_id=owner)
    own = [_relationship(one) for one in rows]
    above = containers([accessor], now)[accessor]
    session = Session(0, context, accessor, None) if context is not None else None
    asker = Asker(accessor, frozenset({accessor, EVERYONE_ID, *above}), session)
    found = _trust_in(owner, asker, own)
    if context is None or accessor == EVERYONE_ID:
        return found
    return floor(found, [one for one in own if one.accessor in _collectives(accessor, own)])


def as_it_stands(owner: int, accessor: int, terms: Terms, now: datetime) -> Terms:
    """Return terms of another value, with the guards that apply so far and what the pair's row says besides.

    Where the pair has no row of its own the guards are those of what it replaces: the owner's default, a
    group's. Only the value and the reason are the caller's; trust in one context is held by itself."""
    place = ids_of([terms.context]).get(terms.context) if terms.context else None
    known, replaced = row(owner, accessor, place), before(owner, accessor, place, now)
    return replace(
        terms,
        summary=known.summary if known else "",
        require_validation=replaced.require_validation,
        strict_mode=replaced.strict,
        auto_lower=known.auto_lower if known else None,
    )


def _collectives(accessor: int, own: list[Relationship]) -> set[int]:
    """Return the collectives an owner trusts, where the accessor is one: its members may be in others too."""
    ids = {accessor, *(one.accessor for one in own)} - {EVERYONE_ID}
    rows = Principal.objects.filter(pk__in=ids, namespace__in=Principal.COLLECTIVES)
    found = set(rows.values_list("pk", flat=True))
    return found if accessor in found else set()


def _relationship(one: TrustRelationship) -> Relationship:
    return Relationship(
        one.owner_id, one.accessor_id, one.context_id, one.base_trust, one.strict_mode, one.require_validation
    )


def _trust_in(owner: int, asker: Asker, own: list[Relationship]) -> Trust:
    """Ask the decision itself, about any memory of the owner."""
    context = asker.session.context if asker.session else None
    any_label = Label(0, owner, None, False, False, frozenset(), (), context, None)
    facts = Facts({}, {}, {}, (), {}, {}, relationships=tuple(own))
    return trust_in(any_label, asker, Scene({}, Asking(asker), facts, current_policy().rules))


def show(one: TrustRelationship, *, by: Caller, now: datetime) -> dict[str, Any]:
    """Return a relationship as every door shows it; why it is so only to the owner's side."""
    names = entity_ids([key for key in (one.owner_id, one.accessor_id, one.context_id) if key is not None])
    return {
        "id": f"tru_{one.public_id.hex}",
        "owner": names[one.owner_id],
        "accessor": names[one.accessor_id],
        "context": names[one.context_id] if one.context_id is not None else None,
        "base_trust": readable(one.base_trust),
        "summary": one.summary,
        "reason": one.reason if is_owners(one.owner_id, by, now) else None,
        "require_validation": one.require_validation,
        "strict_mode": one.strict_mode,
        "auto_lower": one.auto_lower if is_owners(one.owner_id, by, now) else None,
        "version": one.version,
        "last_updated": one.last_updated,
    }


def show_change(one: TrustChange) -> dict[str, Any]:
    """Return one step of a history."""
    return {
        "base_trust": readable(one.base_trust),
        "require_validation": one.require_validation,
        "strict_mode": one.strict_mode,
        "reason": one.reason,
        "changed_by": entity_ids([one.changed_by]).get(one.changed_by)
        if one.changed_by is not None
        else None,
        "at": one.at,
    }


def show_request(one: TrustRequest) -> dict[str, Any]:
    """Return a request as the one asked sees it."""
    names = entity_ids([one.owner_id, one.accessor_id])
    return {
        "id": f"trq_{one.public_id.hex}",
        "owner": names[one.owner_id],
        "accessor": names[one.accessor_id],
        "wanted": one.wanted,
        "reason": one.reason,
        "status": one.status,
        "at": one.at,
    }
