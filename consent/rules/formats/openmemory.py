"""OpenMemory's backup: a zip with `memories.jsonl.gz`, a memory a line, and `memories.json`, everything."""

from __future__ import annotations

from typing import Any, Final
from uuid import NAMESPACE_URL, UUID, uuid5

from consent.rules.formats.reading import Coming, Record, kept, moment_of, tags_of, text_of, words_of

LISTS: Final = ("memories",)
_TAKEN: Final = frozenset({"content", "categories"})
_STATES: Final = {"paused": "paused", "archived": "archived"}


def coming(record: Record) -> Coming | None:
    """Return the memory of a record, None for one that was deleted there."""
    state = str(record.get("state") or "active")
    if state == "deleted":
        return None
    name = record.get("id")
    body = {
        "kind": "fact",
        "content": text_of(record, "content", "memory", "text"),
        "tags": tags_of(words_of(record, "categories")),
        "occurred_at": moment_of(record.get("created_at")),
        "epistemic_status": "inferred",
        "source": {"type": "model_output"},
        "metadata": {"openmemory": kept(record, without=_TAKEN)},
    }
    return Coming(body, str(name) if name else None, state=_STATES.get(state, "active"))


# What is set aside must not be in use there, and what was replaced is not said there to be.
_STATES_THERE: Final = {
    "active": "active", "paused": "paused", "archived": "archived", "quarantined": "paused",
    "superseded": "archived",
}  # fmt: skip


def record_of(own: Record) -> dict[str, Any]:
    """Return one of our own memories as a line of OpenMemory; what came from there goes back as it was."""
    before = own["metadata"].get("openmemory")
    there = before if isinstance(before, dict) else {}
    free = {name: value for name, value in own["metadata"].items() if name != "openmemory"}
    said = there.get("metadata")
    return {
        "id": id_of(own, there.get("id")),
        "content": own["content"],
        "metadata": said if isinstance(said, dict) else free,
        "created_at": own["occurred_at"] or own["created_at"],
        "updated_at": own["updated_at"],
        "state": _STATES_THERE[own["state"]],
        "app": str(there.get("app") or own["application"] or "memory-admin"),
        "categories": list(own["tags"]),
    }


def id_of(own: Record, there: object = None) -> str:
    """Return a memory's id as a UUID, the one that it had in the other product where it came from one."""
    try:
        return str(UUID(str(there)))
    except ValueError:
        return str(UUID(own["id"].removeprefix("mem_")))


def category_of(name: str) -> dict[str, Any]:
    """Return a category by its name, under an id that follows from that."""
    return {"id": str(uuid5(NAMESPACE_URL, f"memory-admin:{name}")), "name": name, "description": None}
