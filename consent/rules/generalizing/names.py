"""Find whom a statement names of those its source knows: in any spelling, by part of a name or nickname."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from text.digits import digits_of
from text.languages import search_configuration
from text.names import NameMatcher, letters_of
from text.nicknames import SHORTEST_CUT, SHORTEST_TAIL, endearing_forms, listed_forms, possible_forms
from text.personal import find_personal
from text.personal.name_words import ALSO_WORDS, GIVEN
from text.personal.plain_words import NOT_NAMES, NOT_PEOPLE
from text.readings import spelled
from text.spelled import SpelledMatcher
from text.statements import NAMES, Finding, Level, likely_names

# Words that every text holds; a given name that is no word besides is none of them.
_PLAIN: Final = NOT_NAMES - (GIVEN - ALSO_WORDS)
_SHORTEST_PART: Final = 3
_SHORTEST_SPLIT: Final = 4
_TITLES: Final = frozenset(
    """
    dr mr mrs ms miss prof professor doctor sir madam frau herr monsieur madame signor signora don dona
    agent bot student patient client user kid child baby pet dog cat teacher tutor nurse vet group team
    family school human admin junior senior the and van von der den del della
    """.split()  # noqa: SIM905 - a list of words reads better than a list of literals
)
# Digits and signs that are read as letters inside a word: B3lla, 5ean, M@x.
_READ_AS: Final = tuple(str.maketrans("0134578@$€!|", to) for to in ("oieastbaseil", "oleastbaseil"))
_MIXED: Final = re.compile(r"[^\W_]*(?:[^\W\d_][0134578@$€!|]|[0134578@$€!|][^\W\d_])[\w@$€!|]*")


@dataclass(frozen=True, slots=True)
class Names:
    """Names by how surely they mean somebody: whole ones, parts and nicknames, and what only may be one."""

    whole: frozenset[str]
    parts: frozenset[str]
    # Everyday words among the parts: they name somebody only where they are written like names.
    words: frozenset[str]
    possible: frozenset[str]


def names_in(text: str) -> frozenset[str]:
    """Return what in a source is written like a person's name, places apart."""
    people = {text[one.start : one.end] for one in find_personal(text) if one.kind == "person"}
    return frozenset(people | _capitals(text) | _possessors(text))


def places_in(text: str) -> frozenset[str]:
    """Return the runs of capitals in a source that are places, firms and the like."""
    return frozenset(run for run in _capital_runs(text) if _is_place(run.split()))


def _capitals(text: str) -> set[str]:
    """Return words in capitals where no sentence begins; where every noun has one, only known names."""
    every_noun = search_configuration(text) == "german"
    likely = likely_names(text) - {word for run in places_in(text) for word in run.split()}
    return {word for word in likely if _small(word) in GIVEN or not (every_noun or _is_word(word))}


def _possessors(text: str) -> set[str]:
    """Return who has something where a sentence begins: "Sean's son"."""
    found = re.findall(r"(?<![^\W_])([A-Z][^\W\d_]+)['’]s\b", text)
    return {word for word in found if not _is_word(word)}


def _capital_runs(text: str) -> Iterator[str]:
    for found in re.finditer(r"[A-Z][^\W\d_]*(?: [A-Z][^\W\d_]*)*", text):
        yield found[0]


def _is_place(words: Collection[str]) -> bool:
    small = [_small(word) for word in words]
    return len(small) > 1 and any(one in NOT_PEOPLE for one in small[1:])


def _is_word(word: str) -> bool:
    return _small(word) in _PLAIN | ALSO_WORDS or _small(word) in _TITLES


def _small(word: str) -> str:
    return "".join(form for form, _ in spelled(word))


def names_of(spellings: Iterable[str], found: Iterable[str], statement: str) -> Names:
    """Return what to look for: those named by the source's fields (`spellings`) and in its text (`found`).

    Parts and nicknames whose letters the statement does not hold are left out: a source may be long."""
    heard = _Heard(statement)
    whole = {one for one in spellings if _small(one)}
    pieces = {form for one in (*whole, *found) for form, _ in spelled(one) if _tells(form)}
    said = {piece for piece in pieces if heard.holds(piece)}
    nicknames = {short for piece in pieces for short in listed_forms(piece)}
    nicknames |= {short for piece in said for short in endearing_forms(piece)}
    nicknames = {short for short in nicknames if heard.holds(short)}
    parts = said | nicknames
    words = (said & _PLAIN) | ((nicknames - said) & (_PLAIN | ALSO_WORDS))
    maybe = {form for piece in pieces if heard.begins_or_ends(piece) for form in possible_forms(piece)}
    possible = {form for form in maybe - parts - _PLAIN if heard.holds(form)}
    return Names(frozenset(whole), frozenset(parts - words), frozenset(words), frozenset(possible))


class _Heard:
    """The letters of a statement however it is read: what is not among them cannot be found in it."""

    def __init__(self, statement: str) -> None:
        readings = (statement, *(_read_as(statement, letters) for letters in _READ_AS))
        self._letters = "|".join(map(letters_of, readings))
        self._digits = digits_of(statement)

    def holds(self, form: str) -> bool:
        """Tell whether a form may stand in the statement."""
        return form in self._letters or (len(digits := digits_of(form)) > 1 and digits in self._digits)

    def begins_or_ends(self, form: str) -> bool:
        """Tell whether a shortened form may: what is left of it holds the first letters or the last."""
        return form[:SHORTEST_CUT] in self._letters or form[-SHORTEST_TAIL:] in self._letters


def _read_as(statement: str, letters: dict[int, int]) -> str:
    return _MIXED.sub(lambda word: word[0].translate(letters), statement)


def _tells(piece: str) -> bool:
    spaceless = not piece.isascii() and len(piece) >= 1
    long_enough = len(piece) >= _SHORTEST_PART or spaceless
    return long_enough and not piece.isdigit() and piece not in _TITLES


def check(statement: str, names: Names) -> tuple[Finding, ...]:
    """Return where a statement names somebody: names, their parts and nicknames block, the rest warns."""
    found = dict.fromkeys(_spans(statement, names.whole), "name")
    for span in _spans(statement, names.parts):
        found.setdefault(span, "name")
    for span in _like_names(statement, names.words):
        found.setdefault(span, "name")
    block = [_finding(span, "block", kind) for span, kind in found.items()]
    maybe = {*_matches(statement, names.possible), *_matches(statement, names.words - (_PLAIN - GIVEN))}
    rest = [one for one in maybe if not any(start < one[1] and one[0] < end for start, end in found)]
    return tuple(sorted([*block, *(_finding(span, "warn", "nickname") for span in rest)], key=_place))


def _finding(span: tuple[int, int], level: Level, kind: str) -> Finding:
    return Finding(NAMES, level, kind, *span)


def _place(one: Finding) -> tuple[int, int]:
    return one.start, one.end


def _spans(statement: str, names: Collection[str]) -> Iterator[tuple[int, int]]:
    """Yield where names stand: as words, split over several, or with digits and signs for letters."""
    yield from _matches(statement, names)
    yield from SpelledMatcher(one for one in names if len(_small(one)) >= _SHORTEST_SPLIT).find(statement)
    for letters in _READ_AS:
        yield from _matches(_read_as(statement, letters), names)


def _matches(statement: str, names: Collection[str]) -> Iterator[tuple[int, int]]:
    for hit in NameMatcher({name: [0] for name in names}).find(statement):
        yield hit.start, hit.end


def _like_names(statement: str, words: Collection[str]) -> Iterator[tuple[int, int]]:
    """Yield everyday words that are written like names: "ask Will about it", not "it will help"."""
    capital = likely_names(statement)
    for start, end in _matches(statement, words):
        word = statement[start:end]
        if word in capital or (word[:1].isupper() and _small(word) not in _PLAIN):
            yield start, end
