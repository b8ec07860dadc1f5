"""Times on pages: the exact time for machines, minutes in UTC for people."""

from __future__ import annotations

from datetime import UTC, datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def moment(at: datetime | None) -> SafeString:
    """Write a time as a `time` element, to the minute in UTC; a dash for none."""
    return _written(at, "%Y-%m-%d %H:%M")


@register.filter
def instant(at: datetime | None) -> SafeString:
    """Write a time as `moment` does, to the second: for lists where the order within a minute tells."""
    return _written(at, "%Y-%m-%d %H:%M:%S")


def _written(at: datetime | None, how: str) -> SafeString:
    if at is None:
        return mark_safe("–")
    there = at.astimezone(UTC)
    exact = there.isoformat(timespec="microseconds").replace("+00:00", "Z")
    return format_html('<time datetime="{}" title="{}">{} UTC</time>', exact, exact, there.strftime(how))


@register.filter
def plainly(code: str) -> str:
    """Write a code such as `private_entity` as words."""
    return code.replace("_", " ")
