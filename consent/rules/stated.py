"""What a write is answered where its caller may not read: its own words back, and nothing that was there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from profiles.rules.entity import EntityError, parse_grantee
from profiles.types import Caller

_WORDS: Final = (
    "title", "content", "summary", "context_summary", "tags", "location", "metadata", "redactions",
    "forbidden_terms", "forbidden_patterns", "prompt_instructions", "occurred_at", "valid_until", "trust",
    "confidence", "importance", "epistemic_status",
)  # fmt: skip
_NAMES: Final = ("access_grants", "consent_grants", "subject_ids")


def as_readable(fields: dict[str, Any], stated: object, by: Caller) -> dict[str, Any]:
    """Return a write's answer: what was there before is not told where a reading door would not tell it."""
    withheld = by.context_required or by.behalf_id is not None
    return as_stated(fields, stated) if withheld and isinstance(stated, dict) else fields


def as_stated(fields: Mapping[str, Any], stated: Mapping[str, Any]) -> dict[str, Any]:
    """Return the owner's view with the writer's own words, and of its names those the writer gave."""
    named = {_canonical(name) for field in (*_NAMES, "source_entity") for name in _listed(stated.get(field))}
    words = {name: stated[name] for name in _WORDS if name in stated}
    names = {field: [one for one in fields[field] if one in named] for field in _NAMES}
    pending = [one for one in fields["pending_grants"] if one["grantee"] in named]
    source = fields["source_entity"] if fields["source_entity"] in named else None
    sources = [one for one in fields["derived_from"] if one in _listed(stated.get("derived_from"))]
    return {
        **fields, **words, **names, "pending_grants": pending, "source_entity": source,
        "derived_from": sources,
    }  # fmt: skip


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def _canonical(name: str) -> str:
    try:
        return str(parse_grantee(name))
    except EntityError:
        return name
