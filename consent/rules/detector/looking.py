"""Look at a text in all its forms and say which rules are met in any of them."""

import string
from collections.abc import Iterator
from typing import Final

import re2

from consent.rules.detector.combining import combined
from consent.rules.detector.cues import BACKWARDS, CUES, PLAIN, ROTATED, Automaton, Hit
from consent.rules.detector.folding import composed, folded, lines
from consent.rules.detector.markers import FORGERIES, MARKERS
from consent.rules.detector.opening import opened, rotated
from consent.rules.detector.rules import INDEX
from text.characters import CharacterMap, translated
from text.normalize import prototypes

# An l is as often written 1 as an i is: read alike where digits stand for letters.
_DIGITS: Final = str.maketrans("0134578l", "oieastbi")
_LETTERS_FOR_DIGITS: Final = str.maketrans("0134578", "oieastb")
_DRAWN: Final = CharacterMap(lambda char: prototypes(char).translate(_LETTERS_FOR_DIGITS))
_LEET: Final = re2.compile(rb"[a-z][0134578]+[a-z][^.]{0,40}[a-z][0134578]+[a-z]")
_PLAIN_LETTERS: Final = frozenset(string.ascii_lowercase + " .@")
_LEET_CUES: Final = Automaton(
    (cue.translate(_DIGITS), meanings) for cue, meanings in CUES.items() if _PLAIN_LETTERS.issuperset(cue)
)


def rules_met(text: str) -> set[str]:
    """Return the ids of all rules that the text meets as written or in a form hidden in it."""
    found, hits = _look(text)
    for form in forms(text, hits):
        found |= _look(form)[0]
    return found


def _look(text: str) -> tuple[set[str], list[Hit]]:
    known = composed(text)
    plain = folded(known)
    hits = PLAIN.find(plain)
    return combined(hits, INDEX) | _redrawn(known, plain) | MARKERS.find(lines(known)), hits


def _redrawn(text: str, plain: str) -> set[str]:
    """Look again with digits and look-alikes as letters, where a text has some among plain ones."""
    disguised = plain.isascii() and _has_foreign_letters(text)
    if not disguised and not _LEET.search(plain.encode("utf-8", "replace")):
        return set()
    met = combined(_LEET_CUES.find(translated(plain, _DIGITS)), INDEX)
    return met | FORGERIES.find(translated(text, _DRAWN))


def _has_foreign_letters(text: str) -> bool:
    return not text.isascii() and any(char.isalpha() and not char.isascii() for char in set(text))


def forms(text: str, hits: list[Hit]) -> Iterator[str]:
    """Yield the texts hidden in a text, each once: turned around, rotated, spaced out, encoded."""
    signs = frozenset().union(*{meanings for _, meanings in hits})
    if ROTATED in signs:
        yield rotated(text)
    if BACKWARDS in signs:
        yield text[::-1]
    yield from opened(text)
