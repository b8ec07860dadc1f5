"""Rows of memories with their labels, by statements that the server plans once a connection."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final
from uuid import UUID

from django.db.models import Model

from consent.models import Label, Memory
from profiles.queries.prepared import ask

Columns = list[Any]


def _columns(model: type[Model]) -> Columns:
    return list(model._meta.concrete_fields)


_MEMORY, _LABEL = _columns(Memory), _columns(Label)
# What tells where a memory stands, and nothing of what it says.
_STANDING: Final = {"id", "public_id", "owner_id", "label_id", "kind", "state", "valid_until", "created_at"}
_BARE = [one for one in _MEMORY if one.attname in _STANDING]
_ABOUT = [one for one in _LABEL if one.attname in {"id", "subjects"}]
_FROM: Final = "FROM consent_memory m JOIN consent_label l ON l.id = m.label_id"


def _listed(memory: Columns, label: Columns) -> str:
    return ", ".join([f"m.{one.column}" for one in memory] + [f"l.{one.column}" for one in label])


_OWNED: Final = f"SELECT {_listed(_MEMORY, _LABEL)} {_FROM} WHERE m.public_id = ANY (%s) AND m.owner_id = %s"
_ONE: Final = f"SELECT {_listed(_BARE, _ABOUT)} {_FROM} WHERE m.public_id = %s"


def owned(public_ids: Collection[UUID], owner: int) -> dict[UUID, Memory]:
    """Return those of some memories that are an owner's, by public id, whole, with their labels."""
    found = [_joined(row, _MEMORY, _LABEL) for row in ask(_OWNED, [list(public_ids), owner])]
    return {memory.public_id: memory for memory in found}


def bare(public_id: UUID) -> Memory | None:
    """Return a memory without its text, whoever's it is, with whom its label is about."""
    for row in ask(_ONE, [public_id]):
        return _joined(row, _BARE, _ABOUT)
    return None


def _joined(row: tuple[Any, ...], columns: Columns, beside: Columns) -> Memory:
    memory: Memory = _loaded(Memory, columns, row[: len(columns)])
    memory.label = _loaded(Label, beside, row[len(columns) :])
    return memory


def _loaded(model: Any, columns: Columns, values: tuple[Any, ...]) -> Any:
    """Return a row as the model reads it, its JSON too; the columns are in the model's order."""
    read = [
        one.from_db_value(value, None, None) if hasattr(one, "from_db_value") else value
        for one, value in zip(columns, values, strict=True)
    ]
    return model.from_db("default", [one.attname for one in columns], read)
