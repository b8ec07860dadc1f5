"""The values that travel between the stages: one frozen type per stage, nothing of Django."""

from __future__ import annotations

from consent.types.deciding import (
    Asker,
    Asking,
    Consent,
    Facts,
    Grant,
    GrantRuling,
    Label,
    Relationship,
    Rules,
    Ruling,
    Scene,
    Session,
    Trust,
    Why,
)
from consent.types.shown import Candidate, Draft, Item, Match, Where

__all__ = [
    "Asker",
    "Asking",
    "Candidate",
    "Consent",
    "Draft",
    "Facts",
    "Grant",
    "GrantRuling",
    "Item",
    "Label",
    "Match",
    "Relationship",
    "Rules",
    "Ruling",
    "Scene",
    "Session",
    "Trust",
    "Where",
    "Why",
]
