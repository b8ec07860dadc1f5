"""Writes over HTTP: batches of 200 and single memories, each with its event in the audit."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from bench.stage import Door, Stage, at_once, door, stage
from bench.tables import machine, p50_p95, table

BATCH, BATCHES, SINGLES = 200, 20, 400
CLIENTS, RECALLS = 4, 60
_TEXT = (
    "dog vet visit heart medicine walk park school lesson garden kitchen bread letter train rain evening "
    "friend birthday music guitar river bicycle doctor meeting budget report delivery repair window"
)
_WORDS = _TEXT.split()


def bodies(shared: bool) -> Iterator[dict[str, Any]]:
    """Yield memories of about twenty words, none twice; shared ones are granted to one group."""
    place = 0
    while True:
        words = [_WORDS[(place * step) % len(_WORDS)] for step in range(3, 23)]
        text = f"{' '.join(words)} {place} {secrets.token_hex(6)}"
        grants = ["group:bench"] if shared else []
        yield {"kind": "note", "content": text, "access_grants": grants, "tags": ["bench"]}
        place += 1


def measure(staged: Stage) -> str:
    """Write private and shared memories, in batches and singly, and return the table."""
    rows = []
    for name, shared in (("private", False), ("shared with a group (five renderings)", True)):
        writer = door(staged, f"si:writer-{'shared' if shared else 'private'}", "memory", "grant")
        texts = bodies(shared)
        writer.must("memories/batch", {"items": [next(texts) for _ in range(BATCH)]})
        rows.append((f"batches of {BATCH}, 1 client, {name}", *_batches(writer, texts)))
        rows.append((f"one by one, 1 client, {name}", *_singles(writer, texts)))
        doors = [Door(writer.port, writer.token) for _ in range(CLIENTS)]
        rows.append((f"one by one, {CLIENTS} clients, {name}", *_at_once(doors, shared)))
    name = f"private, of one who was shown what others wrote in {RECALLS} recalls"
    rows.append((f"one by one, 1 client, {name}", *_singles(_shown(staged), bodies(shared=False))))
    head = ("writes over HTTP, audited", "memories a second", "a request, p50 / p95 ms")
    return table("Writes", head, rows)


def _shown(staged: Stage) -> Door:
    """Return the door of a writer that was shown much of the group: what it writes is compared with that."""
    from django.utils import timezone

    from profiles.models import Membership
    from profiles.queries.principals import by_entities

    entity, group = "si:writer-shown", "group:bench"
    reading = door(staged, entity, "memory", "recall")
    found = by_entities([entity, group])
    Membership.objects.create(collective=found[group], member=found[entity], since=timezone.now())
    for place in range(RECALLS):
        told = reading.must("recall", {"query": " ".join(_WORDS[place % 20 : place % 20 + 4])})
        assert told["items"]
    return reading


def _batches(writer: Door, texts: Iterator[dict[str, Any]]) -> tuple[str, str]:
    taken = []
    for _ in range(BATCHES):
        items = [next(texts) for _ in range(BATCH)]
        begun = time.perf_counter()
        told = writer.must("memories/batch", {"items": items})
        taken.append(time.perf_counter() - begun)
        assert told["created"] == BATCH
    return f"{BATCH * BATCHES / sum(taken):.0f}", p50_p95(taken)


def _singles(writer: Door, texts: Iterator[dict[str, Any]]) -> tuple[str, str]:
    taken = []
    for _ in range(SINGLES):
        begun = time.perf_counter()
        writer.must("memories", next(texts))
        taken.append(time.perf_counter() - begun)
    return f"{SINGLES / sum(taken):.0f}", p50_p95(taken)


def _at_once(doors: list[Door], shared: bool) -> tuple[str, str]:
    def write(writer: Door) -> list[float]:
        texts, taken = bodies(shared), []
        for _ in range(SINGLES // len(doors)):
            begun = time.perf_counter()
            writer.must("memories", next(texts))
            taken.append(time.perf_counter() - begun)
        return taken

    taken, seconds = at_once([partial(write, one) for one in doors])
    return f"{len(taken) / seconds:.0f}", p50_p95(taken)


def main() -> None:
    """Start an installation, write, print."""
    with stage() as staged:
        print(measure(staged))
        print(machine())


if __name__ == "__main__":
    main()
