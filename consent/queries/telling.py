"""The facts as a writer or an owner is told them, which is not always as the decision reads them."""

from __future__ import annotations

from dataclasses import replace

from consent.types import Scene
from profiles.models import Principal


def as_told(scene: Scene) -> Scene:
    """Return the scene with held look-alikes like anybody else, for answers to others than administrators.

    A look-alike is held because another id exists: to say that a grant to it is dead would tell of that id
    (domain.md 1). The decision itself never reads this scene."""
    if not scene.facts.unusable:
        return scene
    held = Principal.objects.filter(pk__in=scene.facts.unusable, held=True).values_list("pk", flat=True)
    return replace(scene, facts=replace(scene.facts, unusable=scene.facts.unusable - set(held)))
