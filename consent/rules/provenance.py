"""Order the authority text may have in a prompt, and stamp it from where the text came."""

from enum import IntEnum
from typing import Final


class Provenance(IntEnum):
    """How much authority an item's text gets: higher is more trusted."""

    UNTRUSTED = 0
    USER_PROVIDED = 1
    MODEL_GENERATED = 2
    TOOL_DERIVED = 3
    VERIFIED_EXTERNAL = 4
    APPLICATION_TRUSTED = 5

    @property
    def word(self) -> str:
        """Return the level's name as stored and printed."""
        return self.name.lower()


_BY_WORD: Final = {level.word: level for level in Provenance}
_BY_SOURCE: Final = {
    "user_message": Provenance.USER_PROVIDED,
    "model_output": Provenance.MODEL_GENERATED,
    "tool_result": Provenance.TOOL_DERIVED,
    "verified": Provenance.VERIFIED_EXTERNAL,
    "application": Provenance.APPLICATION_TRUSTED,
}


def provenance_named(word: str | None) -> Provenance:
    """Return the level a stored word names; missing or unknown means untrusted."""
    return _BY_WORD.get(word or "", Provenance.UNTRUSTED)


def provenance_of(source_type: str | None, cap: str | None) -> Provenance:
    """Return the level that a source type earns, never above the credential's `max_provenance`."""
    earned = _BY_SOURCE.get(source_type or "", Provenance.UNTRUSTED)
    return lower_of(earned, provenance_named(cap))


def lower_of(first: Provenance, *others: Provenance) -> Provenance:
    """Return the least trusted of some levels: what an edit, a merge or a derivation keeps."""
    return min((first, *others))
