"""Retrieve: by words, and by meaning where the question came with a vector; one order of both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from consent.queries.asking import Snapshot
from consent.queries.nearest import BY_WORDS, Asked, Looking, nearest, nearest_among
from consent.queries.opened import opened
from consent.queries.search import Filters, search, search_words
from consent.rules.fusing import fuse
from consent.types import Candidate, Match

# How many of each kind are made into one order, at least.
POOL: Final = 200


def retrieve(
    query: str, asked: Asked | None, filters: Filters, taken: Snapshot, *, limit: int
) -> list[Candidate]:
    """Return the best `limit` candidates the asking may see, best first."""
    if asked is None:
        return search(query, filters, taken, limit=limit)
    look, limit_near = Looking(asked, filters, taken, opened(taken)), max(POOL, limit)
    by_words = search_words(query, filters, taken, limit=limit_near, opened=look.opened)
    near = nearest(look, also=_labels(by_words), limit=limit_near)
    if near is None:
        by_words = search_words(query, filters, taken, limit=BY_WORDS, opened=look.opened)
        near = nearest_among(look, also=_labels(by_words), limit=limit_near)
    return fuse(by_words, near, limit)


def _labels(found: Sequence[Match]) -> dict[int, int]:
    """Return by memory the label it lies under."""
    return {match.candidate.memory: match.candidate.label for match in found}
