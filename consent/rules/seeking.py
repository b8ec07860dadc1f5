"""What an erased person is looked for by: names in free text, identifiers anywhere, and sequences of words.

Sequences are known by keyed digests alone, so that what was erased can be searched for without being kept.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from typing import Any, Final

from consent.rules.marks import Marks
from text.names import NameMatcher
from text.readings import Reading
from text.stretches import REDACTED

# A run of so many words is somebody's sentence; texts with fewer are looked for whole, from three words on.
LONGEST_RUN: Final = 8
SHORTEST_RUN: Final = 3
MOST_MARKS: Final = 64
SHORTEST_IDENTIFIER: Final = 6


def marks_of(text: str, key: bytes) -> set[int]:
    """Return the digests of a text's runs of words, up to 64 of them; none for fewer than three words."""
    words = _words(text)
    if len(words) < SHORTEST_RUN:
        return set()
    size = min(len(words), LONGEST_RUN)
    return set(heapq.nsmallest(MOST_MARKS, _runs(words, size, key)))


def _words(text: str) -> list[str]:
    return Reading(text).folded.words


def _runs(words: Sequence[str], size: int, key: bytes) -> Iterator[int]:
    """Yield the digest of each run; its last three bits say how long it is."""
    keyed = blake2b(key=key, digest_size=7)
    for start in range(len(words) - size + 1):
        said = keyed.copy()  # the key is taken in once
        said.update(" ".join(words[start : start + size]).encode("utf-8", "surrogatepass"))
        yield int.from_bytes(said.digest(), "big") << 3 | size & 7


def strings_in(value: Any) -> Iterator[str]:
    """Yield every text in a value of JSON, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield str(name)
            yield from strings_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings_in(inner)


class Seeker:
    """Finds one person, and what was erased of it, in any text; takes the person out of one."""

    def __init__(
        self,
        names: Collection[str],
        identifiers: Collection[str],
        marks: Collection[int] = (),
        key: bytes = b"",
    ) -> None:
        """Read what to look for; a short identifier is told from any other number by nobody and left out."""
        self.names, self.identifiers = tuple(names), tuple(_long_enough(identifiers))
        self.matcher = NameMatcher(dict.fromkeys(names, (1,)))
        self._exact = _pattern(self.identifiers)
        self._marks, self._key = marks if isinstance(marks, Marks) else Marks.of(marks), key
        self.sizes = sorted({mark & 7 or LONGEST_RUN for mark in self._marks})

    def named(self, text: str) -> bool:
        """Tell whether a text says a name."""
        return bool(self.matcher.find(text))

    def identified(self, text: str) -> bool:
        """Tell whether a text holds an identifier, whole."""
        return bool(self._exact and self._exact.search(text))

    def finds(self, text: str) -> bool:
        """Tell whether a text says anything that is looked for."""
        return self.identified(text) or self.named(text) or self.echoed(text)

    def found_in(self, values: Iterable[object]) -> bool:
        """Tell whether any text among values, however deep, says anything that is looked for."""
        return any(map(self.finds, (text for value in values for text in strings_in(value))))

    def echoed(self, text: str) -> bool:
        """Tell whether a text says a run of words of what was erased."""
        return bool(self.echoes_in(_words(text), first=True)) if self.sizes else False

    def echoes_in(self, words: Sequence[str], *, first: bool = False) -> set[int]:
        """Return the marks of the runs in the words of a text, as they are folded; of the `first` alone."""
        runs = (run for size in self.sizes for run in _runs(words, size, self._key))
        return set(islice(self._marks.met(runs), 1 if first else None))

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where identifiers stand in a text."""
        return (found.span() for found in self._exact.finditer(text)) if self._exact else iter(())

    def without(self, text: str) -> str:
        """Return a text with names and identifiers taken out."""
        found = self._exact.sub(REDACTED, text) if self._exact else text
        return self.matcher.redact(found)

    def cleaned(self, value: Any) -> Any:
        """Return a value of JSON with the person taken out of every text in it, keys included."""
        if isinstance(value, str):
            return self.without(value)
        if isinstance(value, dict):
            return {self.without(str(name)): self.cleaned(inner) for name, inner in value.items()}
        return [self.cleaned(inner) for inner in value] if isinstance(value, list | tuple) else value


def _long_enough(identifiers: Collection[str]) -> Iterator[str]:
    return (one for one in sorted(set(identifiers)) if len(one) >= SHORTEST_IDENTIFIER)


def _pattern(identifiers: Collection[str]) -> re.Pattern[str] | None:
    if not identifiers:
        return None
    either = "|".join(re.escape(one) for one in sorted(identifiers, key=len, reverse=True))
    return re.compile(rf"(?<![\w@+~.-])(?:{either})(?![\w@+~-]|\.\w)", re.IGNORECASE)
