"""Read entity ids, `namespace:name`, in the one canonical form that every door compares.

The namespace is taken as written. The name becomes NFKC, casefolded and trimmed of spaces; afterwards
comparison is exact. What a name cannot hold is refused by its code point, never quietly removed.
"""

import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from text.characters import is_unprintable, name_code_point
from text.normalize import skeleton

COLLECTIVES: Final = frozenset(("group", "org", "role", "ctx"))
AGENT: Final = "si"
LONGEST_NAME: Final = 128

_NAMESPACE = re.compile(r"[a-z][a-z0-9-]{0,31}")
_PUNCTUATION = frozenset("._-@+~")
_SPACES = " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
# Canonicalization may shorten (jamo, accents, spaces) but not without end: what is longer is not read.
_LONGEST_TEXT = 1024


class EntityError(ValueError):
    """Say why a text is no entity id; `reason` names code points and lengths, never the text itself."""

    def __init__(self, code: str, reason: str) -> None:
        """Keep a stable `code` for machines and a `reason` for people."""
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(frozen=True, slots=True)
class EntityId:
    """An entity's canonical id; equal ids are the same entity."""

    namespace: str
    name: str

    def __str__(self) -> str:
        """Write the id as every door shows it."""
        return f"{self.namespace}:{self.name}"

    @property
    def is_collective(self) -> bool:
        """Tell whether this is a group, org, role or context and no individual."""
        return self.namespace in COLLECTIVES

    @property
    def is_agent(self) -> bool:
        """Tell whether this is a synthetic intelligence."""
        return self.namespace == AGENT


@dataclass(frozen=True, slots=True)
class Everyone:
    """The grantee `*`; a grantee only, never an entity."""

    def __str__(self) -> str:
        """Write `*`."""
        return "*"


EVERYONE: Final = Everyone()
Grantee = EntityId | Everyone


def parse_entity(text: str) -> EntityId:
    """Return the entity that `text` names; raise EntityError with the code and reason when it names none."""
    if not isinstance(text, str):
        raise EntityError("not_text", "An entity id is text like human:sean.")
    if len(text) > _LONGEST_TEXT:
        raise EntityError("too_long", f"An entity id's name has at most {LONGEST_NAME} characters.")
    namespace, colon, name = text.strip(" ").partition(":")
    if not colon:
        raise EntityError(*_unnamed(namespace))
    return EntityId(check_namespace(namespace), _canonical_name(name))


def check_namespace(text: str) -> str:
    """Return a namespace like human; raise EntityError for what is none."""
    if _NAMESPACE.fullmatch(text):
        return text
    raise EntityError(
        "bad_namespace",
        "A namespace is 1 to 32 of a-z, 0-9 and '-', beginning with a letter, like human in human:sean.",
    )


def parse_grantee(text: str) -> Grantee:
    """Return the grantee that `text` names: an entity, or everyone for `*`; raise EntityError for neither."""
    if isinstance(text, str) and text.strip(" ") == "*":
        return EVERYONE
    return parse_entity(text)


def entity_skeleton(entity: EntityId) -> str:
    """Return the id's Unicode TR39 skeleton over letters: ids that look alike share it."""
    return skeleton(str(entity))


def _unnamed(text: str) -> tuple[str, str]:
    if text == "*":
        return "everyone", "* means everyone: it can be a grantee, not an entity."
    return "missing_namespace", "An entity id has a namespace and a name, like human:sean."


def _canonical_name(raw: str) -> str:
    written = raw.strip(_SPACES)
    for char in written:  # named as written: NFKC would call a no-break space a space
        if is_unprintable(char) or char in _SPACES:
            raise EntityError("bad_character", _refusal(char))
    # Twice: folding case can undo the composition. No character allowed so far turns into an unseen one.
    name = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", written).casefold())
    if not name:
        raise EntityError("empty_name", "An entity id needs a name after the colon, like human:sean.")
    for before, char in pairwise(" " + name):
        if not _fits(char, before):
            raise EntityError("bad_character", _refusal(char))
    if len(name) > LONGEST_NAME:
        raise EntityError("too_long", f"An entity id's name has at most {LONGEST_NAME} characters.")
    return name


def _fits(char: str, before: str) -> bool:
    kind = unicodedata.category(char)
    if kind in ("Mn", "Mc"):
        return unicodedata.category(before)[0] in "LM"
    return kind[0] == "L" or kind == "Nd" or char in _PUNCTUATION


def _refusal(char: str) -> str:
    what = name_code_point(char)
    if unicodedata.category(char) in ("Mn", "Mc") and not is_unprintable(char):
        return f"{what} is a mark and must follow the letter it belongs to."
    return f"{what} cannot stand in an entity id: letters, digits and . _ - @ + ~ can."
