"""The facts as a writer or an owner is told them, which is not always as the decision reads them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from consent.queries.showing import Ruled
from consent.types import Scene
from profiles.models import Principal
from profiles.types import Caller


def as_told(scene: Scene) -> Scene:
    """Return the scene with held look-alikes like anybody else, for answers to others than administrators.

    A look-alike is held because another id exists: to say that a grant to it is dead would tell of that id.
    The decision itself never reads this scene."""
    if not scene.facts.unusable:
        return scene
    held = Principal.objects.filter(pk__in=scene.facts.unusable, held=True).values_list("pk", flat=True)
    return replace(scene, facts=replace(scene.facts, unusable=scene.facts.unusable - set(held)))


def opening(ruled: Ruled, asker: int, by: Caller, mine: Collection[int]) -> tuple[int, ...]:
    """Return the grants that opened a memory to an asker, as far as the viewer is told; none for its owner.

    An owner is told of the grant to the asker itself, else of all that are good and not which of them counts:
    that would say who belongs where."""
    best = ruled.ruling.why.grantee
    if ruled.ruling.owner or best is None:
        return ()
    if by.oversees or ruled.label.owner not in mine or best == asker:
        return (best,)
    return tuple(sorted({grant.grantee for grant in ruled.ruling.grants if grant.consented}))
