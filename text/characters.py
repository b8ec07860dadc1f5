"""Sort Unicode characters into the few kinds that search, matching and printing care about.

Python's `re` leaves combining marks out of `\\w`, which would cut Devanagari and decomposed letters in
pieces, so the kinds are asked of the Unicode database here, a character at a time, and remembered.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache

# Drawn as nothing although their category says letter or mark (Default_Ignorable_Code_Point).
_INVISIBLE_RANGES = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2065, 0x2065),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0xE0000, 0xE0FFF),
)

# Scripts searched by pairs: no spaces between words, or (Hangul) particles glued to them.
_SPACELESS_RANGES = (
    (0x0E01, 0x0E4E),  # Thai without its digits
    (0x0E81, 0x0ECF),  # Lao
    (0x1000, 0x103F),  # Myanmar
    (0x1050, 0x108F),
    (0x1100, 0x115E),  # Hangul jamo, without the fillers
    (0x1161, 0x11FF),
    (0x1780, 0x17B3),  # Khmer
    (0x17B6, 0x17D3),
    (0x3005, 0x3007),  # iteration mark, zero
    (0x3031, 0x3035),
    (0x3041, 0x309A),  # Hiragana and voicing marks
    (0x309D, 0x309F),
    (0x30A1, 0x30FA),  # Katakana
    (0x30FC, 0x30FF),
    (0x3105, 0x3163),  # Bopomofo, Hangul compatibility
    (0x3165, 0x318E),
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xA960, 0xA97C),
    (0xAC00, 0xD7FB),  # Hangul syllables
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),  # half-width Katakana and Hangul
    (0xFFA1, 0xFFDC),
    (0x20000, 0x3FFFD),  # Han beyond the first plane
)
SPACELESS_CLASS = "".join(f"{chr(low)}-{chr(high)}" for low, high in _SPACELESS_RANGES)

# Letters by category, apostrophes by use: they end a word as `'` does.
_APOSTROPHES = "\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u02ca\u02cb\u02ee\u07f4\u07f5\ua78b\ua78c"

# Letters in brackets, on dark ground, of flags: each range from A to Z, none plain by decomposition alone.
_DRESSED_RANGES = (0x249C, 0x1F110, 0x1F150, 0x1F170, 0x1F1E6)
UNDRESSED = {low + at: chr(ord("a") + at) for low in _DRESSED_RANGES for at in range(26)}

WHITE_CONTROLS = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85"
_REMEMBERED = 50_000
_WORTH_PARTING = 8


class CharacterMap(dict[int, str | None]):
    """A table for `str.translate` that asks `rule` once per character met; None deletes."""

    def __init__(self, rule: Callable[[str], str | None]) -> None:
        super().__init__()
        self._rule = rule

    def __missing__(self, code: int) -> str | None:
        value = self._rule(chr(code))
        if len(self) < _REMEMBERED:
            self[code] = value
        return value


# The first character by itself: what begins with one of a class is found quicker than what repeats it.
_STRETCHES = re.compile("([^\x00-\x7f][^\x00-\x7f]*)")


def translated(text: str, table: Mapping[int, str | int | None]) -> str:
    """Return `text.translate(table)`, sooner where most of it is ASCII, for which there is a quicker way."""
    if text.isascii():
        return text.translate(table)
    parts = _STRETCHES.split(text)
    if len(parts) * _WORTH_PARTING > len(text):
        return text.translate(table)
    return "".join([part.translate(table) for part in parts])


def _within(char: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= ord(char) <= high for low, high in ranges)


@lru_cache(maxsize=_REMEMBERED)
def is_invisible(char: str) -> bool:
    """Tell whether a character is drawn as nothing: format, tag, selector or filler (not a control)."""
    return unicodedata.category(char) == "Cf" or _within(char, _INVISIBLE_RANGES)


@lru_cache(maxsize=_REMEMBERED)
def is_unprintable(char: str) -> bool:
    """Tell whether a character must be shown by its code point: control, invisible, separator, unassigned."""
    return unicodedata.category(char) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") or is_invisible(char)


@lru_cache(maxsize=_REMEMBERED)
def is_spaceless(char: str) -> bool:
    """Tell whether a character belongs to a script that is searched by pairs of characters."""
    return _within(char, _SPACELESS_RANGES)


def is_spaceless_mark(char: str) -> bool:
    """Tell whether a character only adds to a spaceless one: signs, tones, voicing marks, later jamo."""
    later = char in "\uff9e\uff9f" or "\u1161" <= char <= "\u11ff"
    return later or (is_spaceless(char) and unicodedata.category(char) in ("Mn", "Mc"))


def is_wordlike(char: str) -> bool:
    """Tell whether a character can be part of a word: letter, mark, digit, or a symbol for one."""
    if is_invisible(char) or char in _APOSTROPHES:
        return False
    if unicodedata.category(char)[0] in "LMN":
        return True
    return not char.isascii() and unicodedata.normalize("NFKC", char).isalnum()


def name_code_point(char: str) -> str:
    """Name a character for people: `U+200B ZERO WIDTH SPACE`."""
    name = unicodedata.name(char, "")
    return f"U+{ord(char):04X} {name}".rstrip()


def inert(text: str) -> str:
    """Return text in which controls, escapes and invisible characters are named; line breaks stay."""
    return "".join(
        f"<{name_code_point(one)}>" if one != "\n" and is_unprintable(one) else one for one in text
    )
