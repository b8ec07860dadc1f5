"""Changing how far an owner trusts an accessor: its own act, its custodian's, or an admin's with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from audit import actions
from audit.rules.kinds import TRUST_ESCALATION
from consent.models import TrustChange, TrustRelationship
from consent.queries.consent_parties import reached
from consent.queries.trust import before, row, speakers
from consent.rules.trusting import RAISE, Pair, Terms, capacity, gains, raises
from consent.services.consent_records import lock
from consent.services.naming import entities_named
from consent.services.violating import About, blocked
from memory_admin.http.problem import Problem, conflict, not_found, scope_missing, unprocessable
from profiles.queries.principals import by_entity
from profiles.services.recording import note
from profiles.types import EVERYONE, EVERYONE_ID, Caller


@dataclass(frozen=True, slots=True)
class Between:
    """The two sides of a relationship and where it holds, in ids."""

    owner: int
    accessor: int
    context: int | None = None


@transaction.atomic
def set_trust(
    pair: Pair, terms: Terms, *, version: int | None = None, by: Caller, now: datetime
) -> TrustRelationship:
    """Set an owner's trust in an accessor.

    Raises 403 to the accessor, to whoever acts as or for the owner or raises trust in itself, and to an agent
    that raises it without the scope; 404 to anyone else; 409 for another version than the one named."""
    between = _between(pair, terms, by, now)
    lock([between.owner])
    return put(between, terms, version=version, by=by, now=now)


def _between(pair: Pair, terms: Terms, by: Caller, now: datetime) -> Between:
    known, accessor = by_entity(pair.owner), pair.accessor
    if known is None or not capacity(by, known.pk, speakers(known.pk, now), terms.reason):
        raise refusal(known.pk if known else None, accessor, by, now)
    if pair.owner == accessor:
        raise unprocessable("refused", "An owner always trusts itself.")
    names = {accessor, *([terms.context] if terms.context else [])} - {EVERYONE}
    found = {name: one.pk for name, one in entities_named(names, by=by, now=now).items()} | {
        EVERYONE: EVERYONE_ID
    }
    return Between(known.pk, found[accessor], found[terms.context] if terms.context else None)


def refusal(owner: int | None, accessor: str, by: Caller, now: datetime) -> Problem:
    """Return why a caller does not change an owner's trust: plainly only to those who may know the owner."""
    if accessor in {by.acting, by.principal, by.behalf}:
        plain = Problem(403, "forbidden", "Nobody sets trust in itself; ask for it.")
        return blocked(plain, TRUST_ESCALATION, by, About(owner, severity="high"))
    if owner is not None and by.acting_id in {owner, *speakers(owner, now)}:
        return Problem(403, "own_act_required", "Trust is not changed while acting as or for another.")
    if owner is not None and by.is_admin:
        return Problem(422, "reason_required", "An administrator changes trust with a reason.")
    return not_found()


def put(
    between: Between, terms: Terms, *, version: int | None = None, by: Caller, now: datetime
) -> TrustRelationship:
    """Write a relationship whose owner is locked, by someone who may, with its history."""
    _check_raise(between, terms, by, now)
    found = row(between.owner, between.accessor, between.context)
    if version is not None and version != (found.version if found else 0):
        raise conflict("version_conflict")
    relationship = found or TrustRelationship(
        owner_id=between.owner, accessor_id=between.accessor, context_id=between.context, version=0
    )
    relationship.base_trust, relationship.summary = terms.base_trust, terms.summary
    relationship.reason, relationship.last_updated = terms.reason, now
    relationship.require_validation, relationship.strict_mode = terms.require_validation, terms.strict_mode
    if terms.auto_lower is not None:
        relationship.auto_lower = terms.auto_lower
    relationship.version += 1
    relationship.save()
    _remember(relationship, by, now)
    return relationship


def _check_raise(between: Between, terms: Terms, by: Caller, now: datetime) -> None:
    """Raise Problem 403 where trust would go up in the caller itself, or by an agent without the scope."""
    if not raises(before(between.owner, between.accessor, between.context, now), terms.trust):
        return
    if gains(by, between.owner, between.accessor, reached(between.accessor, now)):
        plain = Problem(403, "self_raise", "Nobody raises trust in itself, under any name.")
        raise blocked(plain, TRUST_ESCALATION, by, About(between.owner, severity="high"))
    if by.is_agent and RAISE not in by.scopes:
        raise blocked(scope_missing(RAISE), TRUST_ESCALATION, by, About(between.owner))


def _remember(relationship: TrustRelationship, by: Caller, now: datetime) -> None:
    TrustChange.objects.create(
        relationship=relationship,
        base_trust=relationship.base_trust,
        strict_mode=relationship.strict_mode,
        require_validation=relationship.require_validation,
        reason=relationship.reason,
        changed_by=by.acting_id,
        at=now,
    )
    note(
        by,
        actions.TRUST_SET,
        ("trust", f"tru_{relationship.public_id.hex}"),
        now=now,
        reason=relationship.reason,
        owner=relationship.owner_id,
        accessor=relationship.accessor_id,
        base_trust=relationship.base_trust,
        strict_mode=relationship.strict_mode,
        require_validation=relationship.require_validation,
        auto_lower=relationship.auto_lower,
    )
