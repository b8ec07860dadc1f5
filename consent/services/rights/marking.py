"""The digests by which what is erased is searched for afterwards: of its texts, kept till that is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from consent.models import ErasureMarks, RightsRequest
from consent.queries.mentions import Hear, own_texts
from consent.queries.persons import marking_key
from consent.rules.marks import Marks
from consent.rules.seeking import marks_of

# How many of them are a row.
_TOGETHER: Final = 10_000
_HEARD_EVERY: Final = 1000


def marks_in(memories: Sequence[int], step: Hear) -> Marks:
    """Return the marks of what memories say."""
    return Marks.of(_marks(memories, step))


def _marks(memories: Sequence[int], step: Hear) -> Iterator[int]:
    key = marking_key()
    for number, text in enumerate(own_texts(memories)):
        if number % _HEARD_EVERY == 0:
            step(number)
        yield from marks_of(text, key)


def keep(request: RightsRequest, marks: Marks) -> None:
    """Keep marks with a request, beside those it has."""
    for stretch in marks.pieces(_TOGETHER):
        ErasureMarks.objects.create(request=request, marks=stretch)


def kept(request: RightsRequest) -> Marks:
    """Return the marks that are kept with a request, of every time it was begun."""
    rows = request.stretches.order_by("pk").values_list("marks", flat=True)
    return Marks.joined(chain([sorted(request.marks)], rows.iterator(chunk_size=10)))
