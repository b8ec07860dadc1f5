"""The parts of a running installation, each started, watched and stopped in the same way."""

import os
import sys
from pathlib import Path
from typing import Protocol

from memory_admin.embedded import commands, places
from memory_admin.embedded.children import Child, Program, spawn
from memory_admin.embedded.home import Home
from memory_admin.embedded.meaning import Served

PROJECT = Path(__file__).resolve().parents[2]
STOP_SECONDS = 8.0


class Part(Protocol):
    """Anything with a child process that can be started and stopped."""

    child: Child | None

    def start(self) -> None:
        """Start it; raises CannotStart."""

    def stop(self) -> None:
        """Stop it; does nothing when it is not running."""


class PythonPart:
    """A process of the application itself, with a log of its own; `up` goes on without an optional one."""

    optional = False

    def __init__(self, name: str, arguments: list[str], home: Home, environment: dict[str, str]) -> None:
        self.name = name
        self.child: Child | None = None
        self.log = home.logs / f"{name}.log"
        self._arguments = arguments
        self._home = home
        self._environment = environment

    def start(self) -> None:
        """Start it in the home folder, so that no module lying in the caller's folder is imported."""
        log = places.open_log(self.log)
        folder = os.open(self._home.path, os.O_RDONLY | os.O_DIRECTORY)
        argv = [sys.executable, "-m", *self._arguments]
        self.child = spawn(Program(self.name, argv, self._environment, log, folder=folder))
        os.close(folder)
        os.close(log)

    def stop(self) -> None:
        """Stop it after the request or task in hand."""
        if self.child is not None:
            self.child.stop(STOP_SECONDS)
            self.child = None


def worker(home: Home, environment: dict[str, str]) -> PythonPart:
    """Return the worker for jobs: two processes at most, none while there is nothing to do."""
    return PythonPart("worker", commands.worker(2, idle=0), home, environment)


def clock(home: Home, environment: dict[str, str]) -> PythonPart:
    """Return the clock, which seals the audit and sweeps up jobs whatever the worker is at."""
    return PythonPart("clock", commands.clock(str(home.path / "beat-schedule")), home, environment)


def site(home: Home, environment: dict[str, str], port: int) -> PythonPart:
    """Return the web server: two processes, because one Python process uses one core."""
    return PythonPart("site", commands.site(places.LOCALHOST, port, 2), home, environment)


def mcp(home: Home, environment: dict[str, str], port: int) -> PythonPart:
    """Return the agents' door: one process, whose event loop hands the work to threads."""
    return PythonPart("mcp", commands.mcp(places.LOCALHOST, port, 1), home, environment)


def embeddings(home: Home, environment: dict[str, str], served: Served) -> PythonPart:
    """Return the model for search by meaning; without it search goes by words."""
    part = PythonPart(
        "embeddings", commands.embeddings(served.place, served.name, served.port), home, environment
    )
    part.optional = True
    return part


def environment(home: Home, settings: dict[str, str]) -> dict[str, str]:
    """Return the environment of our Python processes from the settings, the caller's among them."""
    paths = [str(PROJECT), os.environ.get("PYTHONPATH", "")]
    return {
        **settings,
        "MEMORY_ADMIN_HOME": str(home.path),
        "DJANGO_SETTINGS_MODULE": os.environ.get("DJANGO_SETTINGS_MODULE", "memory_admin.settings"),
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "PYTHONUNBUFFERED": "1",
    }
