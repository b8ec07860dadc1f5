"""The form of a text that finders look at: plain letters and digits, nothing invisible, one byte a character.

Full-width and mathematical letters are the plain ones, digits of every script are 0 to 9, accents and
invisible characters are gone, every dash is `-`. Case stays, names are told by it. `raw` is the same for
RE2, byte by byte: its offsets are those of `text`, and `span` leads back to the text as it was written.
"""

import unicodedata
from typing import Final

from text.characters import WHITE_CONTROLS, CharacterMap, is_invisible
from text.normalize import fold

# Letters that no decomposition makes plain.
_PLAIN: Final = {
    **dict(zip("łŁøØđĐıħĦŧŦ", "lLoOdDihHtT", strict=True)),
    "æ": "ae",
    "Æ": "Ae",
    "œ": "oe",
    "Œ": "Oe",
    "ß": "ss",
    "ẞ": "Ss",
    "þ": "th",
    "Þ": "Th",
    "ð": "d",
    "Ð": "D",
    "\u2212": "-",
    **dict.fromkeys("‘’‚‛ʼ′`´", "'"),
    **dict.fromkeys("“”„‟″", '"'),
    **dict.fromkeys("\u2028\u2029\x85", "\n"),
}
UPPER: Final = b"\xc0"
LOWER: Final = b"\xe0"
CURRENCY: Final = b"\xa4"
_BYTE_OF_KIND: Final = {"Lu": "\xc0", "Lt": "\xc0", "Sc": "\xa4"}


def _seen(char: str) -> str | None:
    if char in _PLAIN:
        return _PLAIN[char]
    kind = unicodedata.category(char)
    if is_invisible(char) or kind in ("Mn", "Me") or (kind == "Cc" and char not in WHITE_CONTROLS):
        return None
    if kind == "Nd":
        return str(unicodedata.decimal(char))
    if kind in ("Pd", "Zs"):
        return "-" if kind == "Pd" else " "
    return _composed(char)


def _composed(char: str) -> str | None:
    """Return what a character stands for: full width, circled, ligatures; accents dropped."""
    plain = fold(unicodedata.normalize("NFKC", char))
    if plain == char:
        return char
    return "".join(_PLAIN.get(one, one) for one in plain if not is_invisible(one)) or None


def _byte(char: str) -> str:
    if char.isascii():
        return char
    kind = unicodedata.category(char)
    return _BYTE_OF_KIND.get(kind, "\xe0" if kind[0] == "L" else "\xff")


_SEEN: Final = CharacterMap(_seen)
_BYTES: Final = CharacterMap(_byte)


class View:
    """A text as finders see it."""

    __slots__ = ("_length", "_origin", "raw", "text")

    def __init__(self, written: str) -> None:
        """Look at `written`; linear in its length."""
        self._length = len(written)
        self._origin: list[int] | None = None
        self.text = written
        if not written.isascii() or "\x7f" in written or "\x00" in written:
            self._look(written)
        self.raw = self.text.translate(_BYTES).encode("latin-1")

    def _look(self, written: str) -> None:
        if any(len(_SEEN[ord(char)] or "") != 1 for char in set(written)):
            self._origin = [at for at, char in enumerate(written) for _ in _SEEN[ord(char)] or ""]
        self.text = written.translate(_SEEN)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a stretch of the view, not empty, lies in the text as written.

        What is written between and after its characters and cannot be seen alone belongs to it.
        """
        if self._origin is None:
            return start, end
        last = self._origin[end - 1] + 1
        following = self._origin[end] if end < len(self._origin) else self._length
        return self._origin[start], max(last, following)
