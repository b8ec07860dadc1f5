"""Exports of OpenMemory: a zip with `memories.jsonl.gz`, a memory a line, and `memories.json`, everything."""

from __future__ import annotations

from typing import Final

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
