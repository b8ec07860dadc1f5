"""Memory of all that `memory-admin up` starts, when nothing is asked of it, and how long it took to start."""

from __future__ import annotations

import time
import urllib.request

import psutil

from bench.stage import Stage, stage
from bench.tables import machine, table

SETTLE_SECONDS = 75  # the clock has done its first work by then


def measure(staged: Stage) -> str:
    """Ask both servers something, wait, and return what each part holds, shared pages divided."""
    for port, path in ((staged.port, "sign-in/"), (staged.port + 1, "healthz")):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=30) as answer:
            answer.read()
    time.sleep(SETTLE_SECONDS)
    seen: set[int] = set()
    rows = []
    for name, pid in sorted(staged.pids.items(), key=lambda pair: pair[0] == "up"):
        tree = [one for one in _tree(pid) if one.pid not in seen]
        seen |= {one.pid for one in tree}
        rows.append((name, len(tree), _proportional(tree)))
    rows.append(("in all", sum(row[1] for row in rows), sum(row[2] for row in rows)))
    shown = [(name, count, f"{size / 1e6:.0f}") for name, count, size in rows]
    return (
        table("Idle memory (proportional set size)", ("part", "processes", "MB"), shown)
        + f"\nStarted in {staged.started_in:.1f} s, the first time, with an empty folder.\n"
    )


def _tree(pid: int) -> list[psutil.Process]:
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]


def _proportional(tree: list[psutil.Process]) -> int:
    return sum(int(one.memory_full_info().pss) for one in tree)


def main() -> None:
    """Start an installation, wait, print."""
    with stage() as staged:
        print(measure(staged))
        print(machine())


if __name__ == "__main__":
    main()
