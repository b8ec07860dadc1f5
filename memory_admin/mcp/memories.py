"""The tools of memories: add, recall, get, update, forget."""

from __future__ import annotations

from consent.queries.describing import describe, describe_own
from consent.reading import read, require_read
from consent.recall import recall
from consent.rules.stated import as_readable
from consent.serializers.validation import validated
from consent.services import editing, superseding
from consent.services.memories import create
from consent.shapes import ask_of, draft_of, memory_id, recalled, shown
from consent.types import Where
from consent.validation import validate
from memory_admin.http.json import rfc3339
from memory_admin.mcp.call import Call, Fields
from memory_admin.mcp.fenced import without_texts

__all__ = ["add", "forget", "get", "recall_memories", "update", "validate_response"]
_NOT_CHANGES = {"memory", "version", "context_session", "idempotency_key"}


def add(call: Call) -> Fields:
    """Write one memory; an identical one of the same owner is returned instead."""
    draft = {name: value for name, value in call.query.items() if name != "idempotency_key"}

    def effect() -> Fields:
        written = create(draft_of(draft), by=call.by, now=call.now)
        return {"memory": written.public_id, "created": written.created}

    return as_readable(_own(call.once(effect)["memory"], call), draft, call.by)


def recall_memories(call: Call) -> Fields:
    """Return fenced messages and the items behind them, with what was left out."""
    asked = {**call.query, "visibility": "context"}
    answer = recalled(recall(ask_of(asked), by=call.by, now=call.now), explain=asked["explain"])
    return {**answer, "items": without_texts(answer["items"])}


def validate_response(call: Call) -> Fields:
    """Check a response against what its recall did not show."""
    asked = call.query
    return validated(validate(asked["recall_id"], asked["response"], by=call.by, now=call.now))


def get(call: Call) -> Fields:
    """Return a memory at the caller's tier, whole to its owner."""
    found = read(memory_id(call.query["memory"]), _where(call), by=call.by, now=call.now)
    if found.own is None:
        return shown(found.item)
    (fields,) = describe([found.own], now=call.now)
    return fields


def update(call: Call) -> Fields:
    """Change what is named, from the version named; 409 when it has moved on."""
    memory, version = memory_id(call.query["memory"]), call.query["version"]
    changes = {name: value for name, value in call.query.items() if name not in _NOT_CHANGES}
    require_read(memory, _where(call), by=call.by, now=call.now)

    def effect() -> Fields:
        if "superseded_by" in changes:
            target = memory_id(changes["superseded_by"])
            superseding.supersede(memory, target, version=version, by=call.by, now=call.now)
        else:
            editing.update(memory, changes, version=version, by=call.by, now=call.now)
        return {}

    call.once(effect)
    return _own(memory, call)


def forget(call: Call) -> Fields:
    """Forget a memory: its text and versions are gone, the events stay."""
    memory = memory_id(call.query["memory"])

    def effect() -> Fields:
        editing.delete(memory, by=call.by, now=call.now, reason=call.query["reason"])
        return {"at": rfc3339(call.now)}

    return {"memory": memory, "forgotten_at": call.once(effect)["at"]}


def _where(call: Call) -> Where:
    """Return where a call reads: in the session it names, never regardless of context."""
    return Where(call.query.get("context_session"), "context")


def _own(memory: str, call: Call) -> Fields:
    (fields,) = describe_own([memory], by=call.by, now=call.now)
    return fields
