"""Names of principals and ids of memories, from the apps above that keep them.

The setting MEMORY_ADMIN_NAMES_HOOK names a module with `entity_ids(ids)`, `ids_of(entities)` and
`overseers()`, MEMORY_ADMIN_MEMORIES_HOOK one with `public_ids(ids)` and `number_of(id)`; without them
principals and memories are nameless here. Rows themselves hold numbers only."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from importlib import import_module
from typing import Any

from django.conf import settings

from audit.models import Event

PEOPLE = ("actor_id", "acting_id", "behalf_id")


def _hook(setting: str = "MEMORY_ADMIN_NAMES_HOOK") -> Any:
    path = getattr(settings, setting, "")
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


def overseers() -> Mapping[int, str]:
    """Return who may be given a violation to review: internal id and entity id."""
    hook = _hook()
    found: Mapping[int, str] = hook.overseers() if hook else {}
    return found


def people_in(rows: Iterable[Event]) -> Mapping[int, str]:
    """Return the entity ids of everyone whom events name."""
    return names_of({found for row in rows for name in PEOPLE if (found := getattr(row, name)) is not None})


def memories_of(ids: Collection[int]) -> Mapping[int, str]:
    """Return the public ids of memories by their internal ones; what was erased may be missing."""
    hook = _hook("MEMORY_ADMIN_MEMORIES_HOOK")
    found: Mapping[int, str] = hook.public_ids(ids) if hook and ids else {}
    return found


def memory_number(public: str) -> int | None:
    """Return the internal id of a memory's public one, or None."""
    hook = _hook("MEMORY_ADMIN_MEMORIES_HOOK")
    found: int | None = hook.number_of(public) if hook else None
    return found
