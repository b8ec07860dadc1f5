"""What JSON writes for a character, undone: raw answers of tools and files on their way say words with it."""

from __future__ import annotations

import re
from typing import Final

# However many backslashes stand before it: what was written so again is meant as well.
_ESCAPED: Final = re.compile(
    r"(?<!\\)\\++(?:u([dD][89abAB][0-9a-fA-F]{2})\\++u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))",
    re.DOTALL,
)
_WHITE: Final = dict(zip("bfnrt", "\b\f\n\r\t", strict=True))


def unescaped(text: str) -> tuple[str, list[int]]:
    """Return a text with the characters that escapes in it stand for, and where each of them was written,
    the end of the text last. Half a character is a space."""
    shown: list[str] = []
    places: list[int] = []
    last = 0
    for found in _ESCAPED.finditer(text):
        shown += [text[last : found.start()], _meant(found)]
        places += [*range(last, found.start()), found.start()]
        last = found.end()
    return "".join([*shown, text[last:]]), [*places, *range(last, len(text) + 1)]


def is_escaped(text: str) -> bool:
    """Tell whether a text has any escape."""
    return "\\" in text and _ESCAPED.search(text) is not None


def _meant(found: re.Match[str]) -> str:
    high, low, number, plain = found.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
    if number:
        return " " if "\ud800" <= (char := chr(int(number, 16))) <= "\udfff" else char
    return _WHITE.get(plain, plain)
