"""Find the cues of all languages in folded text with one automaton: where each ends and what it means."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import ahocorasick

from consent.rules.detector.folding import AT, STOP, composed, folded
from consent.rules.detector.wording import LANGUAGES
from text.characters import is_spaceless

Cues = dict[str, frozenset[str]]
Hit = tuple[int, frozenset[str]]
SENTENCE: Final = "SENTENCE"
DESTINATION: Final = "DESTINATION"
ROTATED: Final = "ROTATED"
BACKWARDS: Final = "BACKWARDS"
_SIGNS: Final = {
    SENTENCE: (STOP,),
    DESTINATION: (AT,),
    ROTATED: (" gur ", " naq ", " lbh", " vtaber", " cerivbhf", " cnffjbeq", " vafgehpgvba"),
    BACKWARDS: (" eht ", " dna ", "snoitcurtsni", " erongi ", " suoiverp ", "drowssap"),
}
_WHOLE: Final = "$"


def _spelled(cue: str) -> str:
    """Fold a written cue: words begin where it begins, and end where it ends in a dollar sign."""
    plain = folded(composed(cue.removesuffix(_WHOLE)))
    whole = plain if cue.endswith(_WHOLE) else plain[:-1]
    return whole.strip() if is_spaceless(plain[1]) else whole


def _read() -> Cues:
    meant: dict[str, set[str]] = defaultdict(set)
    for language in LANGUAGES:
        for meaning, written in language.items():
            for cue in filter(None, map(str.strip, written.replace("\n", ",").split(","))):
                meant[_spelled(cue)].add(meaning)
    for meaning, signs in _SIGNS.items():
        for sign in signs:
            meant[sign].add(meaning)
    return {cue: frozenset(meanings) for cue, meanings in meant.items()}


class Automaton:
    """Cues ready to be found in one pass, however many there are.

    It walks bytes: the first byte of a letter is one of few, the letters of all scripts are thousands, and
    a step takes time in how many may come next.
    """

    def __init__(self, cues: Iterable[tuple[str, frozenset[str]]]) -> None:
        """Read pairs of a folded cue and its meanings."""
        self._automaton = ahocorasick.Automaton()
        for cue, meanings in cues:
            known: frozenset[str] = self._automaton.get(_bytewise(cue), frozenset())
            self._automaton.add_word(_bytewise(cue), known | meanings)
        self._automaton.make_automaton()

    def find(self, text: str) -> list[Hit]:
        """Return (place of the last character, meanings) of every cue in folded text.

        Places are exact in ASCII and in proportion elsewhere.
        """
        if text.isascii():
            return list(self._automaton.iter(text))
        walked = _bytewise(text)
        share = len(text) / len(walked)
        return [(int(at * share), meanings) for at, meanings in self._automaton.iter(walked)]


def _bytewise(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "replace").decode("latin-1")


CUES: Final = _read()
PLAIN: Final = Automaton(CUES.items())
