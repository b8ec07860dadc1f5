"""Find people's names in text however they are spelled: case, accents, look-alikes, invisible characters.

Text and names are cut into the same pieces and compared piece by piece, so a name matches whole words
only ("Al" is not in "also") while "Bella's", "Bellas", "Bella-related", `BellaHeart`, `bella2`, "B e l l a"
and `dr_smith` for "Dr. Smith" are found.
Scripts without spaces are compared character by character. One automaton, linear in the text.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise

import ahocorasick

from text.characters import UNDRESSED, CharacterMap
from text.normalize import fold, normalize, prototypes, visible
from text.stretches import Stretch, replaced
from text.tokens import pieces

# A capital I inside a word of small letters passes for an l; at its beginning it is more often meant.
_TALL_I = re.compile(r"(?<=[a-z])I+")
# Where a word begins inside a word: `BellaHeart`, `bella2`.
_SEAM = re.compile(r"[a-z](?=[A-Z])|[A-Za-z](?=[0-9])|[0-9](?=[A-Za-z])")
# Letters set apart by one character each, as in "B e l l a" or "B.e.l.l.a".
_SET_APART = re.compile(r"(?<!\w)\w(?:[^\w\n]\w){2,}(?!\w)")
_SHORTEST_WITH_S = 4


@dataclass(frozen=True, slots=True)
class NameHit:
    """A name found: its place in the text as written and whom the name may mean."""

    start: int
    end: int
    ids: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Line:
    """Folded pieces joined by single spaces, with where each begins there and lies in the original."""

    text: str
    begins: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Return the original span of the pieces from offset `first` to offset `last`."""
        low, high = (self.spans[bisect_right(self.begins, at) - 1] for at in (first, last))
        return low[0], high[1]


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

    def find(self, text: str) -> tuple[NameHit, ...]:
        """Return every name in `text` in order of place, overlapping ones included."""
        if not self._any:
            return ()
        hits = {hit for line in _readings(text) for hit in self._search(line)}
        return tuple(sorted(hits, key=lambda hit: (hit.start, hit.end)))

    def ids(self, text: str) -> frozenset[int]:
        """Return the ids of everyone whom a name in `text` may mean."""
        return frozenset().union(*(hit.ids for hit in self.find(text)))

    def redact(self, text: str) -> str:
        """Return `text` with a mark in the place of every name; overlapping names share one."""
        return replaced(text, (Stretch(hit.start, hit.end) for hit in self.find(text)))

    def _search(self, line: _Line) -> Iterator[NameHit]:
        for end, (length, ids) in self._automaton.iter(line.text):
            # Pattern and match begin and end with a space: the pieces lie between.
            start, stop = line.span(end - length + 2, end - 1)
            yield NameHit(start, stop, ids)


# Both forms go letter by letter once the text is composed, so each letter is worked out only once.
_FOLDED = CharacterMap(lambda char: fold(prototypes(normalize(fold(char)))) or None)
_DRAWN = CharacterMap(lambda char: fold(prototypes(visible(fold(char)))) or None)


def spelled(text: str) -> list[tuple[str, tuple[int, int]]]:
    """Return the words of `text` in the form names are matched by, each with its place in the original."""
    line = [(text[start:end], (start, end)) for start, end in pieces(text)]
    folded = _folded("|".join([piece for piece, _ in line])).split("|")
    return [(form, span) for form, (_, span) in zip(folded, line, strict=False) if form]


def letters_of(text: str) -> str:
    """Return the letters of every reading of `text`, bars between: what they do not hold is no name in it."""
    return "|".join(line.text.replace(" ", "") for line in _readings(text))


def _readings(text: str) -> Iterator[_Line]:
    """Yield the ways a text is read: folded and, where that differs, as drawn, cut at seams, set together."""
    yield _line(text, _folded)
    if not text.isascii() or _TALL_I.search(text):
        yield _line(text, _drawn)
    if _SEAM.search(text):
        yield _line(text, _folded, _at_seams)
    if _SET_APART.search(text):
        yield _set_together(text)


def _folded(text: str) -> str:
    return text.lower() if text.isascii() else _undressed(text).translate(_FOLDED)


def _drawn(text: str) -> str:
    """Fold by how letters look before their case goes: Cyrillic capital Ve as B, I inside a word as l."""
    text = _TALL_I.sub(lambda found: "l" * len(found[0]), text)
    return text.lower() if text.isascii() else _undressed(text).translate(_DRAWN)


def _undressed(text: str) -> str:
    return unicodedata.normalize("NFKC", text.translate(UNDRESSED))


def _patterns(name: str) -> set[str]:
    """Return the ways a name is looked for; one of four letters or more also with an s at its end."""
    plain = {_line(name, _folded).text, _line(name, _drawn).text, _line(name, _folded, _at_seams).text}
    last = max((line.split(" ")[-2] for line in plain if line.strip()), key=len, default="")
    with_s = len(last) >= _SHORTEST_WITH_S and last.isalpha() and last.isascii() and last[-1] != "s"
    return plain | ({f"{line[:-1]}s " for line in plain if line.strip()} if with_s else set())


def _at_seams(text: str) -> Iterator[tuple[int, int]]:
    """Yield pieces that end also where a word begins inside a word."""
    for start, end in pieces(text):
        seams = [start, *(found.end() for found in _SEAM.finditer(text, start, end)), end]
        yield from pairwise(seams)


def _set_together(text: str) -> _Line:
    """Return the letters that stand apart as the words they spell, and nothing else of the text."""
    runs = [found.span() for found in _SET_APART.finditer(text)]
    spelled = [_folded("".join(text[start:end][::2])) for start, end in runs]
    return _joined(list(zip(spelled, runs, strict=True)))


def _line(
    text: str, form: Callable[[str], str], cut: Callable[[str], Iterable[tuple[int, int]]] = pieces
) -> _Line:
    spans = list(cut(text))
    # Folded in one go: no form makes or loses a bar, and no piece holds one.
    folded = form("|".join([text[start:end] for start, end in spans])).split("|")
    return _joined([(piece, span) for piece, span in zip(folded, spans, strict=False) if piece])


def _joined(kept: list[tuple[str, tuple[int, int]]]) -> _Line:
    joined = " ".join([piece for piece, _ in kept])
    begins = accumulate((len(piece) + 1 for piece, _ in kept[:-1]), initial=1)
    return _Line(f" {joined} ", tuple(begins), tuple(span for _, span in kept))
