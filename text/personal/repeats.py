"""Find the values that were found once wherever else they stand in a text, however they are spelled there.

Values and text are compared by letters and digits alone: look-alikes, accents, case, invisible characters,
spaces and punctuation are gone. A name must begin and end where words do; a long number must only not go on.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import ahocorasick

from text.characters import CharacterMap
from text.normalize import fold, normalize, prototypes
from text.personal.types import Found
from text.tokens import pieces

_SHORTEST: Final = 2  # of letters and digits; a single one says nothing
_LONG: Final = 7
_BEGUN: Final = 64


def _bare(char: str) -> str | None:
    """Return the letters and digits that a character is drawn as, in the form all spellings share."""
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    plain = fold(prototypes(normalize(fold(char))))
    kept = "".join(one for one in unicodedata.normalize("NFD", plain) if one.isalnum())
    return kept.replace("m", "rn") or None


_BARE: Final = CharacterMap(_bare)


def bare(text: str) -> str:
    """Return the letters and digits of a text in the form all spellings share."""
    return text.translate(_BARE)


def repeats(text: str, found: Iterable[Found]) -> tuple[Found, ...]:
    """Return every place in `text` where a value that was found stands, those given among them."""
    kinds = {bare(text[one.start : one.end]): one.kind for one in found}
    kinds = {value: kind for value, kind in kinds.items() if len(value) >= _SHORTEST}
    if not kinds:
        return ()
    return tuple(_places(text, kinds))


def _searched(kinds: Mapping[str, str]) -> "ahocorasick.Automaton":
    """Return an automaton of how values begin; each names the values that begin so."""
    begun: dict[str, list[str]] = {}
    for value in kinds:
        begun.setdefault(value[:_BEGUN], []).append(value)
    automaton = ahocorasick.Automaton()
    for beginning, values in begun.items():
        automaton.add_word(beginning, (len(beginning), values))
    automaton.make_automaton()
    return automaton


def _places(text: str, kinds: Mapping[str, str]) -> Iterator[Found]:
    origin = [at for at, char in enumerate(text) for _ in _BARE[ord(char)] or ""]
    spans = list(pieces(text))
    begins, ends = {start for start, _ in spans}, {end for _, end in spans}
    plain = bare(text)
    for last, (size, values) in _searched(kinds).iter(plain):
        at = last + 1 - size
        for value in values:
            if len(value) > size and not plain.startswith(value, at):
                continue
            start, end = origin[at], origin[at + len(value) - 1] + 1
            while end < len(text) and end not in ends and not _BARE[ord(text[end])]:
                end += 1  # marks and invisible characters belong to the word they end
            if (start in begins and end in ends) or _stands_alone(text, start, end):
                yield Found(start, end, kinds[value])


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Tell whether a long value with digits is no part of a longer number."""
    value = text[start:end]
    if len(value) < _LONG or not any(map(str.isdecimal, value)):
        return False
    return not (text[start - 1 : start].isdecimal() or text[end : end + 1].isdecimal())
