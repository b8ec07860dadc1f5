"""A text as it is seen, and where each character of it was written: for patterns that people write.

Invisible characters and controls are gone, wide and decorated letters and digits are plain (NFKC), marks are
joined to what they stand on. Case, accents, look-alikes and line breaks stay as they are.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cached_property

from text.characters import WHITE_CONTROLS, CharacterMap, is_invisible


def _kept(char: str) -> str | None:
    unseen = is_invisible(char) or (unicodedata.category(char) == "Cc" and char not in WHITE_CONTROLS)
    return None if unseen else char


_KEPT = CharacterMap(_kept)


class Seen:
    """A text with its plain form, worked out when it is asked for."""

    def __init__(self, written: str) -> None:
        self.written = written

    @cached_property
    def plain(self) -> str:
        """Return the text as it is seen; the very text where nothing in it is disguised."""
        bare = self.written.translate(_KEPT)
        if bare == self.written and unicodedata.is_normalized("NFKC", bare):
            return self.written
        return "".join(form for _, form in self._forms)

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
