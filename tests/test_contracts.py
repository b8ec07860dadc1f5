"""The direction of imports, as pyproject.toml states it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]


def test_every_import_goes_in_its_permitted_direction() -> None:
    argv = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    done = subprocess.run(argv, cwd=PROJECT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
