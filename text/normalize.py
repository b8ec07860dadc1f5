"""Bring text to the forms that equality, matching and look-alike checks compare.

`normalize` answers "is this the same content?", `fold` drops accents, `skeleton` answers "does this look
the same?" (Unicode TR39). None of them is for printing: stored text is kept as it was written.
"""

import unicodedata
from dataclasses import dataclass

from text.characters import (
    WHITE_CONTROLS,
    CharacterMap,
    is_invisible,
    is_unprintable,
    name_code_point,
    translated,
)
from text.confusables import look_alikes


@dataclass(frozen=True, slots=True)
class Unprintable:
    """One character that cannot be seen: where it stands, its code point (`U+200B`), its Unicode name."""

    offset: int
    code_point: str
    name: str


def _cleaned(char: str) -> str | None:
    if char in WHITE_CONTROLS:
        return " "
    return None if is_invisible(char) or unicodedata.category(char) == "Cc" else char


def _undiacritic(char: str) -> str | None:
    """Drop overlays, points and accents by combining class; vowel signs, viramas, voicing marks stay."""
    kind = unicodedata.combining(char)
    return None if kind == 1 or 10 <= kind <= 36 or kind >= 200 else char


_CLEAN = CharacterMap(_cleaned)
_BARE = CharacterMap(_undiacritic)
_UNPOINTED = CharacterMap(lambda char: None if 10 <= unicodedata.combining(char) <= 36 else char)


def normalize(text: str) -> str:
    """Return the form in which equal content is equal: NFKC, nothing invisible, single spaces, casefolded."""
    if text.isascii():
        return " ".join(text.translate(_CLEAN).lower().split())
    return " ".join(unicodedata.normalize("NFKC", visible(text).casefold()).split())


def visible(text: str) -> str:
    """Return text in NFKC with white space as spaces and nothing invisible or controlling; case stays."""
    return translated(unicodedata.normalize("NFKC", text), _CLEAN)


def fold(text: str) -> str:
    """Return text without diacritics (NFC); case and everything else stay."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", translated(unicodedata.normalize("NFD", text), _BARE))


def unpointed(text: str) -> str:
    """Return text without Hebrew and Arabic vowel points, which everyday writing leaves out."""
    return text if text.isascii() else text.translate(_UNPOINTED)


def prototypes(text: str) -> str:
    """Return text with each look-alike letter replaced by the letter it is drawn as, casefolded.

    Length may change; ASCII letters stay themselves, so `rn` and `m` stay apart (see `skeleton`).
    """
    if text.isascii():
        return text.lower()
    small, either = look_alikes()
    drawn = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text)).translate(either)
    again = unicodedata.normalize("NFD", drawn.casefold()).translate(small)
    return unicodedata.normalize("NFC", again)


def skeleton(text: str) -> str:
    """Return the TR39 skeleton over letters: texts that look the same share it; digits stay digits."""
    return prototypes(normalize(text)).replace("m", "rn")


def unprintable(text: str) -> tuple[Unprintable, ...]:
    """List control, format, filler and unassigned characters with their code points, in order."""
    unseen = set(filter(is_unprintable, set(text)))
    if not unseen:
        return ()
    found = ((offset, char) for offset, char in enumerate(text) if char in unseen)
    return tuple(Unprintable(offset, f"U+{ord(char):04X}", name_code_point(char)) for offset, char in found)
