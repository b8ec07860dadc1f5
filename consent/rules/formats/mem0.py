"""Exports of mem0: `get_all`, the export of a project, or one record a line."""

from __future__ import annotations

from typing import Any, Final

from consent.rules.formats.reading import (
    TYPE_BY_ROLE,
    Coming,
    Record,
    kept,
    moment_of,
    tags_of,
    text_of,
    words_of,
)

LISTS: Final = ("results", "memories")
_TAKEN: Final = frozenset({"memory", "text", "data", "content", "categories", "score", "similarity"})


def coming(record: Record) -> Coming:
    """Return the memory that a record is: mostly what a model drew from a talk, so inferred.

    Everything else it says stays in `metadata.mem0`, where it decides nothing."""
    said = record.get("metadata")
    role = said.get("role") if isinstance(said, dict) else record.get("role")
    verbatim = isinstance(role, str) and role in TYPE_BY_ROLE
    name, user = record.get("id"), record.get("user_id")
    body = {
        "kind": "message" if verbatim else "fact",
        "content": text_of(record, "memory", "text", "data", "content"),
        "tags": tags_of(words_of(record, "categories")),
        "occurred_at": moment_of(record.get("created_at")),
        "epistemic_status": "observed" if verbatim else "inferred",
        "source": {"type": TYPE_BY_ROLE[str(role)] if verbatim else "model_output"},
        "metadata": {"mem0": kept(record, without=_TAKEN)},
    }
    return Coming(body, str(name) if name else None, user if isinstance(user, str) and user else None)


def record_of(own: Record) -> dict[str, Any]:
    """Return one of our own memories as mem0 writes one; what came from there goes back as it was."""
    before = own["metadata"].get("mem0")
    kept_there = before if isinstance(before, dict) else {}
    free = {name: value for name, value in own["metadata"].items() if name != "mem0"}
    return {
        "id": own["id"].removeprefix("mem_"),
        "user_id": own["owner"].partition(":")[2],
        **kept_there,
        "memory": own["content"],
        "metadata": kept_there.get("metadata") or free or None,
        "categories": own["tags"],
        "created_at": own["occurred_at"] or own["created_at"],
        "updated_at": own["updated_at"],
    }
