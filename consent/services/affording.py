"""Refusing what its owner's patterns would cost, before anything of it is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from consent.rules.patterns import MOST_TOGETHER, steps_of
from consent.rules.redaction import Redactions
from memory_admin.http.problem import unprocessable

CODE: Final = "patterns_too_costly"
_ALONE: Final = (
    "The patterns in redactions and forbidden_patterns are too many or too long for a text of this length: "
    "say less with each (a long repetition like {900} counts as written out), or shorten the text."
)
_TOGETHER: Final = "The patterns of this write cost too much together: send it in smaller parts."


class Ruled(Protocol):
    """A memory, or the draft of one: its longest text and its owner's patterns."""

    @property
    def content(self) -> str: ...
    @property
    def redactions(self) -> Sequence[Mapping[str, str]]: ...
    @property
    def forbidden_patterns(self) -> Sequence[str]: ...


def require_affordable(one: Ruled, spent: int = 0) -> int:
    """Return what a memory's patterns cost over its content, in steps; `spent` by those before it in a write.

    Raises Problem 422 beyond the bounds."""
    patterns = tuple(Redactions(one.redactions, (), one.forbidden_patterns).every())
    steps = steps_of(patterns, one.content) if patterns else 0
    if steps is None:
        raise unprocessable(CODE, _ALONE)
    if spent + steps > MOST_TOGETHER:
        raise unprocessable(CODE, _TOGETHER)
    return steps
