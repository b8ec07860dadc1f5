"""Kernle's stacks: the tables of its SQLite file, with the four privacy fields each of them has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from consent.rules.formats.reading import (
    Coming,
    Record,
    moment_of,
    optional_text,
    share_of,
    tags_of,
    text_of,
    words_of,
)
from profiles.rules.entity import EntityError, parse_entity

_INFERRED: Final = frozenset({"inference", "inferred", "consolidation", "derived", "suggestion"})
Body = dict[str, Any]


def _episode(row: Record) -> Body:
    lessons = [f"Lesson: {one}" for one in words_of(row, "lessons")]
    outcome = optional_text(row, "outcome", 100_000)
    content = "\n".join([text_of(row, "objective"), *([outcome] if outcome else []), *lessons])
    return {"kind": "episode", "title": optional_text(row, "objective", 500), "content": content}


def _value(row: Record) -> Body:
    priority = row.get("priority")
    weight = priority / 100 if isinstance(priority, int) and 0 <= priority <= 100 else 0.5
    return {"kind": "value", "title": optional_text(row, "name", 500), "importance": weight,
            "content": text_of(row, "statement", "name")}  # fmt: skip


def _goal(row: Record) -> Body:
    more = optional_text(row, "description", 100_000)
    content = "\n".join([text_of(row, "title"), *([more] if more else [])])
    return {"kind": "goal", "title": optional_text(row, "title", 500), "content": content}


def _relationship(row: Record) -> Body:
    more = optional_text(row, "notes", 100_000)
    known = optional_text(row, "relationship_type", 200)
    lines = [f"{text_of(row, 'entity_name')}: {known}" if known else text_of(row, "entity_name"), more]
    return {"kind": "relationship", "content": "\n".join(line for line in lines if line)}


_ROWS: Final[dict[str, Callable[[Record], Body]]] = {
    "raw_entries": lambda row: {"kind": "raw", "content": text_of(row, "blob", "content")},
    "notes": lambda row: {"kind": "note", "content": text_of(row, "content")},
    "episodes": _episode,
    "beliefs": lambda row: {"kind": "belief", "content": text_of(row, "statement")},
    "agent_values": _value,
    "goals": _goal,
    "relationships": _relationship,
}
TABLES: Final = tuple(_ROWS)


def coming(record: Record) -> Coming | None:
    """Return the memory of a row (its table under `table`), None for one that was deleted there.

    What it grants is stored and waits; whom it says to have agreed is asked."""
    if record.get("deleted"):
        return None
    name, stack = record.get("id"), record.get("stack_id") or record.get("agent_id")
    gone = record.get("is_active") == 0 or bool(record.get("superseded_by"))
    return Coming(
        _body(record),
        str(name) if name else None,
        str(stack) if stack else None,
        state="archived" if gone else "active",
    )


def _body(record: Record) -> Body:
    table = str(record["table"])
    return {
        **_ROWS[table](record),
        "tags": tags_of([*words_of(record, "tags"), *words_of(record, "context_tags")]),
        "occurred_at": moment_of(record.get("created_at") or record.get("timestamp")),
        "confidence": share_of(record.get("confidence")),
        "epistemic_status": "inferred" if record.get("source_type") in _INFERRED else "observed",
        "source": {"type": "model_output"},
        "source_entity": _entity(record.get("source_entity")),
        **{field: words_of(record, field) for field in ("subject_ids", "access_grants", "consent_grants")},
        "metadata": {"kernle": {"table": table, "id": str(record.get("id"))[:100]}},
    }


def _entity(value: object) -> str | None:
    """Return who told it, where that is written as an entity."""
    try:
        return str(parse_entity(value)) if isinstance(value, str) else None
    except EntityError:
        return None
