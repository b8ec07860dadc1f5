"""Build the map from look-alike letters to the letter they are drawn as (Unicode TR39, confusables data).

The data lists pairs in both directions; they form stars around one prototype each. A star is split in
letters and digits before folding, so that no digit ever stands for a letter or a letter for a digit.
Symbols drawn like an ASCII letter (an estimate sign for e) go with the letters.
"""

import json
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources

_MARKS_OF_DIRECTION = str.maketrans("", "", "\u200e\u200f")

Table = dict[int, str]


@cache
def look_alikes() -> tuple[Table, Table]:
    """Return (small, any): translation tables of letters and digits after and before case folding.

    ASCII letters stand for themselves; `rn` for `m` is left to the caller, it is no single letter.
    """
    small: Table = {}
    either: Table = {}
    for star in _stars():
        letters = list(filter(_is_letter, star))
        symbols = filter(_is_symbol, star) if any(map(str.isascii, letters)) else ()
        _enter([*letters, *symbols], small, either)
        _enter(filter(str.isdecimal, star), small, either)
    return small, either


def _stars() -> Iterator[list[str]]:
    text = resources.files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    pairs: dict[str, list[dict[str, str]]] = json.loads(text)
    done: set[str] = set()
    for centre in sorted(pairs, key=lambda key: (-len(pairs[key]), key)):
        if centre in done:
            continue
        star = [centre, *(pair["c"] for pair in pairs[centre])]
        done.update(star)
        yield [char.translate(_MARKS_OF_DIRECTION) for char in star]


def _is_letter(char: str) -> bool:
    return bool(char) and all(unicodedata.category(part)[0] in "LM" for part in char)


def _is_symbol(char: str) -> bool:
    return len(char) == 1 and not char.isascii() and unicodedata.category(char) in ("So", "Sm", "Po")


def _enter(members: Iterable[str], small: Table, either: Table) -> None:
    star = sorted(set(members), key=_preference)
    if not star:
        return
    prototype = unicodedata.normalize("NFKC", star[0].casefold())
    for char in star:
        if len(char) != 1 or char.isascii():
            continue
        either[ord(char)] = prototype
        if char == char.casefold():
            small[ord(char)] = prototype


def _preference(char: str) -> tuple[bool, bool, bool, int, str]:
    """Order candidates for a star's prototype: ASCII small letters, then those with marks added."""
    return (not char.isascii(), not char[0].isascii(), char != char.casefold(), len(char), char)
