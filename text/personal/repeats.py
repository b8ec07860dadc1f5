"""Find the values that were found once wherever else they stand in a text, however they are spelled there.

Values and text are compared by letters and digits alone: look-alikes, accents, case, invisible characters,
spaces and punctuation are gone. A name must begin and end where words do; a long number must only not go on.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import ahocorasick

from text.characters import CharacterMap, is_invisible, is_spaceless
from text.normalize import fold, normalize, prototypes
from text.personal.types import Found

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
_NOT_KEPT: Final = bytes(code for code in range(128) if not chr(code).isalnum())


def bare(text: str) -> str:
    """Return the letters and digits of a text in the form all spellings share."""
    if text.isascii():
        return text.encode().translate(None, _NOT_KEPT).lower().replace(b"m", b"rn").decode()
    return text.translate(_BARE)


def repeats(text: str, found: Iterable[Found]) -> tuple[Found, ...]:
    """Return where in `text` the values that were found stand once more."""
    known = {(one.start, one.end): one.kind for one in found}
    kinds = {bare(text[start:end]): kind for (start, end), kind in known.items()}
    kinds = {value: kind for value, kind in kinds.items() if len(value) >= _SHORTEST}
    if not kinds:
        return ()
    hits = list(_hits(bare(text), kinds))
    # Each value stands where it was found; only where there is more, places are worked out.
    return tuple(_places(text, hits, kinds)) if len(hits) > len(known) else ()


def _hits(plain: str, kinds: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield where values begin in the bare text."""
    for last, (size, values) in _searched(kinds).iter(plain):
        at = last + 1 - size
        for value in values:
            if len(value) == size or plain.startswith(value, at):
                yield at, value


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


def _places(text: str, hits: Iterable[tuple[int, str]], kinds: Mapping[str, str]) -> Iterator[Found]:
    origin = [at for at, char in enumerate(text) for _ in _BARE[ord(char)] or ""]
    for at, value in hits:
        start, end = origin[at], origin[at + len(value) - 1] + 1
        while end < len(text) and _adds(text[end]):
            end += 1
        if (_parted(text, start - 1, start) and _parted(text, end - 1, end)) or _stands_alone(
            text, start, end
        ):
            yield Found(start, end, kinds[value])


def _adds(char: str) -> bool:
    """Tell whether a character only adds to the word it follows: marks, invisible characters."""
    return is_invisible(char) or unicodedata.category(char)[0] == "M"


def _parted(text: str, before: int, after: int) -> bool:
    """Tell whether two neighbours belong to different words; scripts without spaces part anywhere."""
    while before >= 0 and _adds(text[before]):
        before -= 1
    if before < 0 or after >= len(text):
        return True
    if not (_BARE[ord(text[before])] and _BARE[ord(text[after])]):
        return True
    return is_spaceless(text[before]) or is_spaceless(text[after])


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Tell whether a long value with digits is no part of a longer number."""
    value = text[start:end]
    if len(value) < _LONG or not any(map(str.isdecimal, value)):
        return False
    return not (text[start - 1 : start].isdecimal() or text[end : end + 1].isdecimal())
