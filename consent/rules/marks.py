"""The digests of very many runs of words: some sixteen bytes each, in order, no two the same."""

from __future__ import annotations

import heapq
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import compress
from operator import not_
from typing import Final

_HELD: Final = 100_000
_SLOTS: Final = 4  # bytes a number, at least: about one number in eight that is none of these is looked for


class Marks(Collection[int]):
    """A set of numbers that takes a fifth of the room of Python's own; made once."""

    def __init__(self, ordered: array[int]) -> None:
        """Keep numbers that are in order, each once, and beside them which are worth looking for."""
        self._ordered = ordered
        self._mask = (1 << (len(ordered) * _SLOTS).bit_length()) - 1
        self._slots = bytearray(self._mask + 1)
        self._struck = bytearray(len(ordered))
        for one in ordered:
            self._slots[one >> 3 & self._mask] = 1

    @classmethod
    def of(cls, found: Iterable[int]) -> Marks:
        """Return numbers in any order; some at a time are put in order, and those stretches merged."""
        return cls.merged(list(_stretches(found)))

    @classmethod
    def merged(cls, stretches: Sequence[Sequence[int]]) -> Marks:
        """Return the numbers of stretches that are each in order."""
        made = array("q")
        for one in heapq.merge(*stretches):
            if not made or made[-1] != one:
                made.append(one)
        return cls(made)

    @classmethod
    def joined(cls, stretches: Iterable[Sequence[int]]) -> Marks:
        """Return the numbers of stretches in order, where most go on where the one before ended."""
        runs: list[array[int]] = []
        for one in filter(len, stretches):
            if not runs or one[0] <= runs[-1][-1]:
                runs.append(array("q"))
            runs[-1].extend(one)
        return cls(runs[0]) if len(runs) == 1 else cls.merged(runs)

    def __len__(self) -> int:
        return len(self._ordered)

    def __iter__(self) -> Iterator[int]:
        return iter(self._ordered)

    def __contains__(self, mark: object) -> bool:
        return isinstance(mark, int) and any(True for _ in self.met([mark]))

    def met(self, found: Iterable[int]) -> Iterator[int]:
        """Yield those of the numbers found that are among these; most others cost one look at a byte."""
        slots, mask, ordered = self._slots, self._mask, self._ordered
        for one in found:
            if slots[one >> 3 & mask]:
                at = bisect_left(ordered, one)
                if at < len(ordered) and ordered[at] == one:
                    yield one

    def strike(self, gone: Iterable[int]) -> None:
        """Note that some of these numbers are to go."""
        for one in gone:
            self._struck[bisect_left(self._ordered, one)] = 1

    def left(self) -> Marks:
        """Return these numbers but for those that were struck."""
        return Marks(array("q", compress(self._ordered, map(not_, self._struck))))

    def pieces(self, size: int) -> Iterator[list[int]]:
        """Yield the numbers in order, so many at a time."""
        for at in range(0, len(self._ordered), size):
            yield self._ordered[at : at + size].tolist()


def _stretches(found: Iterable[int]) -> Iterator[array[int]]:
    held = set[int]()
    for one in found:
        held.add(one)
        if len(held) >= _HELD:
            yield array("q", sorted(held))
            held.clear()
    yield array("q", sorted(held))
