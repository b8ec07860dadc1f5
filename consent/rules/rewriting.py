"""What an owner takes out of its memory below full, written as lines and read back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from text.stretches import REDACTED

# Of which fields something may be taken out.
FIELDS: Final = ("title", "content", "summary", "tags", "location")
_ARROW: Final = " => "


def lines_of(text: str) -> list[str]:
    """Return what stands on each line, without the empty ones."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def replacement(line: str) -> dict[str, str]:
    """Return the replacement a line names: `field: pattern => what stands there`, of the content where it
    names no field, by the usual words where it names none."""
    before, arrow, after = f"{line} ".rpartition(_ARROW)  # which may stand at the end, for nothing
    pattern, said = (before, after) if arrow else (line, REDACTED)
    field, colon, rest = pattern.partition(":")
    if colon and field.strip() in FIELDS:
        return {"field": field.strip(), "pattern": rest.strip(), "replacement": said.strip()}
    return {"field": "content", "pattern": pattern.strip(), "replacement": said.strip()}


def as_lines(replacements: Iterable[Mapping[str, str]]) -> str:
    """Return replacements as lines that read back as the same."""
    return "\n".join(f"{one['field']}: {one['pattern']}{_ARROW}{one['replacement']}" for one in replacements)
