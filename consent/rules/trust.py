"""How far an owner trusts an asker: the most specific relationship, read strictly (domain.md 9)."""

from __future__ import annotations

import math
from collections.abc import Iterable

from consent.types import Asker, Asking, Facts, Label, Relationship, Rules, Ruling, Trust
from profiles.types import EVERYONE_ID

SUMMARY_CAP = 0.5


def readable(value: float | None) -> float:
    """Return a stored trust value; null, NaN and out of range are 0.0."""
    if value is None or math.isnan(value) or not 0.0 <= value <= 1.0:
        return 0.0
    return value


def effective_trust(label: Label, ceiling: float | None, asking: Asking, ruling: Ruling, facts: Facts, rules: Rules) -> Trust:
    """Return what the asking may be shown of a memory it may see: the lower of ceiling and trust."""
    if ruling.owner:
        return Trust(1.0, "owner")
    limit = readable(ceiling)
    if ruling.public:
        return Trust(limit, "public")
    sides = [asker for asker in (asking.asker, asking.behalf) if asker is not None and asker.id != label.owner]
    lowest = min((trust_in(label.owner, asker, facts, rules) for asker in sides), key=lambda trust: trust.value)
    if limit < lowest.value:
        return Trust(limit, "ceiling", lowest.strict, lowest.require_validation)
    return lowest


def trust_in(owner: int, asker: Asker, facts: Facts, rules: Rules) -> Trust:
    """Return the owner's trust in one asker."""
    own = [r for r in facts.relationships if r.owner == owner]
    context = asker.session.context if asker.session else None
    for accessors in ({asker.id}, asker.entities - {asker.id, EVERYONE_ID}, {EVERYONE_ID}):
        found = _most_specific([r for r in own if r.accessor in accessors], context)
        if found:
            return _lowest(found)
    return Trust(readable(rules.default_trust), "default_trust")


def _most_specific(found: Iterable[Relationship], context: int | None) -> list[Relationship]:
    found = list(found)
    named = [r for r in found if r.context is not None and r.context == context]
    return named or [r for r in found if r.context is None]


def _lowest(found: list[Relationship]) -> Trust:
    worst = min(found, key=_capped)
    return Trust(
        _capped(worst),
        worst.reason or "relationship",
        any(r.strict for r in found),
        any(r.require_validation or r.strict for r in found),
    )


def _capped(relationship: Relationship) -> float:
    value = readable(relationship.base)
    return min(value, SUMMARY_CAP) if relationship.strict else value
