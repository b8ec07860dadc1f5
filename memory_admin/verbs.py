"""Which commands there are, read from their files, so that help needs neither an installation nor Django."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import Final

APPS: Final = ("memory_admin", "profiles", "jobs", "consent", "audit")
CALLED_BY_UP: Final = frozenset({"prepare"})
SERVE: Final = "Run one part by itself: serve site|mcp|worker|clock [--host H] [--port N]."
EMBEDDINGS: Final = "Serve a model for search by meaning: embeddings [--model FOLDER] [--port N]."
UP: Final = "Start everything on this machine: up [--home DIR] [--port N] [--demo] [--json]."


def verbs() -> dict[str, str]:
    """Return the one-line help of every command of ours, by name; `up` first."""
    found = {file.stem: _help(file) for app in APPS for file in _files(app)}
    own = {"up": UP, "serve": SERVE, "embeddings": EMBEDDINGS}
    return own | {name: found[name] for name in sorted(found.keys() - CALLED_BY_UP)}


def _files(app: str) -> Iterator[Path]:
    spec = find_spec(app)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        yield from sorted((Path(place) / "management" / "commands").glob("[!_]*.py"))


def _help(file: Path) -> str:
    """Return the text of `help = "…"` in a command's class."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Assign(targets=[ast.Name(id="help")], value=ast.Constant(value=text)):
                return str(text)
    return ""


def listed() -> str:
    """Return the commands, a line each."""
    known = verbs()
    width = max(map(len, known))
    return "\n".join(f"  {name:<{width}}  {text}" for name, text in known.items())


def unknown(name: str) -> str:
    """Return what to say of a command that does not exist."""
    near = get_close_matches(name, verbs(), n=1)
    return f"there is no command {name!r}{f'; did you mean {near[0]}?' if near else ''} (memory-admin help)"
