"""Making renderings: all five tiers of one memory of 1, 4, 10 and 100 kB, in this process, nothing stored."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from bench.tables import table
from consent.rules.disclosure import renderings
from consent.rules.fields import MemoryFields
from consent.rules.tiers import Tier
from text.names import NameMatcher
from text.personal import find_personal

_SAID = (
    "We talked about the launch with Maria Lopez at 12 Elm Street and she paid $250 to max@example.com, "
    "phone +1 512 555 0143. Bella was there, the weather was fine and nobody complained about anything else. "
)
_NAMES = NameMatcher({"Bella": (1,), "Bells": (1,), "sean": (2,)})
_TIMES = 7


def memory(size: int) -> MemoryFields:
    """Return a memory of so many kilobytes with names, places, numbers and rules of its owner in it."""
    content = (_SAID * (size * 1000 // len(_SAID) + 1))[: size * 1000]
    return MemoryFields(
        kind="note",
        title="Bella's launch",
        content=content,
        when=datetime(2026, 1, 1, tzinfo=UTC),
        summary="A talk of the launch",
        context_summary="Something about work",
        tags=("launch", "bella"),
        location={"address": "12 Elm Street", "city": "Springfield", "state": "TX"},
        redactions=({"field": "content", "pattern": r"launch|complain\w+"},),
    )


def measure() -> str:
    """Return the table: milliseconds for all tiers, for finding personal data alone, and for each kB."""
    rows = []
    for size in (1, 4, 10, 100):
        fields = memory(size)
        whole = _best(lambda fields=fields: list(renderings(fields, Tier, _NAMES)))
        alone = _best(lambda fields=fields: find_personal(fields.content))
        rows.append((f"{size} kB", f"{whole:.1f}", f"{alone:.1f}", f"{whole / size:.2f}"))
    return table("Renderings", ("memory", "five tiers, ms", "personal data alone, ms", "ms a kB"), rows)


def _best(work: object) -> float:
    assert callable(work)
    best = float("inf")
    for _ in range(_TIMES):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best * 1000


if __name__ == "__main__":
    print(measure())
