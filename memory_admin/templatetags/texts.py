"""Values as people read them."""

from __future__ import annotations

from django import template

from profiles.rules.profile_fields import as_text

register = template.Library()


@register.filter
def plain_value(value: object) -> str:
    """Return text as it is, a list with commas, yes or no."""
    return as_text(value)
