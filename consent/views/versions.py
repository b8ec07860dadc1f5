"""What a memory said before each edit, to its owner and nobody else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse
from django.utils import timezone

from consent.reading import read_versions
from consent.shapes import memory_id
from memory_admin.http.pages import PageRequest, page, show
from profiles.queries.principals import entity_ids
from profiles.rules.profile_fields import as_text

_NAMES: Final = {"ceiling": "shown at most", "valid_until": "holds until", "occurred_at": "happened"}


@page()
def versions(request: PageRequest, memory: str) -> HttpResponse:
    """Show former versions, newest first; what each changed is in the words that were replaced."""
    rows = read_versions(memory_id(memory), by=request.caller, now=timezone.now())
    names = entity_ids({row.editor_id for row in rows if row.editor_id is not None})
    found = [
        {
            "version": row.version,
            "at": row.at,
            "by": names.get(row.editor_id or -1, ""),
            "said": _said(row.fields),
        }
        for row in rows
    ]
    return show(request, "consent/memory_versions.html", {"id": memory, "versions": found})


def _said(fields: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the fields of a version as words, what was empty as a dash."""
    ordered = sorted(fields.items(), key=lambda one: (one[0] != "content", one[0]))
    return [(_NAMES.get(name, name.replace("_", " ")), _plain(value)) for name, value in ordered]


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {one}" for name, one in value.items()) or "–"
    if isinstance(value, list) and any(isinstance(one, dict) for one in value):
        return "; ".join(_plain(one) for one in value)
    return as_text(value) if value not in (None, "", []) else "–"
