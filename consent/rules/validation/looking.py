"""Look into a response for what one memory says and its rendering did not: the deterministic layers.

Nothing is extracted from a memory that the response does not also say, so a long memory costs a walk over its
words and no more. `free` tells whether a word was shown, or said by the question.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Final

from consent.rules.dates import MONTHS
from consent.rules.validation import weights
from consent.rules.validation.dates import Dated, Day, day_of, find_dates, sayings
from consent.rules.validation.marks import Mark
from consent.rules.validation.numbers import find_figures, undated
from consent.rules.validation.response import REACH, RUN_LENGTH, Response, sentence_of
from consent.rules.validation.shown import Shown
from consent.rules.validation.weights import Category, at_tier
from consent.rules.validation.withheld import Withheld
from consent.rules.validation.words import COMMON_STEMS, Cut, cut, tells
from text.sentences import begins_sentence

_BEFORE_PLACE: Final = frozenset({"in", "at", "near", "on", "to", "from", "outside", "inside"})
_DAYS_OF_A_WEEK: Final = {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
_CALENDAR: Final = frozenset({*MONTHS, *_DAYS_OF_A_WEEK})

Free = Callable[[str], bool]


@dataclass
class Look:
    """One memory looked for in one response."""

    memory: Withheld
    response: Response
    shown: Shown
    free: Free
    free_days: tuple[Day, ...] = ()
    told: dict[str, set[int]] = field(default_factory=dict)
    _done: set[tuple[object, ...]] = field(default_factory=set)

    def everywhere(self) -> None:
        """Mark what the memory's title, text, tags, places and dates give away."""
        for place, (own, prose) in enumerate(self._texts()):
            self._walk(own, place, prose)
        self._beside()
        self._places()
        self._figures()
        self._dates()

    def _texts(self) -> list[tuple[Cut, bool]]:
        tags = ((cut(tag), False) for tag in self.memory.tags)
        return [(cut(self.memory.title), False), (self._content, True), *tags]

    @cached_property
    def _content(self) -> Cut:
        return cut(self.memory.content)

    def put(self, stem: str, weight: float, category: Category, *, undated: bool = False) -> None:
        """Mark a word of the response wherever it stands; `undated` leaves out where it is part of a date."""
        if (stem, weight, category) in self._done:
            return
        self._done.add((stem, weight, category))
        mark = self.mark(weight, category)
        for word in self.response.at.get(stem, ()):
            if not (undated and self.response.dated(word)):
                self.response.marks.put(word, mark)

    def mark(self, weight: float, category: Category) -> Mark:
        """Return the mark of a detail of this memory at its tier."""
        return Mark(at_tier(weight, self.memory.tier), category, self.memory.memory)

    def _walk(self, own: Cut, text: int, prose: bool) -> None:
        """Mark single words, phrases and runs that a text of the memory and the response share."""
        known, stems = self.response.at, own.stems
        hidden = [at for at in own.telling if stems[at] in known and not self.free(stems[at])]
        if not hidden:
            return
        sentences = sentence_of(own)
        for at in hidden:
            self._word(own, at, prose)
            if not stems[at].isdigit():
                self.told.setdefault(stems[at], set()).add(text * 100_000 + sentences(own.starts[at]))
        self._phrases(own, set(hidden))
        self._verbatim(stems, hidden)

    def _word(self, own: Cut, at: int, prose: bool) -> None:
        stem, (start, end) = own.stems[at], own.spans[at]
        written = own.text[start:end]
        if stem.isdigit():
            self._number(stem)
        elif written.lower() in _CALENDAR and written[:1].isupper():
            self.put(stem, weights.MONTH, Category.DATE, undated=True)
        elif len(written) > 2 and written.isupper() and prose:
            self.put(stem, weights.ACRONYM, Category.WORD)
        elif prose and written[:1].isupper() and not begins_sentence(own.text, start):
            self._proper(stem, own, start)
        elif len(stem) > 3:
            self.put(stem, weights.WORD, Category.WORD)

    def _number(self, stem: str) -> None:
        """Mark a number that stands by itself; in a date it is the date that tells."""
        if len(stem) == 4 and stem[:2] in {"19", "20"}:
            self.put(stem, weights.MONTH, Category.DATE, undated=True)
        elif len(stem) > 1:
            self.put(stem, weights.of_figure(stem), Category.NUMBER, undated=True)

    def _proper(self, stem: str, own: Cut, start: int) -> None:
        """Mark a word written like a name: as one if the response writes it so and the memory always does."""
        written = stem in self.response.with_capital
        if stem in self._small_words or not (written or self.response.without_capitals):
            self.put(stem, weights.WORD if stem in self._small_words else weights.LOWERED, Category.WORD)
            return
        before = own.text[max(0, start - 12) : start].split()
        place = bool(before) and before[-1].lower() in _BEFORE_PLACE
        self.put(stem, weights.PROPER, Category.PLACE if place else Category.NAME)

    @cached_property
    def _small_words(self) -> frozenset[str]:
        """Return the words that the memory's text also writes without a capital: they are no names."""
        own = self._content
        words = zip(own.stems, own.starts, strict=True)
        return frozenset(stem for stem, start in words if own.text[start].islower())

    def _phrases(self, own: Cut, hidden: set[int]) -> None:
        pairs = {
            (own.stems[one], own.stems[other])
            for one, other in pairwise(own.telling)
            if one in hidden and other in hidden and other - one <= REACH
        }
        mark = self.mark(weights.PHRASE, Category.PHRASE)
        for pair in pairs:
            for places in self.response.pairs.get(pair, ()):
                for word in places:
                    self.response.marks.put(word, mark)

    def _verbatim(self, stems: tuple[str, ...], hidden: list[int]) -> None:
        """Mark runs of words taken over as they stand, where two or more of them are hidden."""
        inside = set(hidden)
        for start in {at - back for at in hidden for back in range(RUN_LENGTH) if at >= back}:
            if stems[start : start + RUN_LENGTH] in self.response.runs:
                taken = [at for at in range(start, start + RUN_LENGTH) if at in inside]
                for at in taken if len(taken) > 1 else ():
                    self.put(stems[at], weights.RUN, Category.RUN)

    def _beside(self) -> None:
        """Weigh hidden words heavier where one sentence of the response holds several of them."""
        by_sentence: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for stem in self.told:
            for word in self.response.at[stem]:
                by_sentence[self.response.sentences[word]][stem].append(word)
        for held in by_sentence.values():
            if len(held) > 2 or self._together(held):
                weight = weights.WORD_AMONG if len(held) > 2 else weights.WORD_BESIDE
                mark = self.mark(weight, Category.WORD)
                for word in (word for words in held.values() for word in words):
                    self.response.marks.put(word, mark)

    def _together(self, held: Iterable[str]) -> bool:
        """Tell whether one sentence of the memory holds two of these words."""
        counted = Counter(sentence for stem in held for sentence in self.told[stem])
        return any(count > 1 for count in counted.values())

    def _places(self) -> None:
        for value in filter(None, self.memory.location.values()):
            own = cut(value)
            for at, stem in enumerate(own.stems):
                if stem in self.response.at and not self.free(stem) and self._names_place(own, at):
                    self.put(stem, weights.PLACE, Category.PLACE)

    def _names_place(self, own: Cut, at: int) -> bool:
        """Tell whether a word of a place is told: "CA", "IN" and "San" only where they are written so."""
        start, end = own.spans[at]
        written = own.text[start:end]
        if tells(own.stems[at]):
            return True
        return written[:1].isupper() and written in self.response.spellings.get(own.stems[at], ())

    @cached_property
    def _text(self) -> str:
        memory = self.memory
        return "\n".join((memory.title, memory.content, *filter(None, memory.location.values())))

    @cached_property
    def _dated(self) -> tuple[Dated, ...]:
        return find_dates(self._text)

    def _figures(self) -> None:
        if not self.response.figures:
            return
        own = {one.digits for one in find_figures(undated(self._text, self._dated))}
        told = {digits for digits in own - self.shown.figures.said(own) if not self.free(digits)}
        for figure in self.response.figures.find(told):
            mark = self.mark(weights.of_figure(figure.digits), Category.NUMBER)
            self.response.marks.put_stretch(figure.start, figure.end, mark)

    def _dates(self) -> None:
        if not self.response.dates:
            return
        own = {day for dated in self._dated for day in dated.readings}
        if self.memory.when is not None:
            own.add(day_of(self.memory.when))
        told, free = sayings(own), sayings(self.free_days)
        for dated in self.response.dates:
            if not told.isdisjoint(dated.readings) and free.isdisjoint(dated.readings):
                self._date(dated)

    def _date(self, dated: Dated) -> None:
        words = self.response.words
        stems = [words.stems[word] for word in words.within(dated.start, dated.end)]
        if not all(self.free(stem) or stem in COMMON_STEMS for stem in stems):
            exact = any(day.day is not None for day in dated.readings)
            mark = self.mark(weights.DAY if exact else weights.MONTH, Category.DATE)
            self.response.marks.put_stretch(dated.start, dated.end, mark)
