"""Values as people read them."""

from __future__ import annotations

import re
from typing import Final

from django import template
from django.utils.html import format_html

from profiles.rules.profile_fields import as_text

register = template.Library()
_DIGEST: Final = re.compile(r"[0-9a-f]{32,}")


@register.filter
def counted(number: int) -> str:
    """Return a number with its thousands set apart."""
    return f"{number:,}"


@register.filter
def digest(value: str) -> str:
    """Return a digest by its beginning, the whole of it on hover; anything else as it is."""
    if not _DIGEST.fullmatch(value):
        return value
    return format_html('<code title="{}">{}…</code>', value, value[:8])


@register.filter
def plain_value(value: object) -> str:
    """Return text as it is, a list with commas, yes or no."""
    return as_text(value)
