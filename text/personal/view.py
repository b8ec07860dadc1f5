"""The form of a text that finders look at: plain letters and digits, nothing invisible, one byte a character.

Full-width and mathematical letters are the plain ones, digits of every script are 0 to 9, accents and
invisible characters are gone, every dash is `-`. Case stays, names are told by it. `raw` is the same for
RE2, byte by byte: its offsets are those of `text`, and `span` leads back to the text as it was written.
"""

import re
import unicodedata
from bisect import bisect_right
from typing import Final

from text.characters import WHITE_CONTROLS, CharacterMap, is_invisible, translated
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
# What has no plain form is one byte by its kind: capitals, currencies; \xe0 other letters, \xff the rest.
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


# The first character by itself: what begins with one of a class is found quicker than what repeats it.
_UNUSUAL: Final = re.compile(r"[^\t\n\r -~][^\t\n\r -~]*+")
_SEEN: Final = CharacterMap(_seen)
_BYTES: Final = CharacterMap(_byte)


class View:
    """A text as finders see it."""

    __slots__ = ("_begins", "_length", "_places", "raw", "text")

    def __init__(self, written: str) -> None:
        """Look at `written`; linear in its length."""
        self._length = len(written)
        self._begins: list[int] = []
        self._places: list[int] = []
        self.text = written
        if not written.isascii() or not written.isprintable():
            self._look(written)
        bare = translated(self.text, _BYTES)
        self.raw = bare.encode("latin-1")

    def _look(self, written: str) -> None:
        uneven = {char: len(_SEEN[ord(char)] or "") for char in set(written)}
        uneven = {char: size for char, size in uneven.items() if size != 1}
        self.text = _UNUSUAL.sub(lambda found: found.group().translate(_SEEN), written)
        if uneven:
            self._remember(written, uneven)

    def _remember(self, written: str, uneven: dict[str, int]) -> None:
        """Keep, for each character that is none or several here, where what follows it begins."""
        moved = 0
        for found in re.finditer(f"[{re.escape(''.join(uneven))}]", written):
            at = found.start()
            self._begins.append(at + moved)
            self._places.append(at)
            moved += uneven[found.group()] - 1
            self._begins.append(at + 1 + moved)
            self._places.append(at + 1)

    def _place(self, at: int) -> int:
        """Return where the character at `at` lies in the text as written."""
        nearest = bisect_right(self._begins, at) - 1
        if nearest < 0:
            return at
        place = self._places[nearest] + at - self._begins[nearest]
        return place if nearest % 2 else self._places[nearest]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a stretch of the view, not empty, lies in the text as written.

        What is written between and after its characters and cannot be seen alone belongs to it.
        """
        if not self._begins:
            return start, end
        following = self._place(end) if end < len(self.text) else self._length
        return self._place(start), max(self._place(end - 1) + 1, following)
