"""Names of principals and ids of memories, from the apps above that keep them.

The setting MEMORY_ADMIN_NAMES_HOOK names a module with `entity_ids(ids)`, `spelled(entity)`,
`ids_of(entities)` and `overseers()`, MEMORY_ADMIN_MEMORIES_HOOK one with `public_ids(ids)` and
`number_of(id)`; without them principals and memories are nameless here. Rows themselves hold numbers only."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from importlib import import_module
from typing import Any, Final

from django.conf import settings

from audit.models import Event

PEOPLE: Final = ("actor_id", "acting_id", "behalf_id")
# What has the number of a principal: things events are about, and details.
PRINCIPALS: Final = ("principal", "context")
NAMED: Final = frozenset(
    {
        "accessor",
        "collective",
        "context",
        "custodian",
        "grantee",
        "grantor",
        "into",
        "member",
        "owner",
        "principal",
        "role",
        "subject",
    }
)


def _hook(setting: str = "MEMORY_ADMIN_NAMES_HOOK") -> Any:
    path = getattr(settings, setting, "")
    return import_module(path) if path else None


def names_of(ids: Collection[int]) -> Mapping[int, str]:
    """Return the entity ids of internal ids; who was erased or merged away may be missing."""
    hook = _hook()
    found: Mapping[int, str] = hook.entity_ids(ids) if hook and ids else {}
    return found


def spelled(entity: str) -> str:
    """Return an entity id as it is kept, however typed; raises ValueError saying why for what is none."""
    hook = _hook()
    return str(hook.spelled(entity)) if hook else entity


def number_of(entity: str) -> int | None:
    """Return the internal id of an entity id in any spelling, or None."""
    hook = _hook()
    try:
        kept = spelled(entity)
    except ValueError:
        return None
    found: Mapping[str, int] = hook.ids_of([kept]) if hook else {}
    return found.get(kept)


def thing_named(text: str) -> dict[str, str]:
    """Return how events name what somebody names: a principal or context by its number, else as it is."""
    number = number_of(text) if ":" in text else None
    if number is None:
        return {"object_id": text}
    return {"object_type": "context" if text.startswith("ctx:") else "principal", "object_id": str(number)}


def overseers() -> Mapping[int, str]:
    """Return who may be given a violation to review: internal id and entity id."""
    hook = _hook()
    found: Mapping[int, str] = hook.overseers() if hook else {}
    return found


def people_in(rows: Iterable[Event]) -> Mapping[int, str]:
    """Return the entity ids of everyone whom events name: who acted, what they are about, their details."""
    return names_of({found for row in rows for found in _numbers(row)})


def spoken_of(row: Event) -> dict[str, int]:
    """Return the numbers of principals in what an event is about (`object`) and in its details, by name."""
    found = {name: value for name, value in row.details.items() if name in NAMED}
    about = {"object": number_in(row)} if row.object_type in PRINCIPALS else {}
    return {name: one for name, one in {**found, **about}.items() if type(one) is int}


def number_in(row: Event) -> int | None:
    """Return the number an event is about, where it is one."""
    return int(row.object_id) if row.object_id.isascii() and row.object_id.isdigit() else None


def _numbers(row: Event) -> set[int]:
    acted = {found for name in PEOPLE if (found := getattr(row, name)) is not None}
    return acted | set(spoken_of(row).values())


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
