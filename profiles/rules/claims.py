"""What a gateway says about the live caller it asks for: taken apart, before anything is looked up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

from profiles.rules.entity import parse_entity

_BY_ACCOUNT: Final = "provider"


@dataclass(frozen=True, slots=True)
class Claim:
    """Who is meant, by one or more of three names; everything given must agree."""

    principal: str | None = None
    provider: str | None = field(default=None, repr=False)
    external_id: str | None = field(default=None, repr=False)
    email: str | None = field(default=None, repr=False)

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing was given, so nobody can be meant."""
        return not (self.principal or self.external_id or self.email)


def header_text(value: str) -> str | None:
    """Return a header's text, percent-decoded (ids may be of any script); None when it is not UTF-8."""
    try:
        return unquote(value.encode("latin-1").decode("utf-8"), errors="strict")
    except UnicodeError:
        return None


def canonical_or_none(text: str | None) -> str | None:
    """Return the canonical entity id, or None where the text is none: such a name means nobody."""
    if text is None:
        return None
    try:
        return str(parse_entity(text))
    except ValueError:
        return None


def parse_behalf(value: str) -> Claim:
    """Return the claim in `X-On-Behalf-Of`: an entity id, or `provider:<provider>:<external id>`.

    An entity id has one colon, so the two forms cannot be taken for each other."""
    head, first, rest = value.partition(":")
    provider, second, external_id = rest.partition(":")
    if head == _BY_ACCOUNT and first and second:
        return Claim(provider=provider, external_id=external_id)
    return Claim(principal=canonical_or_none(value))
