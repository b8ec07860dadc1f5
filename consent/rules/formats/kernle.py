"""Kernle's stacks: the tables of its SQLite file, with the four privacy fields each of them has."""

from __future__ import annotations

import json
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


# What every table has, and what each has besides: the names that Kernle gives its columns.
EVERYWHERE: Final = (
    "id", "stack_id", "created_at", "confidence", "source_type", "source_entity", "subject_ids",
    "access_grants", "consent_grants", "local_updated_at", "version", "deleted",
)  # fmt: skip
COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "raw_entries": ("blob", "captured_at", "source", "processed", "tags"),
    "notes": ("content", "note_type", "tags"),
    "episodes": ("objective", "outcome", "outcome_type", "lessons", "tags"),
    "beliefs": ("statement", "belief_type", "is_active", "context_tags"),
    "agent_values": ("name", "statement", "priority", "context_tags"),
    "goals": ("title", "description", "status", "priority", "context_tags"),
}
_TABLE_BY_KIND: Final = {
    "raw": "raw_entries", "episode": "episodes", "belief": "beliefs", "value": "agent_values",
    "goal": "goals",
}  # fmt: skip
# Only a belief is said there to be one no more.
ENDED: Final = frozenset({"archived", "superseded"})


def row_of(own: Record) -> tuple[str, dict[str, Any]]:
    """Return the table and the row of one of our own memories; whom it names agreed is not said."""
    table = _TABLE_BY_KIND.get(own["kind"], "notes")
    moment, said = _when(own), own["content"]
    words = {
        "raw_entries": {"blob": said, "captured_at": moment, "source": "memory-admin", "processed": 0},
        "notes": {"content": said, "note_type": "note"},
        "episodes": {"objective": said, "outcome": "", "outcome_type": "neutral", "lessons": "[]"},
        "beliefs": {"statement": said, "belief_type": "fact", "is_active": int(own["state"] == "active")},
        "agent_values": {"name": own["title"] or said[:80], "statement": said,
                         "priority": round(100 * own["importance"])},
        "goals": {"title": said, "description": None, "status": "active", "priority": "medium"},
    }[table]  # fmt: skip
    tags = "tags" if "tags" in COLUMNS[table] else "context_tags"
    return table, {**_everywhere(own, moment), **words, tags: _json(own["tags"])}


def _everywhere(own: Record, moment: str) -> dict[str, Any]:
    return {
        "id": own["id"].removeprefix("mem_"),
        "stack_id": own["owner"].partition(":")[2],
        "created_at": moment,
        "confidence": own["confidence"],
        "source_type": "inference" if own["epistemic_status"] == "inferred" else "direct_experience",
        "source_entity": own["source_entity"],
        "subject_ids": _json(own["subject_ids"]),
        "access_grants": _json([one["grantee"] for one in own["grants"]]),
        "consent_grants": "[]",
        "local_updated_at": own["updated_at"].isoformat(),
        "version": own["version"],
        "deleted": 0,
    }


def _when(own: Record) -> str:
    return str((own["occurred_at"] or own["created_at"]).isoformat())


def _json(words: list[str]) -> str:
    return json.dumps(words, ensure_ascii=False)
