"""Everything of a memory that somebody besides its owner may come to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class Worded(Protocol):
    """A memory, or the draft of one: its fields that are printed at some tier."""

    @property
    def title(self) -> str | None: ...
    @property
    def content(self) -> str: ...
    @property
    def summary(self) -> str | None: ...
    @property
    def context_summary(self) -> str | None: ...
    @property
    def tags(self) -> Sequence[str]: ...
    @property
    def location(self) -> Mapping[str, str]: ...
    @property
    def redactions(self) -> Sequence[Mapping[str, str]]: ...


def wording(one: Worded) -> str:
    """Return every printed text of a memory, a line each: a name is found wherever it was put.

    A hint is the context summary, metadata shows tags, full shows the address, and a redaction prints its
    replacement: a name in any of them is told to whoever is shown that tier."""
    lines = (one.title, one.content, one.summary, one.context_summary, *one.tags, *_places(one), *_put(one))
    return "\n".join(line for line in lines if line)


def passages(one: Worded) -> list[str]:
    """Return the printed texts of a memory as each may repeat another's: what comes in pieces, joined."""
    pieces = (" ".join(found) for found in (one.tags, _places(one), _put(one)))
    return [text for text in (one.content, one.title, one.summary, one.context_summary, *pieces) if text]


def _places(one: Worded) -> list[str]:
    return [value for value in one.location.values() if value]


def _put(one: Worded) -> list[str]:
    return [rule.get("replacement", "") for rule in one.redactions]
