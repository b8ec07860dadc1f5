"""Where a person may go: the links at the head of every page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django import template

from memory_admin.http.pages import STAFF

register = template.Library()

# What is looked for together stands together; the first group has no name and stands by itself.
PLACES: Final = {
    "": (("/", "Overview", None),),
    "Memory": (
        ("/memories/", "Memories", None),
        ("/access/", "Access", None),
        ("/bench/", "Recall bench", None),
        ("/generalizations/", "Generalizations", None),
        ("/contexts/", "Contexts", None),
        ("/reveals/", "Reveals", None),
    ),
    "People": (
        ("/principals/", "Principals", None),
        ("/consents/", "Consent", None),
        ("/trust/", "Trust", None),
        ("/profile/", "My profile", None),
        ("/rights/", "My data", None),
        ("/my-sessions/", "My sign-ins", None),
    ),
    "Safety": (
        ("/violations/", "Violations", None),
        ("/policies/", "Policies", STAFF),
        ("/audit/", "Audit", STAFF),
    ),
    "System": (
        ("/system-profile/", "System profile", None),
        ("/knowledge/", "Knowledge", STAFF),
        ("/jobs/", "Jobs", None),
        ("/moving/", "Import, export", None),
        ("/health/", "Health", STAFF),
    ),
}
# After `g`, the letter that leads there (memory_admin/static/site.js).
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


@dataclass(frozen=True, slots=True)
class Group:
    """Links that stand together, and whether the reader is at one of them."""

    name: str
    links: tuple[Link, ...]

    @property
    def here(self) -> bool:
        return any(link.here for link in self.links)


@register.simple_tag(takes_context=True)
def places(context: dict[str, Any]) -> list[Group]:
    """Return the links for whoever is signed in, by group."""
    role, path = context["user"].role, context["request"].path
    return [
        Group(
            name, tuple(_link(address, text, path) for address, text, roles in links if _is_for(role, roles))
        )
        for name, links in PLACES.items()
    ]


def _is_for(role: str, roles: frozenset[str] | None) -> bool:
    return roles is None or role in roles


def _link(address: str, text: str, path: str) -> Link:
    here = path == address or (address != "/" and path.startswith(address))
    return Link(address, text, here, KEYS.get(address, ""))
