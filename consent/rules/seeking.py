"""What an erased person is looked for by: names in free text, identifiers anywhere, and sequences of words.

Sequences are known by keyed digests alone, so that what was erased can be searched for without being kept.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Collection, Iterable, Iterator
from hashlib import blake2b
from typing import Any, Final

from text.names import NameMatcher
from text.readings import spelled
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
    return [form for form, _ in spelled(text)]


def _runs(words: list[str], size: int, key: bytes) -> Iterator[int]:
    """Yield the digest of each run; its last three bits say how long it is."""
    for start in range(len(words) - size + 1):
        said = " ".join(words[start : start + size]).encode("utf-8", "surrogatepass")
        digest = blake2b(said, key=key, digest_size=7).digest()
        yield int.from_bytes(digest, "big") << 3 | size & 7


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
        self._matcher = NameMatcher(dict.fromkeys(names, (1,)))
        self._exact = _pattern(self.identifiers)
        self._marks, self._key = frozenset(marks), key
        self._sizes = sorted({mark & 7 or LONGEST_RUN for mark in self._marks})

    def named(self, text: str) -> bool:
        """Tell whether a text says a name."""
        return bool(self._matcher.find(text))

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
        return any(run in self._marks for run in self._runs_in(text))

    def echoes(self, text: str) -> set[int]:
        """Return the marks of the runs of words that a text says."""
        return set(self._marks.intersection(self._runs_in(text)))

    def _runs_in(self, text: str) -> Iterator[int]:
        words = _words(text) if self._sizes and len(text) > SHORTEST_RUN else []
        return (run for size in self._sizes for run in _runs(words, size, self._key))

    def without(self, text: str) -> str:
        """Return a text with names and identifiers taken out."""
        found = self._exact.sub(REDACTED, text) if self._exact else text
        return self._matcher.redact(found)

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
