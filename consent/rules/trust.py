"""How far an owner trusts an asker: the most specific relationship, read strictly."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from consent.rules.decide import alone, answers_to, lineage_of
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
    trusts = [*_owners_trusts(label, scene), *_sources_trusts(label, scene)]
    lowest = min([Trust(limit, "ceiling"), *trusts], key=lambda trust: trust.value)
    strict = any(trust.strict for trust in trusts)
    why = "strict_mode" if strict and lowest.value > STRICT_CAP else lowest.reason
    return Trust(lowest.value, why, strict, any(trust.require_validation for trust in trusts))


def _owners_trusts(label: Label, scene: Scene) -> list[Trust]:
    return [trust_in(label, asker, scene) for asker in scene.asking.sides if asker.id != label.owner]


def _sources_trusts(label: Label, scene: Scene) -> list[Trust]:
    """Return how far the owners of a derived memory's sources trust the asking; why stays theirs.

    A source's own ceiling is in the derived memory's, kept there when it was derived."""
    sources = [one for one in lineage_of(label, scene.facts)[1:] if one is not None]
    rulings = [(source, alone(source, scene)) for source in sources]
    return [
        replace(trust, value=shown_value(trust), reason="source")
        for source, ruling in rulings
        if not (ruling.owner or ruling.public)
        for trust in _owners_trusts(source, scene)
    ]


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
