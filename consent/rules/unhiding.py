"""Whether an edit lets others read what a memory's rules took out so far.

Rules of redaction are used in their order, each on what the one before left: those there were stay first, as
they are, and more may follow. Of words and patterns that no tier below full may print, none may go.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class Hides(Protocol):
    """What a memory takes out of what others are shown."""

    @property
    def redactions(self) -> list[Any]: ...
    @property
    def forbidden_terms(self) -> list[Any]: ...
    @property
    def forbidden_patterns(self) -> list[Any]: ...


def unhides(memory: Hides, changes: Mapping[str, Any]) -> bool:
    """Tell whether changes take away or go before a rule, or drop a forbidden word or pattern."""
    rules = list(changes.get("redactions", memory.redactions))
    if rules[: len(memory.redactions)] != memory.redactions:
        return True
    terms = changes.get("forbidden_terms", memory.forbidden_terms)
    patterns = changes.get("forbidden_patterns", memory.forbidden_patterns)
    return not (set(memory.forbidden_terms) <= set(terms) and set(memory.forbidden_patterns) <= set(patterns))
