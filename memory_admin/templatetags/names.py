"""Joining names to what is shown."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def named(names: Mapping[int, str], number: int | None) -> str:
    """Return the entity id of an internal id, a dash where it is not known."""
    return names.get(number, "–") if number is not None else "–"
