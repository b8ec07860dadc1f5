"""Items drawn from a conversation: each points at its message, and starts no higher than that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from consent.rules.stamping import SOURCE_OF_ROLE
from text.normalize import normalize

# Other words that conversations use for the same speakers.
_ALSO: Final = {"developer": "system", "function": "tool", "model": "assistant"}


def source_of(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the source of what a message says: its role decides, and a role nobody knows is `unknown`."""
    role = message["role"].strip().lower()
    kind = SOURCE_OF_ROLE.get(_ALSO.get(role, role), "unknown")
    return {"type": kind, "uri": message["uri"], "message_id": message["id"]}


def body_of(item: Mapping[str, Any], message: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item as a memory's body; `reworded` where its text is not the message's own words.

    The message's author told it unless the item says who did. What was reworded is inferred unless stated."""
    content = message["content"] if item["content"] is None else item["content"]
    reworded = normalize(content) not in normalize(message["content"])
    return {
        **{name: value for name, value in item.items() if name != "message_id"},
        "content": content,
        "source_entity": item["source_entity"] or message["author"],
        "occurred_at": item["occurred_at"] or message["at"],
        "epistemic_status": item["epistemic_status"] or ("inferred" if reworded else "observed"),
        "source": source_of(message),
        "reworded": reworded,
    }
