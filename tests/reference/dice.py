"""Throw the same dice two ways: fast from a seed, or drawn (and shrunk) by Hypothesis."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Dice(ABC):
    """Dice with odds by name, in percent; a world of another flavour is thrown with other odds."""

    def __init__(self, odds: dict[str, int]) -> None:
        self.odds = odds

    @abstractmethod
    def below(self, limit: int) -> int:
        """Throw a number from 0 to limit - 1; the high ones are the unusual ones."""

    def chance(self, percent: int) -> bool:
        return self.below(100) >= 100 - percent

    def likely(self, name: str) -> bool:
        return self.chance(self.odds[name])

    def pick(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def some(self, options: Sequence[T], percent: int) -> list[T]:
        return [option for option in options if self.chance(percent)]

    def sample(self, options: Sequence[T], count: int) -> list[T]:
        left = list(options)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]


class Seeded(Dice):
    """Dice of one seed: the same seed throws the same world on every machine."""

    def __init__(self, odds: dict[str, int], seed: int) -> None:
        super().__init__(dict(odds))
        self._random = random.Random(seed).random

    def below(self, limit: int) -> int:
        return int(self._random() * limit)


class Drawn(Dice):
    """Dice that Hypothesis draws, so that a failing world shrinks towards zeros: fewer and plainer things."""

    def __init__(self, odds: dict[str, int], draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        super().__init__(dict(odds))
        self._draw = draw

    def below(self, limit: int) -> int:
        return self._draw(st.integers(0, limit - 1))
