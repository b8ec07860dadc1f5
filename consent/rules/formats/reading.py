"""Reading single values of a foreign record: what is not as it should be raises Unreadable by field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

Record = Mapping[str, Any]
_MILLISECONDS: Final = 10**11
# What a message's role makes of a text that was kept word for word; all else a model wrote.
TYPE_BY_ROLE: Final = {"user": "user_message", "assistant": "model_output", "tool": "tool_result"}


@dataclass(frozen=True, slots=True)
class Coming:
    """A memory on its way in: its body as any writer states one, and what the file says besides.

    `name` is the id the file gives it; `user` whose it was there; `at_most` the authority it may claim."""

    body: dict[str, Any]
    name: str | None = None
    user: str | None = None
    at_most: str = "tool_derived"
    state: str = "active"


class Unreadable(ValueError):
    """A record that is no memory: which field, and what is wrong with it in a sentence."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


def text_of(record: Record, *names: str) -> str:
    """Return the first of some fields that holds text; raises Unreadable where none does."""
    for name in names:
        value = record.get(name)
        if isinstance(value, str) and value.strip():
            return value
    raise Unreadable(names[0], "Must be text that is not blank.")


def optional_text(record: Record, name: str, most: int) -> str | None:
    """Return a field's text where it is text and fits, else None."""
    value = record.get(name)
    return value if isinstance(value, str) and value.strip() and len(value) <= most else None


def words_of(record: Record, name: str) -> list[str]:
    """Return a field that is a list of text, or JSON of one, as a list; absent is empty."""
    value = record.get(name)
    if isinstance(value, str):
        try:
            value = json.loads(value) if value.strip() else []
        except (ValueError, RecursionError):
            raise Unreadable(name, "Must be a JSON list of text.") from None
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Unreadable(name, "Must be a list of text.")
    return [one for one in value if one.strip()]


def moment_of(value: object) -> str | None:
    """Return a time of another product as RFC 3339: seconds, milliseconds or ISO 8601; naive is UTC."""
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            seconds = value / 1000 if value > _MILLISECONDS else value
            return datetime.fromtimestamp(seconds, UTC).isoformat()
        if isinstance(value, str) and value.strip():
            found = datetime.fromisoformat(value.strip())
            return (found if found.tzinfo else found.replace(tzinfo=UTC)).isoformat()
    except (ValueError, OverflowError, OSError):
        raise Unreadable("created_at", "Must be a time.") from None
    return None


def share_of(value: object) -> float | None:
    """Return a number from 0 to 1, or None for anything else."""
    fits = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    return float(value) if fits else None  # type: ignore[arg-type]


def tags_of(names: list[str]) -> list[str]:
    """Return words as tags: each once, in order, cut to what a tag may be."""
    return list(dict.fromkeys(name.strip()[:100] for name in names))[:50]


def kept(record: Record, *, without: frozenset[str]) -> dict[str, Any]:
    """Return what a record says besides, for its own product's corner of the metadata."""
    return {name: value for name, value in record.items() if name not in without and value not in (None, "")}
