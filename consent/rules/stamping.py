"""What authority a text starts with: from its stated source, the credential, and what it was drawn from."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Protocol

from consent.rules.provenance import Provenance, lower_of, provenance_named, provenance_of
from profiles.types import Caller

# What a conversation calls its speakers, as the source type of what they said; all others: unknown.
SOURCE_OF_ROLE: Final = {
    "user": "user_message",
    "assistant": "model_output",
    "tool": "tool_result",
    "document": "document",
    "system": "application",
    "unknown": "unknown",
}
# What the records repeat of a source type: a writer may state any word, and these say all that decides.
SOURCE_TYPES: Final = frozenset({*SOURCE_OF_ROLE.values(), "verified"})


@dataclass(frozen=True, slots=True)
class Stamp:
    """A level of authority, and whether the server itself saw that the text comes from there."""

    level: Provenance
    attested: bool


class Stated(Protocol):
    """What a writer says of where a text comes from."""

    @property
    def source_type(self) -> str: ...
    @property
    def reworded(self) -> bool: ...


def stamp(stated: Stated, by: Caller, sources: Collection[Provenance] = ()) -> Stamp:
    """Return the level a text starts with: what its source earns, capped, and never above what it came from.

    A rewording is the writer's own text, so an agent's is no better than what a model says."""
    level = provenance_of(stated.source_type, by.max_provenance)
    own = (Provenance.MODEL_GENERATED,) if stated.reworded and by.is_agent else ()
    plain = not sources and not stated.reworded
    return Stamp(lower_of(level, *own, *sources), plain and _attested(stated.source_type, by))


def may_state(source_type: str, by: Caller) -> bool:
    """Tell whether the credential may state this source; without a list it states any, to no authority."""
    return not by.source_types or source_type in {*by.source_types, "unknown"}


def claims_too_much(source_type: str, by: Caller) -> bool:
    """Tell whether a source is stated that only a credential given that level may state."""
    level = provenance_of(source_type, Provenance.APPLICATION_TRUSTED.word)
    return level >= Provenance.VERIFIED_EXTERNAL and level > provenance_named(by.max_provenance)


def _attested(source_type: str, by: Caller) -> bool:
    """Return whether the server saw it: a person's own words, or a level that the token was given."""
    if source_type == "user_message":
        return by.behalf_id is not None or (by.own_act and not by.is_agent)
    level = provenance_of(source_type, Provenance.APPLICATION_TRUSTED.word)
    return Provenance.VERIFIED_EXTERNAL <= level <= provenance_named(by.max_provenance)


def merged(old: Stamp, new: Stamp) -> Stamp:
    """Return what the same text written again keeps: the lower level, the higher only where it saw both."""
    both = old.attested and new.attested
    level = max(old.level, new.level) if both else lower_of(old.level, new.level)
    return Stamp(level, both or (old.attested and level == old.level))
