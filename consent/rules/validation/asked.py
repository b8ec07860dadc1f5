"""The words of a question as keyed digests: enough to tell that it said a word, not to read what it said."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import blake2b

from consent.rules.validation.numbers import find_figures
from consent.rules.validation.words import cut

_MOST = 2000


def digests(question: str, key: bytes) -> list[int]:
    """Return the digests of a question's words (their stems) and figures, in no order that tells theirs."""
    told = {*cut(question).stems, *(figure.digits for figure in find_figures(question))}
    return sorted(digest(word, key) for word in sorted(told)[:_MOST])


def digest(word: str, key: bytes) -> int:
    """Return the digest of one stem: 64 bits, signed as the database keeps them."""
    return int.from_bytes(blake2b(word.encode(), key=key, digest_size=8).digest(), "big", signed=True)


class Said:
    """Tells whether the question said a word."""

    def __init__(self, kept: Collection[int], key: bytes) -> None:
        self._kept, self._key = frozenset(kept), key
        self._asked: dict[str, bool] = {}

    def __call__(self, stem: str) -> bool:
        """Return whether a stem, or a figure's digits, stood in the question."""
        if stem not in self._asked:
            self._asked[stem] = bool(self._kept) and digest(stem, self._key) in self._kept
        return self._asked[stem]
