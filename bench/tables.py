"""Printing what was measured as markdown."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path


def at(values: Sequence[float], share: float) -> float:
    """Return the value below which a share of the values lies (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def p50_p95(seconds: Sequence[float]) -> str:
    """Return the median and the 95th percentile in milliseconds."""
    return f"{statistics.median(seconds) * 1000:.1f} / {at(seconds, 0.95) * 1000:.1f}"


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a markdown table under a heading."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return f"## {title}\n\n" + "\n".join(lines) + "\n"


def machine() -> str:
    """Return one line about the machine and how busy it was."""
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if "model name" in line
        ),
        platform.machine(),
    )
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} cores ({model}), Python {platform.python_version()}, load {load:.1f} at the end"
