"""ChatGPT's data export: conversations as trees of messages, and what it saved as memories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from consent.rules.formats.reading import TYPE_BY_ROLE, Coming, Record, moment_of, text_of

# The assistant writes what it wants to keep to this recipient.
_SAVES: Final = "bio"


def messages_of(conversation: Record, nodes: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Return the messages of the branch last shown, oldest first, with their conversation's title and id.

    `nodes` has what is in its mapping, where that is large; each is asked for when it is its turn."""
    mapping = nodes or conversation.get("mapping")
    if not isinstance(mapping, Mapping):
        return
    for name in _branch(mapping, conversation.get("current_node")):
        node = mapping[name]
        message = node.get("message") if isinstance(node, dict) else None
        if isinstance(message, dict):
            yield {
                "message": message,
                "title": conversation.get("title"),
                "conversation": conversation.get("conversation_id") or conversation.get("id"),
            }


def _branch(mapping: Mapping[str, Any], last: object) -> list[str]:
    """Return the ids of the nodes from the root to the last one; a ring or a gap ends the way."""
    found: dict[str, None] = {}
    while isinstance(last, str) and last not in found:
        node = mapping.get(last)
        if not isinstance(node, dict):
            break
        found[last] = None
        last = node.get("parent")
    return list(found)[::-1] if found else list(mapping)


def coming(record: Record) -> Coming | None:
    """Return the memory of a message or of a saved memory; None for what says nothing in words."""
    message = record.get("message")
    if not isinstance(message, dict):
        return _saved(record)
    role, text = _role(message), _text(message)
    if role not in TYPE_BY_ROLE or text is None or _hidden(message):
        return None
    saves = message.get("recipient") == _SAVES
    name, title = message.get("id"), record.get("title")
    body = {
        "kind": "fact" if saves else "message",
        "content": text,
        "title": title[:500] if isinstance(title, str) and title.strip() else None,
        "occurred_at": moment_of(message.get("create_time")),
        "epistemic_status": "inferred" if saves else "observed",
        "source": {"type": TYPE_BY_ROLE[role], "message_id": str(name)[:200] if name else None},
        "metadata": {"chatgpt": {"conversation": str(record.get("conversation") or "")[:200]}},
    }
    return Coming(body, str(name) if name else None)


def _saved(record: Record) -> Coming:
    name = record.get("id")
    body = {
        "kind": "fact",
        "content": text_of(record, "content", "memory", "text"),
        "occurred_at": moment_of(record.get("created_at") or record.get("updated_at")),
        "epistemic_status": "inferred",
        "source": {"type": "model_output"},
    }
    return Coming(body, str(name) if name else None)


def _role(message: Record) -> str:
    author = message.get("author")
    role = author.get("role") if isinstance(author, dict) else None
    return role if isinstance(role, str) else ""


def _text(message: Record) -> str | None:
    content = message.get("content")
    parts = content.get("parts") if isinstance(content, dict) else None
    words = [part for part in parts if isinstance(part, str)] if isinstance(parts, list) else []
    text = "\n".join(words)
    return text if text.strip() else None


def _hidden(message: Record) -> bool:
    said = message.get("metadata")
    return isinstance(said, dict) and said.get("is_visually_hidden_from_conversation") is True


def record_of(own: Record) -> dict[str, Any]:
    """Return one of our own memories as a saved memory: its words, and when it was."""
    return {
        "id": own["id"].removeprefix("mem_"),
        "content": own["content"],
        "created_at": own["occurred_at"] or own["created_at"],
        "updated_at": own["updated_at"],
    }
