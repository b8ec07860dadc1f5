"""Names of principals, from the app above that keeps them.

The setting MEMORY_ADMIN_NAMES_HOOK names a module with `entity_ids(ids)` and `ids_of(entities)`; without
one, principals are nameless here. Events themselves hold numbers only."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from importlib import import_module
from typing import Any

from django.conf import settings

from audit.models import Event

PEOPLE = ("actor_id", "acting_id", "behalf_id")


def _hook() -> Any:
    path = getattr(settings, "MEMORY_ADMIN_NAMES_HOOK", "")
    return import_module(path) if path else None


def names_of(ids: Collection[int]) -> Mapping[int, str]:
    """Return the entity ids of internal ids; who was erased or merged away may be missing."""
    hook = _hook()
    found: Mapping[int, str] = hook.entity_ids(ids) if hook and ids else {}
    return found


def number_of(entity: str) -> int | None:
    """Return the internal id of an entity id, or None."""
    hook = _hook()
    found: Mapping[str, int] = hook.ids_of([entity]) if hook else {}
    return found.get(entity)


def people_in(rows: Iterable[Event]) -> Mapping[int, str]:
    """Return the entity ids of everyone whom events name."""
    return names_of({found for row in rows for name in PEOPLE if (found := getattr(row, name)) is not None})
