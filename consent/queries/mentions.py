"""What others' memories say, read through once: who names the person, and what they say as well as it did."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Final

from consent.queries.canary import plain, streamed
from consent.rules.seeking import Seeker, strings_in
from consent.rules.sieving import Sieve, identified, together

# What says of a memory what it is: runs of words are taken from these.
SAID: Final = ("title", "content", "summary", "context_summary", "tags", "prompt_instructions")
# What else of it people wrote.
_BESIDE: Final = (
    "source_uri", "source_message_id", "application", "location", "metadata", "redactions",
    "forbidden_terms", "forbidden_patterns",
)  # fmt: skip
TEXTS: Final = (*SAID, *_BESIDE)
_JSON_FROM: Final = len(SAID) + _BESIDE.index("location")
_HEARD_EVERY: Final = 1000
# Joined, not compared: a list of a hundred thousand is looked through once, not once a row.
_MEMORIES: Final = f"""
SELECT m.id, {", ".join(f"m.{name}" for name in TEXTS)} FROM consent_memory m
WHERE NOT EXISTS (SELECT FROM unnest(%(but)s::bigint[]) AS b(id) WHERE b.id = m.id)
"""
_NEWEST: Final = " ORDER BY m.id DESC LIMIT %(most)s"
_OWN: Final = f"""
SELECT m.id, {", ".join(f"m.{name}" for name in TEXTS)} FROM consent_memory m
JOIN unnest(%(these)s::bigint[]) AS t(id) ON t.id = m.id
"""
_FORMER: Final = """
SELECT v.memory_id, v.fields, v.reason FROM consent_memoryversion v
WHERE NOT EXISTS (SELECT FROM unnest(%(but)s::bigint[]) AS b(id) WHERE b.id = v.memory_id)
"""
Hear = Callable[[int], None]
Echoed = Callable[[Iterable[int]], None]


def own_texts(memories: Sequence[int]) -> Iterator[str]:
    """Yield what these memories say, text by text."""
    for row in streamed(_OWN, {"these": list(memories)}):
        yield from strings_in(row[1 : 1 + len(SAID)])


def _nothing(marks: Iterable[int]) -> None:
    """Keep nothing of what others say as well."""


def hear(seeker: Seeker, but: Sequence[int], *, step: Hear, echoed: Echoed = _nothing) -> set[int]:
    """Return the memories but these that name the person, in what they say now or said before.

    Each text is read once. `echoed` is told the marks of the runs of words that they say now; `step` how many
    memories were read, and raises what ends it."""
    naming, read = set[int](), 0
    for rows in together(chain(_rows(but), _former(but))):
        if read % _HEARD_EVERY < len(rows):
            step(read)
        naming |= _naming(seeker, rows, echoed)
        read += len(rows)
    return naming


def naming_newest(seeker: Seeker, but: Sequence[int], most: int) -> int:
    """Return how many of the newest memories but these name the person, of at most so many."""
    return len({one for rows in together(_rows(but, most)) for one in _naming(seeker, rows, _nothing)})


Row = tuple[tuple[int, int], Sequence[str]]


def _rows(but: Sequence[int], most: int | None = None) -> Iterator[Row]:
    sql, values = (_MEMORIES, {}) if most is None else (_MEMORIES + _NEWEST, {"most": most})
    for number, *row in streamed(sql, {"but": list(but), **values}):
        said = list(strings_in(row[: len(SAID)]))
        yield (number, len(said)), [*said, *_beside(row)]


def _beside(row: Sequence[Any]) -> Iterator[str]:
    yield from strings_in(row[len(SAID) : _JSON_FROM])
    for value in row[_JSON_FROM:]:
        yield from strings_in(plain("jsonb", value))


def _former(but: Sequence[int]) -> Iterator[Row]:
    for number, fields, reason in streamed(_FORMER, {"but": list(but)}):
        yield (number, 0), [*strings_in(plain("jsonb", fields)), reason]


def _naming(seeker: Seeker, rows: Sequence[Row], echoed: Echoed) -> set[int]:
    """Return which rows name the person; tell which runs the texts say that runs are taken from."""
    naming = set[int]()
    for told in (True, False):
        texts = [
            (number, text)
            for (number, most), found in rows
            for text in (found[:most] if told else found[most:])
        ]
        said = [text for _, text in texts]
        sieve = Sieve(said)
        naming |= {texts[at][0] for at in sieve.naming(seeker) | identified(seeker, said)}
        if told:
            echoed(sieve.echoes(seeker))
    return naming
