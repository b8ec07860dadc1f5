"""What a model reads of a memory stands between the fences of the messages, never beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

_TEXTS: Final = frozenset({"title", "content", "date"})


def without_texts(items: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return recalled items with what they are and why they are there, and nothing of what they say."""
    return [{name: value for name, value in item.items() if name not in _TEXTS} for item in items]
