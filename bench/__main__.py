"""`python -m bench`: every measurement in one installation, printed as the tables of docs/benchmarks.md."""

from __future__ import annotations

import sys

from bench import checks, idle, recall, renderings, revoke, writes
from bench.stage import CannotMeasure, load_meetings, stage
from bench.tables import machine


def main() -> int:
    """Measure what uses least first; 200,000 copies come last."""
    try:
        with stage() as staged:
            print(idle.measure(staged), flush=True)
            print(writes.measure(staged), flush=True)
            print(renderings.measure(), flush=True)
            told = load_meetings()
            print(
                "{memories} meeting turns loaded at {per_second} memories a second.\n".format(**told),
                flush=True,
            )
            print(recall.measure(staged), flush=True)
            print(checks.measure(staged), flush=True)
            print(revoke.measure(staged), flush=True)
            print(machine())
    except CannotMeasure as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
