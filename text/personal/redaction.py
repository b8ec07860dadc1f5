"""Take personal data out of a text: each place, and every other place where the same value stands."""

from collections.abc import Iterable, Iterator
from typing import Final

from text.personal.repeats import repeats
from text.personal.types import Found

_BLANK: Final = "[{}]"


def placeholder(kind: str) -> str:
    """Return what stands where personal data of a kind was: `[EMAIL]`."""
    return _BLANK.format(kind.upper())


def redact_personal(text: str, found: Iterable[Found]) -> str:
    """Return `text` with each stretch found, and each repeat of its value, replaced by its placeholder.

    Stretches may come in any order, overlap and reach beyond the text.
    """
    within = [Found(max(0, one.start), min(one.end, len(text)), one.kind) for one in found]
    kept: list[str] = []
    at = 0
    for start, end, kind in _apart([*within, *repeats(text, within)]):
        kept += [text[at:start], placeholder(kind)]
        at = end
    return "".join([*kept, text[at:]])


def _apart(found: Iterable[Found]) -> Iterator[tuple[int, int, str]]:
    """Yield stretches in order, overlapping ones as one, named by the longest of them."""
    start = end = longest = 0
    kind = ""
    for one in sorted(found):
        low, high = one.start, one.end
        if low >= high:
            continue
        if kind and low >= end:
            yield start, end, kind
            kind = ""
        if not kind:
            start, end, longest, kind = low, high, high - low, one.kind
            continue
        end = max(end, high)
        if high - low > longest:
            longest, kind = high - low, one.kind
    if kind:
        yield start, end, kind
