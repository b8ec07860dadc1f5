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
    ("/bench/", "Recall bench", None),
    ("/reveals/", "Reveals", None),
    ("/profile/", "My profile", None),
    ("/system-profile/", "System profile", None),
    ("/knowledge/", "Knowledge", STAFF),
    ("/principals/", "Principals", None),
    ("/rights/", "My data", None),
    ("/jobs/", "Jobs", None),
    ("/moving/", "Import, export", None),
    ("/trust/", "Trust", None),
    ("/violations/", "Violations", None),
    ("/policies/", "Policies", STAFF),
    ("/audit/", "Audit", STAFF),
    ("/health/", "Health", STAFF),
)
# After `g`, the letter that leads there (static/site.js).
KEYS: Final = {
    "/": "o", "/memories/": "m", "/access/": "a", "/consents/": "c", "/bench/": "b", "/reveals/": "r",
    "/profile/": "y", "/system-profile/": "s", "/knowledge/": "k", "/principals/": "p", "/jobs/": "j",
    "/trust/": "t", "/violations/": "v", "/policies/": "l", "/audit/": "u", "/health/": "h",
    "/generalizations/": "n", "/contexts/": "x",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Link:
    """One link, whether the reader is there, and the key that leads there."""

    address: str
    text: str
    here: bool
    key: str


@register.simple_tag(takes_context=True)
def places(context: dict[str, Any]) -> list[Link]:
    """Return the links for whoever is signed in."""
    role, path = context["user"].role, context["request"].path
    return [
        Link(
            address,
            text,
            path == address or (address != "/" and path.startswith(address)),
            KEYS.get(address, ""),
        )
        for address, text, roles in PLACES
        if roles is None or role in roles
    ]
