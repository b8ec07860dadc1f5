"""What was withheld of each memory of a recall, as validation is given it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from consent.rules.tiers import Tier


@dataclass(frozen=True, slots=True)
class Withheld:
    """One delivered memory: what it says, in the version delivered, and what its tier showed of it.

    `names` are spellings of its subjects and source; `shown` is the rendering as printed."""

    memory: int
    tier: Tier
    title: str = field(repr=False, default="")
    content: str = field(repr=False, default="")
    tags: tuple[str, ...] = field(repr=False, default=())
    location: Mapping[str, str | None] = field(repr=False, default_factory=dict)
    when: datetime | None = None
    names: tuple[str, ...] = field(repr=False, default=())
    terms: tuple[str, ...] = field(repr=False, default=())
    patterns: tuple[str, ...] = field(repr=False, default=())
    redactions: tuple[Mapping[str, str], ...] = field(repr=False, default=())
    shown: str = field(repr=False, default="")
    included: bool = True
