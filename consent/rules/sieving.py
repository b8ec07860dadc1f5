"""Very many texts looked through at once: joined, so that each costs a fraction of a look by itself.

Whatever a look at one text by itself finds, a look at all of them joined finds there too; a word made up by
each process keeps them apart. What was found joined is looked at again by itself, so nothing more is found.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from secrets import choice
from typing import Final, TypeVar

from consent.rules.seeking import Seeker
from text.names import NameMatcher
from text.readings import Line, Reading

# Nobody can know it: a text that held it could pass for several, and a name in it for another text's.
_BETWEEN: Final = "".join(choice(letters) for letters in 12 * ("zxv", "qjk"))
_JOINT: Final = f"\n{_BETWEEN}\n"
_CUT: Final = re.compile(f"(?<= ){_BETWEEN}(?= )")
# How many characters are joined: more are no quicker, and all of them are held at a time.
_TOGETHER: Final = 50_000
_One = TypeVar("_One")


class Sieve:
    """Many texts, joined: those in plain ASCII, and the others, which are read slower; it finds places."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._joined = list(_alike(texts))

    def naming(self, seeker: Seeker) -> set[int]:
        """Return which texts say a name."""
        found = (places[at] for places, joined in self._joined for at in joined.naming(seeker.matcher))
        return {at for at in found if seeker.named(self._texts[at])}

    def echoing(self, seeker: Seeker) -> set[int]:
        """Return which texts say a run of words of what was erased."""
        return {at for at, words in self._words(seeker) if seeker.echoes_in(words, first=True)}

    def echoes(self, seeker: Seeker) -> set[int]:
        """Return the marks of the runs of words that the texts say."""
        return {mark for _, words in self._words(seeker) for mark in seeker.echoes_in(words)}

    def _words(self, seeker: Seeker) -> Iterator[tuple[int, list[str]]]:
        for places, joined in self._joined if seeker.sizes else ():
            yield from zip(places, joined.words(), strict=True)


def identified(seeker: Seeker, texts: Sequence[str]) -> set[int]:
    """Return which of many texts, by place, hold an identifier."""
    starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
    touched = set[int]()
    for start, end in seeker.spans("\n".join(texts)):
        touched.update(range(bisect_right(starts, start) - 1, bisect_right(starts, end - 1)))
    return {at for at in touched if at < len(texts) and seeker.identified(texts[at])}


def together(rows: Iterable[tuple[_One, Sequence[str]]]) -> Iterator[list[tuple[_One, Sequence[str]]]]:
    """Yield rows with their texts some at a time, as many as are worth joining."""
    held: list[tuple[_One, Sequence[str]]] = []
    length = 0
    for row in rows:
        held.append(row)
        length += 20 + sum(map(len, row[1]))
        if length > _TOGETHER:
            yield held
            held, length = [], 0
    if held:
        yield held


class Joined:
    """Texts read as one; where the word between them is found in one of them, each is read by itself."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self._reading = Reading(_JOINT.join(texts))

    def naming(self, matcher: NameMatcher) -> set[int]:
        """Return which texts may say a name: all that do, and hardly any other."""
        met = ((line, matcher.ends_in(line)) for line in self._reading.lines)
        return {at for line, ends in met if ends for at in self._places(line, ends)}

    def words(self) -> Iterator[list[str]]:
        """Yield the words of each text in the form names are matched by."""
        words = self._reading.folded.words
        cuts = [at for at, word in enumerate(words) if word == _BETWEEN]
        if len(cuts) != len(self.texts) - 1:
            return (Reading(text).folded.words for text in self.texts)
        return (words[low + 1 : high] for low, high in pairwise((-1, *cuts, len(words))))

    def _places(self, line: Line, ends: Sequence[int]) -> Iterable[int]:
        cuts = [found.start() for found in _CUT.finditer(line.text)]
        if len(cuts) != len(self.texts) - 1:
            return range(len(self.texts))
        return (bisect_right(cuts, end) for end in ends)


def _alike(texts: Sequence[str]) -> Iterator[tuple[list[int], Joined]]:
    """Yield those of one sort joined, with their places."""
    for plain in (True, False):
        places = [at for at, text in enumerate(texts) if text.isascii() is plain]
        if places:
            yield places, Joined([texts[at] for at in places])
