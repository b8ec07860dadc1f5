"""Two checkouts beside each other, asked the same in turns: what a change brought, on any machine.

`python -m bench.turns OTHER`, about three minutes: OTHER is the folder of an older checkout. Each starts an
installation of its own with the meetings in it; both are up while the questions alternate between them.
What their processes computed says something on a busy machine too, where the clock on the wall does not.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import psutil

from bench import checks, writes
from bench.recall import questions
from bench.stage import ROOT, Door, Stage, at_once, door, load_meetings, stage
from bench.tables import machine, table

ASKED, CLIENTS, ROUNDS = 100, 4, 2
DOORS = {
    "newcomer": ("si:newcomer", "recall"),
    "archivist": ("si:archivist", "recall"),
    "checks": (checks.OWNER, "privacy", "memory"),
    "writer": ("si:writer", "memory", "grant"),
}
Plain = dict[str, Any]
Pair = tuple[Plain, Plain]


def serve() -> None:
    """Hold an installation of this checkout with the meetings in it, until standard input ends."""
    with stage() as staged:
        load_meetings()
        print(json.dumps(_told(staged)), flush=True)
        sys.stdin.read()


def _told(staged: Stage) -> Plain:
    tokens = {name: door(staged, *holder).token for name, holder in DOORS.items()}
    bodies = {kind: writes.bodies(kind == "shared") for kind in ("private", "shared")}
    return {
        "port": staged.port,
        "up": staged.pids["up"],
        "tokens": tokens,
        "access/check": checks._pairs()[:ASKED],
        **{kind: [next(some) for _ in range(ASKED)] for kind, some in bodies.items()},
    }


@contextmanager
def _served(checkout: Path, folder: Path) -> Iterator[Plain]:
    """Start the installation of a checkout with this very file; yields where it answers and what to ask."""
    argv = [sys.executable, "-P", __file__, "--serve"]
    given = os.environ | {"PYTHONPATH": str(checkout)}
    with subprocess.Popen(
        argv, cwd=checkout, env=given, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=(folder / checkout.name).open("w"),
    ) as running:  # fmt: skip
        assert running.stdout is not None
        yield json.loads(next(line for line in running.stdout if line.startswith('{"port"')))
        running.communicate()


def measure(pair: Pair) -> str:
    """Ask both in turns and return the tables."""
    asked = [{"query": one["text"], "mode": "permissive"} for one in questions()[:ASKED]]
    alone = [
        _alone("recall, newcomer", pair, "newcomer", "recall", (asked, asked)),
        _alone("recall, archivist", pair, "archivist", "recall", (asked, asked)),
        _alone("check", pair, "checks", "access/check", _of(pair, "access/check")),
        _alone("write, private", pair, "writer", "memories", _of(pair, "private")),
        _alone("write, shared", pair, "writer", "memories", _of(pair, "shared")),
    ]
    together = [_together(who, pair, asked) for who in ("newcomer", "archivist")]
    timed = ("one client, p50 in ms", "the other", "this", "times as fast, call by call")
    head = (*timed, "computed for a call, ms: the other", "this")
    beside = (f"{CLIENTS} clients, recalls a second", "the other", "this")
    return table("In turns", head, alone) + table("Several clients", beside, together)


def _of(pair: Pair, name: str) -> tuple[list[Plain], list[Plain]]:
    return pair[0][name], pair[1][name]


def _alone(
    title: str, pair: Pair, who: str, path: str, bodies: tuple[Sequence[Plain], Sequence[Plain]]
) -> tuple[str, ...]:
    doors = [Door(one["port"], one["tokens"][who]) for one in pair]
    taken: tuple[list[float], list[float]] = ([], [])
    before = [_computed(one) for one in pair]
    for place in range(len(bodies[0])):
        for side in (0, 1) if place % 2 else (1, 0):
            begun = time.perf_counter()
            doors[side].must(path, bodies[side][place])
            taken[side].append((time.perf_counter() - begun) * 1000)
    cost = [(_computed(one) - was) * 1000 / len(bodies[0]) for one, was in zip(pair, before, strict=True)]
    other, this = (some[10:] for some in taken)  # connections and plans are made once
    ratio = statistics.median(old / new for old, new in zip(other, this, strict=True))
    shown = [statistics.median(other), statistics.median(this)]
    return title, *(f"{one:.1f}" for one in shown), f"{ratio:.2f}", *(f"{one:.1f}" for one in cost)


def _computed(one: Plain) -> float:
    """Return the processor seconds that all processes of an installation have taken so far."""
    up = psutil.Process(one["up"])
    seconds = 0.0
    for each in (up, *up.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            seconds += sum(each.cpu_times()[:2])
    return seconds


def _together(who: str, pair: Pair, asked: Sequence[Plain]) -> tuple[str, ...]:
    rates: tuple[list[str], list[str]] = ([], [])
    for _ in range(ROUNDS):
        for side, one in enumerate(pair):
            taken, seconds = at_once(_clients(Door(one["port"], one["tokens"][who]), asked))
            rates[side].append(f"{len(taken) / seconds:.0f}")
    return f"recall, {who}", *(" and ".join(some) for some in rates)


def _clients(asking: Door, asked: Sequence[Plain]) -> list[Callable[[], list[float]]]:
    def ask(first: int) -> list[float]:
        line = Door(asking.port, asking.token)
        return [len(line.must("recall", body)["items"]) for body in asked[first::CLIENTS]]

    return [partial(ask, first) for first in range(CLIENTS)]


def main() -> None:
    """Start both, measure, print; or serve one of them."""
    if sys.argv[1:] == ["--serve"]:
        return serve()
    others = [Path(one).resolve() for one in sys.argv[1:]]
    if len(others) != 1 or not (others[0] / "bench" / "stage.py").is_file():
        sys.exit("usage: python -m bench.turns OTHER, the folder of another checkout of this project")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as both:
        pair = [both.enter_context(_served(one, Path(folder))) for one in (others[0], ROOT)]
        print(measure((pair[0], pair[1])))
        print(machine())
    return None


if __name__ == "__main__":
    main()
