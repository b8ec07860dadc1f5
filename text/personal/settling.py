"""Settle which finder names which stretch: the surest first, then the longest; none overlap."""

from collections.abc import Iterable, Iterator

from text.personal.types import Candidate, Kind

_STOPS = " \t\r\n.,;:"


def settled(candidates: Iterable[Candidate], text: str) -> list[Candidate]:
    """Return candidates that do not overlap, in order of place.

    What a surer one leaves of a less sure one stays found, but half an amount of money is none.
    """
    taken = bytearray(len(text))
    kept = []
    for one in sorted(set(candidates), key=lambda it: (-it.certainty, it.start - it.end, it.start, it.kind)):
        first, last, kind, certainty = one
        free = taken.find(1, first, last) < 0
        for start, end in [(first, last)] if free else list(_free(taken, first, last)):
            start, end = _trimmed(text, start, end, kind)
            if start < end and (free or kind != "money"):
                kept.append(Candidate(start, end, kind, certainty))
        taken[first:last] = b"\x01" * (last - first)
    return sorted(kept, key=lambda it: it.start)


def _free(taken: bytearray, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches between `start` and `end` that nobody took."""
    while start < end:
        start = taken.find(0, start, end)
        if start < 0:
            return
        stop = taken.find(1, start, end)
        stop = end if stop < 0 else stop
        yield start, stop
        start = stop


def _trimmed(text: str, start: int, end: int, kind: Kind) -> tuple[int, int]:
    """Leave out white space at both ends and a stop behind; a stretch without letter or digit is empty.

    A secret may end in a stop.
    """
    if text[start].isalnum() and text[end - 1].isalnum():
        return start, end
    part = text[start:end]
    if not any(map(str.isalnum, part)):
        return start, start
    return start + len(part) - len(part.lstrip()), end - len(part) + len(
        part.rstrip(None if kind == "secret" else _STOPS)
    )
