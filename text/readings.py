"""A text as those read it who look for names and values in it: cut into words, folded, in several ways.

Each form is made when it is first asked for, and only once: whoever looks for several things in one text
makes a reading of it and hands that on.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import accumulate

from text.characters import UNDRESSED, CharacterMap, translated
from text.digits import DigitRun, digit_runs
from text.escapes import is_escaped, unescaped
from text.normalize import fold, normalize, prototypes, visible
from text.tokens import cut, outlined

Span = tuple[int, int]

# A capital I inside a word of small letters passes for an l; at its beginning it is more often meant.
_TALL_I = re.compile(r"I(?<=[a-z]I)I*")
# Where a word begins inside a word: `BellaHeart`, `bella2`; by what rarely stands in a text, for speed.
_SEAM_BEFORE = re.compile(r"[A-Z0-9](?:(?<=[a-z][A-Z])|(?<=[A-Za-z][0-9]))")
_SEAM_AFTER = re.compile(r"[0-9](?=[A-Za-z])")
# Letters set apart by one character each, as in "B e l l a" or "B.e.l.l.a".
_SET_APART = re.compile(r"(?<!\w)\w(?:[^\w\n]\w){2,}(?!\w)")


class Line:
    """Words in one form of theirs, joined by single spaces, and where each was written."""

    def __init__(self, words: list[str], placed: Callable[[], list[Span]]) -> None:
        """Keep the words; where they were written is asked only when somebody wants to know."""
        self.words, self._placed = words, placed
        self.text = f" {' '.join(words)} "

    @cached_property
    def spans(self) -> list[Span]:
        """Return where each word was written."""
        return self._placed()

    @cached_property
    def _begins(self) -> list[int]:
        return list(accumulate((len(word) + 1 for word in self.words[:-1]), initial=1))

    def span(self, first: int, last: int) -> Span:
        """Return where the words from offset `first` to offset `last` of the line were written."""
        low, high = (self.spans[bisect_right(self._begins, at) - 1] for at in (first, last))
        return low[0], high[1]


class Reading:
    """A text with the forms it is looked through in."""

    def __init__(self, written: str) -> None:
        self.written = written

    @cached_property
    def _outline(self) -> str:
        return outlined(self.written)

    @cached_property
    def _pieces(self) -> list[Span]:
        return cut(self._outline)

    @cached_property
    def folded(self) -> Line:
        """Return the words as names are compared: plain small letters."""
        return self._line(_folded)

    @cached_property
    def drawn(self) -> Line:
        """Return the words by how their letters look before their case goes."""
        return self._line(_drawn)

    @cached_property
    def at_seams(self) -> Line:
        """Return the words, cut also where one begins inside another."""
        spans = list(self._seamed())
        if self.written.isascii():
            small = self._outline.lower()
            return Line([small[start:end] for start, end in spans], lambda: spans)
        return _folded_line(self.written, spans, _folded)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Return the ways to read a text: folded and, where that may differ, as drawn, at seams, together."""
        return tuple(self._lines())

    @cached_property
    def digit_runs(self) -> list[DigitRun]:
        """Return the runs of five digits and more."""
        return digit_runs(self.written)

    def _lines(self) -> Iterator[Line]:
        yield self.folded
        if not self.written.isascii() or _TALL_I.search(self.written):
            yield self.drawn
        if self._seams:
            yield self.at_seams
        if _SET_APART.search(self.written):
            yield _set_together(self.written)
        if is_escaped(self.written):
            yield _unescaped(self.written)

    def _line(self, form: Callable[[str], str]) -> Line:
        if self.written.isascii():
            return Line(form(self._outline).split(), lambda: self._pieces)
        return _folded_line(self.written, self._pieces, form)

    def _seamed(self) -> Iterator[Span]:
        seams = iter(self._seams)
        seam = next(seams, len(self.written))
        for start, end in self._pieces:
            while seam < end:
                yield start, seam
                start, seam = seam, next(seams, len(self.written))
            yield start, end

    @cached_property
    def _seams(self) -> list[int]:
        before = {found.start() for found in _SEAM_BEFORE.finditer(self.written)}
        return sorted(before.union(found.end() for found in _SEAM_AFTER.finditer(self.written)))


def reading_of(text: str | Reading) -> Reading:
    """Return a text as a reading; one stays itself."""
    return text if isinstance(text, Reading) else Reading(text)


def spelled(text: str | Reading) -> list[tuple[str, Span]]:
    """Return the words of `text` in the form names are matched by, each with its place in the original."""
    line = reading_of(text).folded
    return list(zip(line.words, line.spans, strict=True))


# Both forms go letter by letter once the text is composed, so each letter is worked out only once.
_FOLDED = CharacterMap(lambda char: fold(prototypes(normalize(fold(char)))) or None)
_UNDRESSED = CharacterMap(lambda char: UNDRESSED.get(ord(char), char))
_DRAWN = CharacterMap(lambda char: fold(prototypes(visible(fold(char)))) or None)


def _folded(text: str) -> str:
    return text.lower() if text.isascii() else translated(_undressed(text), _FOLDED)


def _drawn(text: str) -> str:
    """Fold by how letters look before their case goes: Cyrillic capital Ve as B, I inside a word as l."""
    text = _TALL_I.sub(lambda found: "l" * len(found[0]), text)
    return text.lower() if text.isascii() else translated(_undressed(text), _DRAWN)


def _undressed(text: str) -> str:
    return unicodedata.normalize("NFKC", translated(text, _UNDRESSED))


def _set_together(text: str) -> Line:
    """Return the letters that stand apart as the words they spell, and nothing else of the text."""
    runs = [found.span() for found in _SET_APART.finditer(text)]
    return Line([_folded(text[start:end][::2]) for start, end in runs], lambda: runs)


def _unescaped(text: str) -> Line:
    """Return the words of a text in which each escape of JSON is the character it stands for.

    Answers of tools are kept as they came: `\\nBella` begins with no n, and `Jos\\u00e9` is Jos\u00e9."""
    plain, places = unescaped(text)
    line = _folded_line(plain, cut(outlined(plain)), _folded)
    return Line(line.words, lambda: [(places[start], places[end]) for start, end in line.spans])


def _folded_line(text: str, spans: list[Span], form: Callable[[str], str]) -> Line:
    """Return a line of the pieces of which a form leaves anything."""
    # Folded in one go: no form makes or loses a bar, and no piece holds one.
    words = form("|".join([text[start:end] for start, end in spans])).split("|")
    if not all(words):
        left = [(word, span) for word, span in zip(words, spans, strict=False) if word]
        words, spans = [word for word, _ in left], [span for _, span in left]
    return Line(words, lambda: spans)
