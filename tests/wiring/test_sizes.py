"""What is read in one go stays so: no long function, no long file in the product."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = (
    "text",
    "audit",
    "profiles",
    "jobs",
    "consent",
    "memory_admin",
    "memory_admin_client",
    "examples",
    "bench",
)
FILE: Final = 250
FUNCTION: Final = 25  # its lines with the one that names it


def files() -> Iterator[Path]:
    for package in PACKAGES:
        yield from (one for one in (PROJECT / package).rglob("*.py") if "migrations" not in one.parts)


def long_ones(name: str, source: str) -> Iterator[str]:
    """Yield what is too long in a file: itself, and each function by name."""
    if (lines := source.count("\n")) > FILE:
        yield f"{name}: {lines} lines"
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            size = (node.end_lineno or node.lineno) - node.lineno + 1
            if size > FUNCTION:
                yield f"{name}:{node.lineno} {node.name}: {size} lines"


def test_no_file_and_no_function_is_longer_than_one_can_hold_in_mind() -> None:
    found = [
        said for one in files() for said in long_ones(str(one.relative_to(PROJECT)), one.read_text("utf-8"))
    ]
    assert found == []


def test_what_is_too_long_is_named() -> None:
    body = "    pass\n" * FUNCTION
    assert list(long_ones("a.py", f"def f():\n{body}")) == [f"a.py:1 f: {FUNCTION + 1} lines"]
    assert list(long_ones("a.py", "\n" * (FILE + 1))) == [f"a.py: {FILE + 1} lines"]
