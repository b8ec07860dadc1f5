"""Writing after very much was shown: `python -m bench.copies [N]`, about a minute.

Who exported N memories (20,000) was shown them all, and what it writes is compared with that. The
texts are made of the same few words, which is the worst there is.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

from bench.many import memories
from bench.stage import stage
from bench.tables import machine, table

SHOWN, BATCH, TIMES = 20_000, 200, 5


def main() -> None:
    """Write as one who was shown nothing, export as the same, write again; print how long each took."""
    shown = int((sys.argv[1:] or [str(SHOWN)])[0])
    with stage():
        print(measure(shown))
        print(machine())


def measure(shown: int) -> str:
    """Return the table: a batch and a single write, before and after the export."""
    from django.utils import timezone

    from consent.moving.outgoing import own_lines
    from profiles.commands import acting_caller

    ash = _writer("si:ash")
    for some in _batches("si:ash", 1, shown):
        _write(some, ash)
    sean, more = _writer("human:sean"), _batches("human:sean", 2, 2 * (TIMES + 1) * BATCH)
    rows = [("nothing", *_timed(sean, more))]
    lines = sum(1 for _ in own_lines(by=acting_caller("si:ash"), clock=timezone.now))
    rows.append((f"{lines - 1:,} memories, by an export", *_timed(sean, more)))
    head = ("was shown", f"a batch of {BATCH}, ms", "one by one, ms")
    return table("Writing of one who was shown much (medians)", head, rows)


def _timed(by: Any, more: Iterator[Sequence[Any]]) -> tuple[str, str]:
    batches = [_write(next(more), by) for _ in range(TIMES)]
    single = [_write([one], by) for one in next(more)[:TIMES]]
    return f"{statistics.median(batches):.0f}", f"{statistics.median(single):.0f}"


def _write(drafts: Sequence[Any], by: Any) -> float:
    from django.utils import timezone

    from consent.services.memories import create_many

    begun = time.perf_counter()
    create_many(drafts, by=by, now=timezone.now(), atomic=True)
    return (time.perf_counter() - begun) * 1000


def _batches(owner: str, seed: int, count: int) -> Iterator[Sequence[Any]]:
    from consent.types import Draft

    held: list[Any] = []
    for one in memories(count, owner, seed):
        held.append(Draft(kind=one["kind"], content=one["content"]))
        if len(held) == BATCH:
            yield held
            held = []


def _writer(entity: str) -> Any:
    from django.utils import timezone

    from profiles.commands import acting_caller, local_caller
    from profiles.queries.principals import by_entity
    from profiles.services import principals

    if by_entity(entity) is None:
        principals.create(entity, by=local_caller(), now=timezone.now(), reason="for measuring")
    return acting_caller(entity)


if __name__ == "__main__":
    main()
