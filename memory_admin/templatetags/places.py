"""Where a person may go: the links at the head of every page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django import template

from memory_admin.http.pages import STAFF

register = template.Library()

PLACES: Final = (
    ("/", "Overview", None),
    ("/memories/", "Memories", None),
    ("/access/", "Access", None),
    ("/consents/", "Consent", None),
    ("/generalizations/", "Generalizations", None),
    ("/contexts/", "Contexts", None),
    ("/profile/", "My profile", None),
    ("/system-profile/", "System profile", None),
    ("/knowledge/", "Knowledge", STAFF),
    ("/principals/", "Principals", None),
    ("/jobs/", "Jobs", None),
    ("/moving/", "Import, export", None),
    ("/trust/", "Trust", None),
    ("/violations/", "Violations", None),
    ("/policies/", "Policies", STAFF),
    ("/audit/", "Audit", STAFF),
    ("/health/", "Health", STAFF),
)


@dataclass(frozen=True, slots=True)
class Link:
    """One link, and whether the reader is there."""

    address: str
    text: str
    here: bool


@register.simple_tag(takes_context=True)
def places(context: dict[str, Any]) -> list[Link]:
    """Return the links for whoever is signed in."""
    role, path = context["user"].role, context["request"].path
    return [
        Link(address, text, path == address or (address != "/" and path.startswith(address)))
        for address, text, roles in PLACES
        if roles is None or role in roles
    ]
