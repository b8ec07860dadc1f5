"""Take stretches out of a text, or put something in their place: overlapping ones become one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

REDACTED: Final = "[REDACTED]"


class Stretch(NamedTuple):
    """A stretch of text to leave out, and what stands in its place."""

    start: int
    end: int
    instead: str = REDACTED


def replaced(text: str, stretches: Iterable[Stretch]) -> str:
    """Return text without its stretches; of one within another nothing is seen, what overlaps is redacted."""
    kept: list[str] = []
    at = 0
    for start, end, instead in _apart(stretches):
        kept += [text[at:start], instead]
        at = end
    return "".join([*kept, text[at:]])


def _apart(stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    current: Stretch | None = None
    for one in sorted(stretches, key=lambda one: (one.start, -one.end, one.instead == REDACTED, one.instead)):
        if current is None or one.start >= current.end:
            if current is not None:
                yield current
            current = one
        elif one.end > current.end:
            current = Stretch(current.start, one.end)
    if current is not None:
        yield current
