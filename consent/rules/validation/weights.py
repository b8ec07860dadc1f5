"""What each kind of detail weighs, how the tier bears on it, and what the sum means.

Five levels and no more: a finer score would tell a guesser how near it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from consent.rules.tiers import Tier


class Category(StrEnum):
    """What kind of detail a stretch of a response gives away."""

    TERM = "forbidden_term"
    PATTERN = "forbidden_pattern"
    REDACTED = "redacted"
    PERSONAL = "personal"
    RUN = "verbatim"
    NAME = "name"
    PLACE = "place"
    DATE = "date"
    NUMBER = "number"
    PHRASE = "phrase"
    WORD = "word"


class Action(StrEnum):
    """What is to become of a response."""

    ALLOWED = "allowed"
    WARNED = "allowed_with_warning"
    REDACTED = "redacted"
    BLOCKED = "blocked"


COMPLIANT: Final = 0.75
_LEVELS: Final = ((0.0, 1.0), (0.3, 0.75), (0.8, 0.5), (1.6, 0.25))
_TIERS: Final[Mapping[Tier, float]] = MappingProxyType(
    {Tier.HINT: 1.0, Tier.METADATA: 0.9, Tier.SUMMARY: 0.8, Tier.PARTIAL: 0.7, Tier.FULL: 0.7}
)
WORD, WORD_BESIDE, WORD_AMONG, LOWERED, ACRONYM = 0.12, 0.17, 0.21, 0.25, 0.35
PHRASE, RUN = 0.22, 0.3
_SECRETS: Final = frozenset({"secret", "account_id", "national_id", "url_token"})
_REACH: Final = frozenset({"phone", "email", "address", "birth_date"})
NAME, PROPER, PLACE, MONTH, DAY = 0.8, 0.5, 0.5, 0.25, 0.6
TERM, REDACTED, REACHES, PERSONAL = 1.8, 0.9, 0.9, 0.5
_DIGITS: Final = ((7, 1.8), (4, 0.7), (3, 0.45), (2, 0.4))


def of_figure(digits: str) -> float:
    """Return the weight of a figure: the longer, the more it identifies."""
    return next((weight for least, weight in _DIGITS if len(digits) >= least), WORD)


def of_personal(kind: str) -> float:
    """Return the weight of a kind of personal data: keys and accounts most, then ways to reach somebody."""
    return TERM if kind in _SECRETS else REACHES if kind in _REACH else PERSONAL


@lru_cache
def at_tier(weight: float, tier: Tier) -> float:
    """Return what a detail weighs where only `tier` was shown."""
    return round(weight * _TIERS[tier], 3)


def score_of(total: float) -> float:
    """Return the score of a response whose details weigh `total`: 1.0 none to 0.0 a major leak."""
    return next((score for most, score in _LEVELS if total <= most), 0.0)


def action_of(score: float, found: bool) -> Action:
    """Return what becomes of a response of this score in which something was found, or nothing."""
    if score >= COMPLIANT:
        return Action.WARNED if found else Action.ALLOWED
    return Action.REDACTED if score >= 0.25 and found else Action.BLOCKED
