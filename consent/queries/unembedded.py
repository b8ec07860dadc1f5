"""Renderings without a vector of the model that is set: those that a search by meaning does not find yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from profiles.queries.prepared import ask

# Hints and metadata have none: there is too little in them to be near to anything.
_LACKING: Final = """
FROM consent_rendering r LEFT JOIN consent_vector e ON e.rendering_id = r.id AND e.model = %s
WHERE r.tier >= 2 AND e.rendering_id IS NULL AND r.id > %s
"""
_NEXT: Final = f"SELECT r.id, r.title, r.body, r.tags {_LACKING} ORDER BY r.id LIMIT %s"
_COUNT: Final = f"SELECT count(*) {_LACKING}"
_ANY: Final = f"SELECT EXISTS (SELECT 1 {_LACKING})"


@dataclass(frozen=True, slots=True)
class Text:
    """One rendering's own words."""

    rendering: int
    text: str


def lacking(model: str, after: int, limit: int) -> list[Text]:
    """Return the next renderings without a vector of this model, in order of their numbers."""
    return [Text(row[0], _words(*row[1:])) for row in ask(_NEXT, [model, after, limit])]


def count_lacking(model: str) -> int:
    """Return how many renderings have no vector of this model."""
    return int(ask(_COUNT, [model, 0])[0][0])


def is_lacking(model: str) -> bool:
    """Tell whether any rendering has no vector of this model."""
    return bool(ask(_ANY, [model, 0])[0][0])


def _words(title: str, body: str, tags: list[str]) -> str:
    return "\n".join(filter(None, (title, body, ", ".join(tags))))
