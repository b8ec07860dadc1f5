"""Access checks over HTTP: may this one see that memory, in batches and singly, and pages of a list."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from bench.stage import Door, Stage, at_once, door, load_meetings, stage
from bench.tables import machine, p50_p95, table

BATCH, BATCHES, SINGLES, PAGES, CLIENTS = 500, 12, 300, 40, 4
OWNER = "si:scribe-val24"


def measure(staged: Stage) -> str:
    """Ask about the memories of one owner for everyone of its meeting; return the table."""
    asking = door(staged, OWNER, "privacy", "memory")
    pairs = _pairs()
    _batch(asking, pairs, 0)
    batches = [_batch(asking, pairs, place) for place in range(BATCHES)]
    singles = _singles(asking, pairs)
    doors = [Door(asking.port, asking.token) for _ in range(CLIENTS)]
    several, seconds = at_once([partial(_singles, one, pairs) for one in doors])
    pages, listed = _pages(door(staged, "si:archivist", "memory"))
    rows = [
        (f"checks, {BATCH} in a request", f"{BATCH * BATCHES / sum(batches):.0f} checks/s", p50_p95(batches)),
        ("checks, one in a request", f"{SINGLES / sum(singles):.0f} checks/s", p50_p95(singles)),
        (f"the same, {CLIENTS} clients", f"{len(several) / seconds:.0f} checks/s", p50_p95(several)),
        ("list, pages of 100", f"{listed / sum(pages):.0f} memories/s", p50_p95(pages)),
    ]
    return table("Access checks and lists over HTTP", ("what", "speed", "a request, p50 / p95 ms"), rows)


def _pairs() -> list[dict[str, str]]:
    from consent.models import Memory
    from profiles.models import Membership, Principal

    owner = Principal.objects.get(entity_id=OWNER)
    group = f"group:meeting-{OWNER.rpartition('-')[2]}"
    people = Membership.objects.filter(collective__entity_id=group).values_list(
        "member__entity_id", flat=True
    )
    memories = Memory.objects.filter(owner=owner).values_list("public_id", flat=True)
    askers = [*people, "si:archivist", "human:admin"]
    return [
        {"memory": f"mem_{memory.hex}", "principal": askers[place % len(askers)]}
        for place, memory in enumerate(memories)
    ]


def _batch(asking: Door, pairs: list[dict[str, str]], place: int) -> float:
    chosen = [pairs[(place * BATCH + step) % len(pairs)] for step in range(BATCH)]
    begun = time.perf_counter()
    told = asking.must("access/check", {"checks": chosen})
    taken = time.perf_counter() - begun
    assert len(told["results"]) == BATCH
    return taken


def _singles(asking: Door, pairs: list[dict[str, str]]) -> list[float]:
    return [_single(asking, pairs[place * 37 % len(pairs)]) for place in range(SINGLES)]


def _single(asking: Door, pair: dict[str, str]) -> float:
    begun = time.perf_counter()
    asking.must("access/check", dict(pair))
    return time.perf_counter() - begun


def _pages(asking: Door) -> tuple[list[float], int]:
    taken, listed, path = [], 0, "memories?limit=100"
    for _ in range(PAGES):
        begun = time.perf_counter()
        told: dict[str, Any] = asking.get(path)
        taken.append(time.perf_counter() - begun)
        listed += len(told["items"])
        if not told["next"]:
            break
        path = told["next"].partition("/api/v1/")[2] or f"memories?limit=100&cursor={told['next']}"
    return taken, listed


def main() -> None:
    """Start an installation, load the meetings, ask, print."""
    with stage() as staged:
        load_meetings()
        print(measure(staged))
        print(machine())


if __name__ == "__main__":
    main()
