"""Bring text to the one form that cues are written in: small plain letters, single spaces, stops apart.

Case, accents, look-alike letters, invisible characters and punctuation are gone; the end of a sentence is
a full stop between spaces and an at sign stays, because rules ask for both.
"""

import unicodedata
from typing import Final

from text.characters import CharacterMap, is_invisible, is_wordlike, translated
from text.confusables import look_alikes
from text.normalize import fold, normalize, prototypes

STOP: Final = "."
AT: Final = "@"
_ROUND: Final = "\u0665\u06f5"  # the fives of Arabic and Persian, drawn like an o
_STOPS: Final = frozenset(".!?;\u3002\uff01\uff1f\u0964\u061f\u061b\u2026\uff1b")


def _letter(char: str) -> str | None:
    if char in _STOPS:
        return STOP
    if char == AT:
        return AT
    if is_invisible(char):
        return None
    if char.isdecimal():
        return "0" if char in _ROUND else str(unicodedata.decimal(char))
    if is_wordlike(char) or look_alikes()[1].get(ord(char), " ").isalpha():
        return fold(prototypes(normalize(fold(char)))) or None
    return " "


def _line(char: str) -> str | None:
    return None if is_invisible(char) else fold(char) or None


_LETTERS: Final = CharacterMap(_letter)
_LINES: Final = CharacterMap(_line)
_PLAIN: Final = bytes(ord(_letter(chr(code)) or " ") if code > 31 else 32 for code in range(127)) + b" " * 129


def composed(text: str) -> str:
    """Return text in NFKC: what its letters are, however they are drawn."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def folded(text: str) -> str:
    """Return composed text in the form of cues, with a space before and after it."""
    plain = text.encode().translate(_PLAIN).decode() if text.isascii() else translated(text, _LETTERS)
    return f" {' '.join(plain.replace(STOP, ' . ').replace(AT, ' @ ').split())} "


def lines(text: str) -> str:
    """Return composed text as it can be seen, case, punctuation and lines kept."""
    return text if text.isascii() else translated(text, _LINES)
