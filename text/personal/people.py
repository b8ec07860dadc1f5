"""People's names: by the words around them, by given and family names, by the shape of a run of capitals.

Poor where names are not written in capitals (Arabic, Han, Kana, Hangul, text without capitals), for single
names that are words, and for capitals that name a film, a firm or a place; the extra `pii` adds a model.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from text.personal.name_cues import AFTER, BEFORE, CUED, PART
from text.personal.name_words import ALSO_WORDS, FAMILY, FAMILY_ENDINGS, GIVEN, SURE_ENDINGS
from text.personal.plain_words import NOT_NAMES as PLAIN_WORDS
from text.personal.plain_words import NOT_PEOPLE, OCCASIONS, PLACE_LEADS
from text.personal.types import GUESSED, LIKELY, Candidate
from text.personal.view import View
from text.sentences import begins_sentence

# The commonest forms by the library's own engine, which is quicker to call; nothing in them is taken back.
_SURE_CAP: Final = rb"[A-Z\xc0][A-Za-z\xc0\xe0]*+(?:['-][A-Za-z\xc0\xe0]++)*+"
_RUN: Final = re.compile(
    rb"(?<![A-Za-z\xc0\xe0])" + _SURE_CAP + rb"(?>\.? (?:" + PART + rb" )?+" + _SURE_CAP + rb")*+"
)
_WORD: Final = re.compile(rb"[A-Za-z\xc0\xe0]++(?:['-][A-Za-z\xc0\xe0]++)*+")
_PLAIN_ENDINGS: Final = (
    *(
        "tion",
        "tions",
        "ing",
        "ings",
        "ment",
        "ments",
        "ity",
        "ness",
        "ous",
        "ive",
        "able",
        "ible",
        "ical",
        "ary",
        "ers",
    ),
    *(
        "ism",
        "ists",
        "ies",
        "ful",
        "less",
        "ware",
        "ship",
        "hood",
        "ance",
        "ence",
        "ly",
        "ed",
        "ual",
        "onal",
        "ology",
    ),
    *("graphy", "ics", "ures", "ates", "cks", "ngs", "ches", "shes"),
)
NOT_NAMES: Final = PLAIN_WORDS | OCCASIONS
_KNOWN: Final = GIVEN | FAMILY
_PLAIN_SMALL: Final = NOT_NAMES - GIVEN
_PLAIN: Final = frozenset(name.encode() for name in _PLAIN_SMALL)
_SMALL_GIVEN: Final = frozenset(name.encode() for name in GIVEN - ALSO_WORDS - NOT_NAMES)


def people(view: View) -> Iterator[Candidate]:
    """Yield names of people, and wherever else a part of one stands in capitals."""
    words = [(word.group(), word.start()) for word in _WORD.finditer(view.raw)]
    found = [*_told(view), *_in_small_letters(view, words)]
    parts = {part for one in found for part in _WORD.findall(view.raw[one.start : one.end]) if len(part) > 2}
    parts = {part for part in parts if not part.islower() and part.lower() not in _PLAIN}
    yield from found
    yield from [Candidate(at, at + len(word), "person", GUESSED) for word, at in words if word in parts]


def _told(view: View) -> Iterator[Candidate]:
    yield from filter(None, (_cleared(view, one) for one in CUED(view)))
    for found in _RUN.finditer(view.raw):
        if found.group().lower() not in _PLAIN:
            yield from _Run(view, *found.span()).names()


def _cleared(view: View, one: Candidate) -> Candidate | None:
    """Return what a cue points at without the plain words in it, if anything is left."""
    words = _words(view, one.start, one.end)
    while words and _is_plain(view, words[-1]):
        words.pop()
    if not words or _is_plain(view, words[0]) or _is_firm(view, words[-1][1]):
        return None
    return Candidate(one.start, words[-1][1], one.kind, one.certainty)


def _words(view: View, start: int, end: int) -> list[tuple[int, int]]:
    return [found.span() for found in _WORD.finditer(view.raw, start, end)]


def _small(view: View, span: tuple[int, int]) -> str:
    word = view.text[span[0] : span[1]].lower()
    return word[:-2] if word.endswith("'s") else word


def _is_plain(view: View, span: tuple[int, int]) -> bool:
    return _small(view, span) in _PLAIN_SMALL


def _is_firm(view: View, end: int) -> bool:
    """Tell whether the word after `end` makes what stands before it a firm or a place."""
    following = _WORD.match(view.raw, end + 1)
    return following is not None and following.group().decode("latin-1").lower() in NOT_PEOPLE


class _Run:
    """Words in capitals that stand side by side."""

    def __init__(self, view: View, start: int, end: int) -> None:
        self._view = view
        self._spans = _words(view, start, end)
        small = [view.text[start:end].lower() for start, end in self._spans]
        self._small = [word[:-2] if word[-2:] == "'s" else word for word in small]

    def names(self) -> Iterator[Candidate]:
        """Yield the names among these words: each stretch between plain words is looked at."""
        first = 0
        for at in [at for at, word in enumerate(self._small) if word in _PLAIN_SMALL and self._parts(at)]:
            if first < at:
                yield from self._name(first, at)
            first = at + 1
        if first < len(self._small):
            yield from self._name(first, len(self._small))

    def _parts(self, at: int) -> bool:
        """Tell whether a plain word belongs to no name: initials and `van`, `de` in small letters do."""
        start, end = self._spans[at]
        return not ((end - start == 1 and at) or self._view.text[start].islower())

    def _name(self, first: int, end: int) -> tuple[Candidate, ...]:
        """Return the name that the words from `first` to before `end` are, or nothing."""
        if first and end - first == 1 and self._small[first - 1].rstrip(".") in PLACE_LEADS:
            return ()
        certainty = self._certainty(first, end)
        if not certainty:
            return ()
        start, stop = self._spans[first][0], self._spans[end - 1][1]
        if self._view.text[stop - 2 : stop] == "'s":
            stop -= 2
        return (Candidate(start, stop, "person", certainty),)

    def _certainty(self, first: int, end: int) -> int:
        """Return how surely the words are a name: 0 where they are none."""
        words = self._small[first:end]
        following = self._small[end : end + (1 if words[0] in GIVEN else 2)]
        if words[-1] in NOT_PEOPLE or not NOT_PEOPLE.isdisjoint(following):
            return 0
        if len(words) > 1:
            return self._of_several(words, first, end)
        return self._of_one(words[0], first)

    def _of_several(self, words: list[str], first: int, end: int) -> int:
        if not _KNOWN.isdisjoint(words):
            return LIKELY
        if any(word.endswith(FAMILY_ENDINGS) and len(word) > 5 for word in words):
            return LIKELY
        if any(word.endswith(_PLAIN_ENDINGS) and len(word) > 4 for word in words):
            return 0
        shouted = self._view.text[self._spans[first][0] : self._spans[end - 1][1]].isupper()
        return 0 if shouted or len(words) > 3 else GUESSED

    def _of_one(self, word: str, at: int) -> int:
        start, end = self._spans[at]
        if len(word) < 3:
            return 0
        if (
            word in GIVEN
            and word not in NOT_NAMES
            and (word not in ALSO_WORDS or not begins_sentence(self._view.text, start))
        ):
            return LIKELY
        if word.endswith(SURE_ENDINGS) and len(word) > 6:
            return LIKELY
        if word in _KNOWN or word not in NOT_NAMES:
            return self._by_company(start, end, word)
        return 0

    def _by_company(self, start: int, end: int, word: str) -> int:
        known = word in _KNOWN
        if AFTER.match(self._view.raw, end) and (known or not self._view.text[start:end].isupper()):
            return LIKELY if known else GUESSED
        return LIKELY if known and self._spoken_of(start) else 0

    def _spoken_of(self, start: int) -> bool:
        """Tell whether the word before is one that people are greeted, asked or spoken of with."""
        before = self._view.text[max(0, start - 12) : start].lower().rstrip(" ,").rpartition(" ")[2]
        return before in BEFORE


def _in_small_letters(view: View, words: Iterable[tuple[bytes, int]]) -> Iterator[Candidate]:
    """Yield given names written without capitals that are no words."""
    for word, at in [one for one in words if one[0] in _SMALL_GIVEN]:
        end = at + len(word)
        following = _WORD.match(view.raw, end + 1)
        end = following.end() if following and _is_family(following.group()) else end
        yield Candidate(at, end, "person", GUESSED)


def _is_family(word: bytes) -> bool:
    small = word.decode("latin-1").lower()
    return small in FAMILY or (len(small) > 6 and small.endswith((*SURE_ENDINGS, "ova", "eva")))
