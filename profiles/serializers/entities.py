"""Fields for entity ids, read in their one canonical form at the door."""

from __future__ import annotations

from typing import Any

from memory_admin.http.fields import TextField
from profiles.rules.entity import parse_entity

# As written, before canonicalization shortens or refuses it.
LONGEST = 1024


class EntityField(TextField):
    """An entity id like human:sean; taken in any spelling, kept canonical."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST, rule=lambda text: str(parse_entity(text)), **kwargs)
