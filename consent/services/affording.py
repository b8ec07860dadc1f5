"""Refusing what a text, or its owner's patterns, would cost, before anything of it is written."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from consent.rules.patterns import MOST_TOGETHER, steps_of
from consent.rules.redaction import Redactions
from memory_admin.http.problem import bad_request, unprocessable

CODE: Final = "patterns_too_costly"
# Of one character NFKC makes eighteen at most: a text of those is read as one of millions.
LONGEST: Final = 200_000
_MOST_TIMES: Final = 18
_LONG: Final = f"Must be at most {LONGEST} characters long where ligatures are written out."
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

    Raises Problem 422 beyond the bounds, 400 for a text that is short only as it is written."""
    if len(one.content) * _MOST_TIMES > LONGEST and len(unicodedata.normalize("NFKC", one.content)) > LONGEST:
        raise bad_request("invalid", errors={"content": [_LONG]})
    patterns = tuple(Redactions(one.redactions, (), one.forbidden_patterns).every())
    steps = steps_of(patterns, one.content) if patterns else 0
    if steps is None:
        raise unprocessable(CODE, _ALONE)
    if spent + steps > MOST_TOGETHER:
        raise unprocessable(CODE, _TOGETHER)
    return steps
