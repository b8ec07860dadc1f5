"""`memory-admin serve PART`: one part in the foreground, where machines or containers run each by itself."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from typing import Final, NoReturn

from memory_admin.embedded import commands
from memory_admin.embedded.places import LOCALHOST
from memory_admin.env import home

PORTS: Final = {"site": 8000, "mcp": 8001}
NEEDED: Final = ("MEMORY_ADMIN_SECRET_KEY", "DATABASE_URL", "REDIS_URL")


def main(arguments: list[str]) -> int:
    """Become the part asked for; returns 2 where a setting is missing."""
    options = _parser().parse_args(arguments)
    missing = [name for name in NEEDED if not os.environ.get(name)]
    if missing:
        print(f"memory-admin: set {', '.join(missing)}: see docs/scaling.md", file=sys.stderr)
        return 2
    (home() / "static").mkdir(mode=0o700, parents=True, exist_ok=True)
    return _become(_arguments(options))


def _arguments(options: argparse.Namespace) -> list[str]:
    if options.part == "worker":
        return commands.worker(options.processes)
    if options.part == "clock":
        return commands.clock(os.path.join(tempfile.mkdtemp(), "schedule"))
    make = commands.site if options.part == "site" else commands.mcp
    return make(options.host, options.port or PORTS[options.part], options.processes)


def _become(arguments: list[str]) -> NoReturn:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_admin.settings")
    os.execv(sys.executable, [sys.executable, "-m", *arguments])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="memory-admin serve",
        description="Run one part against DATABASE_URL and REDIS_URL. Migrate before: memory-admin prepare.",
    )
    parser.add_argument("part", choices=("site", "mcp", "worker", "clock"), help="what to run")
    parser.add_argument(
        "--host", default=LOCALHOST, help=f"where to listen ({LOCALHOST}; 0.0.0.0 in a container)"
    )
    parser.add_argument("--port", type=int, help="8000 for the site, 8001 for mcp")
    parser.add_argument("--processes", type=int, default=2, help="how many (2)")
    return parser
