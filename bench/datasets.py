"""Where the public data sets are that are measured and tested on: read in place, copied nowhere."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

NAMED: Final = "MEMORY_ADMIN_DATA"
_BESIDE: Final = Path(__file__).resolve().parents[2]


def dataset(name: str) -> Path:
    """Return the path of a data set, which may not exist: in the folder that MEMORY_ADMIN_DATA names, or else
    in a folder `data` one or two levels beside this checkout."""
    folders = [Path(os.environ[NAMED])] if os.environ.get(NAMED) else _near()
    found = [folder / name for folder in folders if (folder / name).exists()]
    return found[0] if found else (folders or [Path("data")])[0] / name


def missing(name: str) -> str:
    """Return what to say where a data set is not there."""
    return f"{name} is not here: set {NAMED} to the folder of the public data sets (docs/benchmarks.md)"


def _near() -> list[Path]:
    return [_BESIDE / "data", *sorted(_BESIDE.glob("*/data"))]
