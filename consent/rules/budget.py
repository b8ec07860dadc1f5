"""Measure what a prompt costs.

Tokens are estimated without a model's tokenizer: a third of the UTF-8 bytes, rounded up, and four for each
message. English and most scripts come out below that; runs of hex digits and emoji can exceed it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

BYTES_A_TOKEN: Final = 3
TOKENS_A_MESSAGE: Final = 4


class Strategy(StrEnum):
    """What gives way when not everything fits: the lowest ranked, part of an item, or the oldest."""

    DROP = "drop"
    CUT = "cut"
    OLDEST_FIRST = "oldest_first"


@dataclass(frozen=True, slots=True)
class Budget:
    """The most an answer may cost; None is no limit, and a kind not named in `per_kind` has none."""

    max_tokens: int | None = None
    max_characters: int | None = None
    per_kind: Mapping[str, int] = field(default_factory=dict)
    strategy: Strategy = Strategy.DROP

    def within_limits(self, limits: Mapping[str, int]) -> Budget:
        """Return the budget with the fewer items of each kind: what is asked for or what a policy allows."""
        fewest = {kind: min(most, limits.get(kind, most)) for kind, most in self.per_kind.items()}
        return replace(self, per_kind={**limits, **fewest})


@dataclass(frozen=True, slots=True)
class Cost:
    """What an answer takes up, wrappers and instructions included."""

    characters: int = 0
    tokens: int = 0

    def within(self, budget: Budget) -> bool:
        """Tell whether this stays inside the budget."""
        return _under(self.characters, budget.max_characters) and _under(self.tokens, budget.max_tokens)


def cost_of(contents: Sequence[str]) -> Cost:
    """Return the cost of messages with these contents."""
    size = sum(len(content.encode("utf-8")) for content in contents)
    tokens = -(-size // BYTES_A_TOKEN) + TOKENS_A_MESSAGE * len(contents)
    return Cost(sum(map(len, contents)), tokens)


def _under(value: int, limit: int | None) -> bool:
    return limit is None or value <= limit
