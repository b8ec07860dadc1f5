"""How far an owner trusts an asker: the most specific relationship, read strictly (domain.md 9)."""

from __future__ import annotations

import math
from collections.abc import Iterable

from consent.rules.decide import answers_to
from consent.types import Asker, Label, Relationship, Ruling, Scene, Trust
from profiles.types import EVERYONE_ID

STRICT_CAP = 0.5


def readable(value: float | None) -> float:
    """Return a stored trust value; null, NaN and out of range are 0.0."""
    if value is None or math.isnan(value) or not 0.0 <= value <= 1.0:
        return 0.0
    return value


def effective_trust(label: Label, ceiling: float | None, ruling: Ruling, scene: Scene) -> Trust:
    """Return what the asking may be shown of a memory it may see: the lower of ceiling and trust."""
    if ruling.owner:
        return Trust(1.0, "owner")
    limit = readable(ceiling)
    if ruling.public:
        return Trust(limit, "public")
    sides = [
        asker
        for asker in (scene.asking.asker, scene.asking.behalf)
        if asker is not None and asker.id != label.owner
    ]
    trusts = [trust_in(label, asker, scene) for asker in sides]
    lowest = min([Trust(limit, "ceiling"), *trusts], key=lambda trust: trust.value)
    strict = any(trust.strict for trust in trusts)
    return Trust(lowest.value, lowest.reason, strict, any(trust.require_validation for trust in trusts))


def shown_value(trust: Trust) -> float:
    """Return the trust that decides the tier: strict mode shows a summary at most."""
    return min(trust.value, STRICT_CAP) if trust.strict else trust.value


def trust_in(label: Label, asker: Asker, scene: Scene) -> Trust:
    """Return the trust of the label's owner in one asker."""
    own = [r for r in scene.facts.relationships if r.owner == label.owner]
    context = asker.session.context if asker.session else None
    collectives = answers_to(label, asker) - {asker.id, EVERYONE_ID}
    for accessors in ({asker.id}, collectives, {EVERYONE_ID}):
        found = _most_specific([r for r in own if r.accessor in accessors], context)
        if found:
            return _lowest(found)
    return Trust(readable(scene.rules.default_trust), "default_trust")


def _most_specific(found: Iterable[Relationship], context: int | None) -> list[Relationship]:
    found = list(found)
    named = [r for r in found if r.context is not None and r.context == context]
    return named or [r for r in found if r.context is None]


def _lowest(found: list[Relationship]) -> Trust:
    worst = min(found, key=lambda relationship: readable(relationship.base))
    strict = any(r.strict for r in found)
    validated = strict or any(r.require_validation for r in found)
    return Trust(readable(worst.base), worst.reason or "relationship", strict, validated)
