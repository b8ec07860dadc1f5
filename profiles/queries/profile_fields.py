"""The schema of profiles: which fields there are now."""

from __future__ import annotations

from profiles.models import ProfileField
from profiles.rules.profile_fields import Field


def fields() -> dict[str, Field]:
    """Return the fields in force by key, in their order."""
    rows = ProfileField.objects.filter(retired_at=None).order_by("place", "pk")
    return {row.key: field_of(row) for row in rows}


def field_of(row: ProfileField) -> Field:
    """Return a field as a value."""
    return Field(row.key, row.label, row.kind, row.max_length, row.editable, row.sensitive)
