"""Which words of a response give something away, and how much: for each word the heaviest finding counts."""

from __future__ import annotations

from dataclasses import dataclass, field

from consent.rules.validation.weights import Category
from consent.rules.validation.words import Cut

_SUMMED = {Category.PHRASE, Category.WORD, Category.RUN}
_MOST_IN_A_RUN = 1.8


@dataclass(frozen=True, slots=True)
class Mark:
    """What one word gives away: the kind of detail, whose, how heavy."""

    weight: float
    category: Category
    memory: int


@dataclass(frozen=True, slots=True)
class Finding:
    """A stretch of the response that gives a detail away; `key` is equal where the detail is the same."""

    start: int
    end: int
    category: Category
    memory: int
    weight: float
    key: tuple[str, ...] = field(repr=False, default=())


class Marks:
    """The marks on one response."""

    def __init__(self, response: Cut) -> None:
        self.response = response
        self._by_word: dict[int, Mark] = {}
        self._loose: list[Finding] = []

    def put(self, word: int, mark: Mark) -> None:
        """Mark a word, unless it is marked as heavier."""
        known = self._by_word.get(word)
        if known is None or mark.weight > known.weight:
            self._by_word[word] = mark

    def put_stretch(self, start: int, end: int, mark: Mark) -> None:
        """Mark every word of a stretch of text, or the stretch itself where it holds no word."""
        words = self.response.within(start, end)
        for word in words:
            self.put(word, mark)
        if not words and end > start:
            self._loose.append(Finding(start, end, mark.category, mark.memory, mark.weight, ("",)))

    def known(self, words: range) -> list[Mark]:
        """Return the marks on some words."""
        return [self._by_word[word] for word in words if word in self._by_word]

    def findings(self) -> list[Finding]:
        """Return the marked stretches in order of place; neighbours of one kind and memory are one."""
        stretches: list[list[int]] = []
        for word in sorted(self._by_word):
            if stretches and self._belongs(stretches[-1][-1], word):
                stretches[-1].append(word)
            else:
                stretches.append([word])
        found = [*map(self._finding, stretches), *self._loose]
        return sorted(found, key=lambda one: (one.start, one.end))

    def _belongs(self, before: int, word: int) -> bool:
        one, other = self._by_word[before], self._by_word[word]
        most = 4 if one.category is Category.RUN else 1
        alike = one.category is other.category and one.memory == other.memory
        return alike and word - before <= most and one.category is not Category.WORD

    def _finding(self, words: list[int]) -> Finding:
        marks = [self._by_word[word] for word in words]
        weights = [mark.weight for mark in marks]
        first = marks[0]
        summed = first.category in _SUMMED
        weight = min(sum(weights), _MOST_IN_A_RUN) if summed else max(weights)
        spans = self.response.spans
        key = tuple(self.response.stems[word] for word in words)
        return Finding(
            spans[words[0]][0], spans[words[-1]][1], first.category, first.memory, round(weight, 3), key
        )
