"""A text as it is seen, and where each character of it was written: for patterns that people write.

Invisible characters and controls are gone, wide and decorated letters and digits are plain (NFKC), marks are
joined to what they stand on. Case, accents and line breaks stay as they are, and in one of two forms letters
that only look like plain ones.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cached_property

from text.characters import WHITE_CONTROLS, CharacterMap, is_invisible, translated
from text.confusables import look_alikes
from text.normalize import fold


def _kept(char: str) -> str | None:
    unseen = is_invisible(char) or (unicodedata.category(char) == "Cc" and char not in WHITE_CONTROLS)
    return None if unseen else char


def _plain_letter(char: str) -> str:
    """Return the plain letter that one is drawn as, in its own case; any other character stays."""
    letter = look_alikes()[1].get(ord(char), "")
    if len(letter) != 1 or not letter.isascii():
        return char
    return letter.upper() if char.isupper() else letter


_KEPT = CharacterMap(_kept)
_PLAIN_LETTERS = CharacterMap(_plain_letter)
_WORD = re.compile(r"[^\W\d_]+")


class Seen:
    """A text with its plain form, worked out when it is asked for."""

    def __init__(self, written: str) -> None:
        self.written = written

    @cached_property
    def plain(self) -> str:
        """Return the text as it is seen; the very text where nothing in it is disguised."""
        bare = translated(self.written, _KEPT)
        if bare == self.written and unicodedata.is_normalized("NFKC", bare):
            return self.written
        return "".join(form for _, form in self._forms)

    @cached_property
    def drawn(self) -> str:
        """Return the plain form with plain letters for those that only look like them; as long as that.

        Whole words alone are read so, where no word beside them is of letters that look like no plain ones:
        what stands in the midst of another script is a word of that."""
        if self.plain.isascii():
            return self.plain
        words = list(_WORD.finditer(self.plain))
        read = [word[0] if word[0].isascii() else word[0].translate(_PLAIN_LETTERS) for word in words]
        foreign = [False, *(not fold(one).isascii() for one in read), False]
        drawn = list(self.plain)
        for at, word in enumerate(words):
            mixed = any(map(str.isascii, word[0]))
            if not foreign[at + 1] and (mixed or not (foreign[at] or foreign[at + 2])):
                drawn[word.start() : word.end()] = read[at]
        return "".join(drawn)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a stretch of the plain form, not empty, was written; what is unseen in it included."""
        if self.plain is self.written:
            return start, end
        return self._places[start][0], self._places[end - 1][1]

    @cached_property
    def _forms(self) -> list[tuple[tuple[int, int], str]]:
        return [((start, end), _form(self.written[start:end])) for start, end in _clusters(self.written)]

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        return [place for place, form in self._forms for _ in form]


def _form(cluster: str) -> str:
    return unicodedata.normalize("NFKC", cluster.translate(_KEPT))


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Yield each character together with the marks and unseen characters that follow it."""
    start = 0
    for at, char in enumerate(text):
        if at > start and not _joins(char):
            yield start, at
            start = at
    if text:
        yield start, len(text)


def _joins(char: str) -> bool:
    """Tell whether a character may become one with what stands before it."""
    if char.isascii():
        return not _KEPT[ord(char)]
    return bool(unicodedata.combining(char)) or "\u1160" <= char <= "\u11ff" or not _KEPT[ord(char)]
