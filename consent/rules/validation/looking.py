"""Look into a response for what one memory says and its rendering did not: the deterministic layers.

Nothing is extracted from a memory that the response does not also say, so a long memory costs a walk over its
words and no more. `free` tells whether a word was shown, or said by the question.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from consent.rules.validation import weights
from consent.rules.validation.dates import Dated, Day, day_of, find_dates
from consent.rules.validation.marks import Mark
from consent.rules.validation.numbers import find_figures, same
from consent.rules.validation.response import REACH, RUN_LENGTH, Response, sentence_of
from consent.rules.validation.weights import Category, at_tier
from consent.rules.validation.withheld import Withheld
from consent.rules.validation.words import COMMON_STEMS, Cut, cut, tells

_BEFORE_PLACE: Final = frozenset({"in", "at", "near", "on", "to", "from", "outside", "inside"})
_CALENDAR: Final = frozenset(
    [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ]
)

Free = Callable[[str], bool]


@dataclass
class Look:
    """One memory looked for in one response."""

    memory: Withheld
    response: Response
    free: Free
    free_days: tuple[Day, ...] = ()
    told: dict[str, set[int]] = field(default_factory=dict)

    def everywhere(self) -> None:
        """Mark what the memory's title, text, tags, places and dates give away."""
        for place, (text, prose) in enumerate(self._texts()):
            self._walk(cut(text), place, prose)
        self._beside()
        self._places()
        self._figures()
        self._dates()

    def _texts(self) -> list[tuple[str, bool]]:
        memory = self.memory
        return [(memory.title, False), (memory.content, True), *((tag, False) for tag in memory.tags)]

    def put(self, word: int, weight: float, category: Category) -> None:
        """Mark a word of the response for this memory at its tier."""
        mark = Mark(at_tier(weight, self.memory.tier), category, self.memory.memory)
        self.response.marks.put(word, mark)

    def _put_all(self, stem: str, weight: float, category: Category) -> None:
        for word in self.response.at.get(stem, ()):
            self.put(word, weight, category)

    def _walk(self, own: Cut, text: int, prose: bool) -> None:
        """Mark single words, phrases and runs that a text of the memory and the response share."""
        known, stems = self.response.at, own.stems
        hidden = [at for at in own.telling if stems[at] in known and not self.free(stems[at])]
        if not hidden:
            return
        sentences = sentence_of(own)
        for at in hidden:
            self._word(own, at, prose)
            self.told.setdefault(stems[at], set()).add(text * 100_000 + sentences(own.starts[at]))
        self._phrases(own, set(hidden))
        self._verbatim(stems, hidden)

    def _word(self, own: Cut, at: int, prose: bool) -> None:
        stem = own.stems[at]
        start, end = own.spans[at]
        written = own.text[start:end]
        if stem.isdigit():
            if len(stem) > 1:
                self._put_all(stem, weights.of_figure(stem), Category.NUMBER)
        elif written.lower() in _CALENDAR and written[:1].isupper():
            self._put_all(stem, weights.MONTH, Category.DATE)
        elif len(written) > 2 and written.isupper() and prose:
            self._put_all(stem, weights.ACRONYM, Category.WORD)
        elif prose and written[:1].isupper() and not _begins_sentence(own.text, start):
            before = own.text[max(0, start - 12) : start].split()
            place = bool(before) and before[-1].lower() in _BEFORE_PLACE
            self._put_all(stem, weights.PROPER, Category.PLACE if place else Category.NAME)
        elif len(stem) > 3:
            self._put_all(stem, weights.WORD, Category.WORD)

    def _phrases(self, own: Cut, hidden: set[int]) -> None:
        telling = own.telling
        for one, other in pairwise(telling):
            if one in hidden and other in hidden and other - one <= REACH:
                for places in self.response.pairs.get((own.stems[one], own.stems[other]), ()):
                    for word in places:
                        self.put(word, weights.PHRASE, Category.PHRASE)

    def _verbatim(self, stems: tuple[str, ...], hidden: list[int]) -> None:
        """Mark runs of words taken over as they stand, where two or more of them are hidden."""
        starts = {at - back for at in hidden for back in range(RUN_LENGTH)}
        inside = set(hidden)
        for start in starts:
            run = stems[start : start + RUN_LENGTH] if start >= 0 else ()
            if len(run) == RUN_LENGTH and run in self.response.runs:
                taken = [at for at in range(start, start + RUN_LENGTH) if at in inside]
                if len(taken) > 1:
                    for at in taken:
                        self._put_all(stems[at], weights.RUN, Category.RUN)

    def _beside(self) -> None:
        """Weigh hidden words heavier where one sentence of the response holds several of them."""
        by_sentence: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for stem in self.told:
            for word in self.response.at[stem]:
                by_sentence[self.response.sentences[word]][stem].append(word)
        for held in by_sentence.values():
            together = any(
                len(self.told[one] & self.told[other]) for one in held for other in held if one < other
            )
            weight = weights.WORD_AMONG if len(held) > 2 else weights.WORD_BESIDE
            if len(held) > 2 or together:
                for word in (word for words in held.values() for word in words):
                    self.put(word, weight, Category.WORD)

    def _places(self) -> None:
        for value in filter(None, self.memory.location.values()):
            own = cut(value)
            for at, stem in enumerate(own.stems):
                if stem in self.response.at and not self.free(stem) and self._names_place(own, at):
                    self._put_all(stem, weights.PLACE, Category.PLACE)

    def _names_place(self, own: Cut, at: int) -> bool:
        """Tell whether a word of a place is told: "CA", "IN" and "San" only where they are written so."""
        start, end = own.spans[at]
        if tells(own.stems[at]):
            return True
        written = own.text[start:end]
        spans = (self.response.words.spans[word] for word in self.response.at[own.stems[at]])
        return written[:1].isupper() and any(self.response.words.text[a:b] == written for a, b in spans)

    def _figures(self) -> None:
        if not self.response.figures:
            return
        shown = [one.digits for one in find_figures(self.memory.shown)]
        for own in find_figures(f"{self.memory.title}\n{self.memory.content}\n{_joined(self.memory)}"):
            if any(same(own.digits, one) for one in shown) or self.free(own.digits):
                continue
            for figure in self.response.figures:
                if same(own.digits, figure.digits):
                    self._stretch(figure.start, figure.end, weights.of_figure(own.digits), Category.NUMBER)

    def _stretch(self, start: int, end: int, weight: float, category: Category) -> None:
        mark = Mark(at_tier(weight, self.memory.tier), category, self.memory.memory)
        self.response.marks.put_stretch(start, end, mark)

    def _dates(self) -> None:
        if not self.response.dates:
            return
        own = [
            day
            for dated in find_dates(f"{self.memory.title}\n{self.memory.content}")
            for day in dated.readings
        ]
        if self.memory.when is not None:
            own.append(day_of(self.memory.when))
        for dated in self.response.dates:
            told = [day for day in dated.readings if any(day.inside(one) for one in own)]
            if told and not any(day.inside(one) for day in dated.readings for one in self.free_days):
                self._date(dated, told)

    def _date(self, dated: Dated, told: list[Day]) -> None:
        words = [
            self.response.words.stems[word] for word in self.response.words.within(dated.start, dated.end)
        ]
        if not all(self.free(word) or word in COMMON_STEMS for word in words):
            exact = any(day.day is not None for day in told)
            weight = weights.DAY if exact else weights.MONTH
            self._stretch(dated.start, dated.end, weight, Category.DATE)


def _joined(memory: Withheld) -> str:
    return "\n".join(filter(None, memory.location.values()))


def _begins_sentence(text: str, start: int) -> bool:
    """Tell whether a word stands where any word would have a capital."""
    before = text[max(0, start - 4) : start].rstrip(" \t\"'“‘(*-")
    return not before or before[-1] in ".!?:;\n…" or (start < 4 and not text[:start].strip())
