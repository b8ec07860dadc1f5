"""Find people's names in text however they are spelled: case, accents, look-alikes, invisible characters.

Text and names are cut into the same pieces and compared piece by piece, so a name matches whole words
only ("Al" is not in "also") while "Bella's", "Bellas", "Bella-related", `BellaHeart`, `bella2`, "B e l l a"
and `dr_smith` for "Dr. Smith" are found.
Scripts without spaces are compared character by character. One automaton, linear in the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import ahocorasick

from text.readings import Line, Reading, reading_of
from text.stretches import Stretch, replaced

_SHORTEST_WITH_S = 4


@dataclass(frozen=True, slots=True)
class NameHit:
    """A name found: its place in the text as written and whom the name may mean."""

    start: int
    end: int
    ids: frozenset[int]


class NameMatcher:
    """Names and whom they mean, ready to be found; build once per set of names."""

    def __init__(self, names: Mapping[str, Iterable[int]]) -> None:
        """Read `names`: each spelling with the ids it stands for; blank spellings are ignored."""
        self.spellings = tuple(names)
        meant: dict[str, set[int]] = {}
        for name, ids in names.items():
            for pattern in _patterns(name):
                meant.setdefault(pattern, set()).update(ids)
        self._automaton = ahocorasick.Automaton()
        for pattern, ids in meant.items():
            if pattern.strip():
                self._automaton.add_word(pattern, (len(pattern), frozenset(ids)))
        self._any = len(self._automaton) > 0
        if self._any:
            self._automaton.make_automaton()

    def find(self, text: str | Reading) -> tuple[NameHit, ...]:
        """Return every name in `text` in order of place, overlapping ones included."""
        if not self._any:
            return ()
        hits = {hit for line in reading_of(text).lines for hit in self._search(line)}
        return tuple(sorted(hits, key=lambda hit: (hit.start, hit.end)))

    def ends_in(self, line: Line) -> list[int]:
        """Return where names end in the text of a line: each at the space after it."""
        return [end for end, _ in self._automaton.iter(line.text)] if self._any else []

    def ids(self, text: str) -> frozenset[int]:
        """Return the ids of everyone whom a name in `text` may mean."""
        return frozenset().union(*(hit.ids for hit in self.find(text)))

    def redact(self, text: str) -> str:
        """Return `text` with a mark in the place of every name; overlapping names share one."""
        return replaced(text, (Stretch(hit.start, hit.end) for hit in self.find(text)))

    def _search(self, line: Line) -> Iterator[NameHit]:
        for end, (length, ids) in self._automaton.iter(line.text):
            # Pattern and match begin and end with a space: the pieces lie between.
            start, stop = line.span(end - length + 2, end - 1)
            yield NameHit(start, stop, ids)


def letters_of(text: str) -> str:
    """Return the letters of every reading of `text`, bars between: what they do not hold is no name in it."""
    return "|".join(line.text.replace(" ", "") for line in Reading(text).lines)


def _patterns(name: str) -> set[str]:
    """Return the ways a name is looked for; one of four letters or more also with an s at its end."""
    read = Reading(name)
    plain = {read.folded.text, read.drawn.text, read.at_seams.text}
    last = max((line.split(" ")[-2] for line in plain if line.strip()), key=len, default="")
    with_s = len(last) >= _SHORTEST_WITH_S and last.isalpha() and last.isascii() and last[-1] != "s"
    return plain | ({f"{line[:-1]}s " for line in plain if line.strip()} if with_s else set())
