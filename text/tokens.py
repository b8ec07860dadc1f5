"""Cut text into the words that search compares: the same cut for what is stored and for what is asked.

Scripts with spaces give words. Scripts without them (Han, Kana, Thai, Lao, Khmer, Myanmar) and Hangul,
whose words carry particles, give overlapping pairs of characters, so that any part of a run is found.
A word holds letters, marks and digits only: nothing of it can be query syntax.
"""

import re
from collections.abc import Iterable
from itertools import accumulate

from text.characters import (
    SPACELESS_CLASS,
    UNDRESSED,
    CharacterMap,
    is_invisible,
    is_spaceless,
    is_spaceless_mark,
    is_wordlike,
    translated,
)
from text.confusables import look_alikes
from text.normalize import fold, normalize, unpointed

LONGEST_WORD = 64
QUERY_WORDS = 12


def _outlined(char: str) -> str:
    """Give one character for each, so that offsets stay true; U+2060 stands for what only adds to others."""
    if is_invisible(char) or is_spaceless_mark(char):
        return "\u2060"
    return char if is_wordlike(char) or ord(char) in UNDRESSED or _is_drawn_letter(char) else " "


def _is_drawn_letter(char: str) -> bool:
    """Tell whether a symbol is drawn as a letter, so that a name spelled with it stays one word."""
    drawn = look_alikes()[1].get(ord(char), "")
    return drawn.isascii() and drawn.isalpha()


_OUTLINE = CharacterMap(_outlined)
_WORDS = CharacterMap(lambda char: char if is_wordlike(char) else " ")
_RUN = re.compile(f"[{SPACELESS_CLASS}][{SPACELESS_CLASS}]*")
_RUN_OR_WORD = re.compile(f"[{SPACELESS_CLASS}]+|[^{SPACELESS_CLASS}]+")
_PIECE = re.compile(f"[{SPACELESS_CLASS}]\u2060*|[^ {SPACELESS_CLASS}]+")


def pieces(text: str) -> list[tuple[int, int]]:
    """Return the (start, end) of each word, or single spaceless character, of text as it was written.

    Marks and invisible characters stay with the piece they stand in.
    """
    return cut(outlined(text))


def outlined(text: str) -> str:
    """Return a text, offsets kept, with a space for each character that belongs to no word."""
    return translated(text, _OUTLINE)


def cut(outline: str) -> list[tuple[int, int]]:
    """Return the (start, end) of each piece of an outline."""
    if not outline.isascii() and _RUN.search(outline):
        return [found.span() for found in _PIECE.finditer(outline)]
    words = outline.split(" ")
    begins = accumulate([len(word) + 1 for word in words], initial=0)
    return [(at, at + len(word)) for word, at in zip(words, begins, strict=False) if word]


def _parts(text: str) -> list[str]:
    """Return the runs of one sort, spaceless or plain, of normalized text in order."""
    found = translated(normalize(text), _WORDS)
    if found.isascii() or not _RUN.search(found):
        return found.split()
    return [part for word in found.split() for part in _RUN_OR_WORD.findall(word)]


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


def words(text: str) -> tuple[str, ...]:
    """Return the plain words of text in order, casefolded, repeated where repeated; no spaceless runs."""
    parts = _parts(text)
    return tuple([part[:LONGEST_WORD] for part in parts if part.isascii() or not is_spaceless(part[0])])


def index_words(text: str) -> str:
    """Return what full text search should index: the plain words, then once more those that lose accents."""
    found = words(text)
    bare = fold(" ".join(_distinct(word for word in found if not word.isascii()))).split(" ")
    known = {"", *found}
    return " ".join([*found, *(word for word in _distinct(bare) if word not in known)])


def cjk_bigrams(text: str) -> str:
    """Return the character pairs of spaceless runs, then each character once, joined by spaces.

    The single characters are what a query of one character asks for; marks alone are left out.
    """
    runs = _RUN.findall(translated(normalize(text), _WORDS))
    pairs = [pair for run in runs if len(run) > 1 for pair in _pairs(run)]
    singles = (char for run in runs for char in run if not is_spaceless_mark(char))
    return " ".join([*pairs, *_distinct(singles)])


def query_words(query: str, limit: int = QUERY_WORDS) -> tuple[str, ...]:
    """Return the distinct words and pairs a query asks for, in order; nothing to ask gives an empty tuple.

    Of more than `limit` the longest: they tell most, and what every sentence needs is short."""
    asked = tuple(_distinct(word for part in _parts(query) for word in _asked(part)))
    if len(asked) <= limit:
        return asked
    kept = set(sorted(asked, key=_telling, reverse=True)[:limit])
    return tuple(word for word in asked if word in kept)


def _telling(word: str) -> int:
    """Return how much a word tells by its length; a pair of a spaceless script is about a word."""
    return 3 * len(word) if is_spaceless(word[0]) else len(word)


def _asked(part: str) -> list[str]:
    if is_spaceless(part[0]):
        return [] if len(part) == 1 and is_spaceless_mark(part) else _pairs(part)
    word = part[:LONGEST_WORD]
    # Pointed Hebrew and Arabic are rare in what is stored: asked without points, both spellings are found.
    bare = word if unpointed(word) == word else fold(word)
    return [bare] if bare else []


def _distinct(found: Iterable[str]) -> dict[str, None]:
    return dict.fromkeys(found)
