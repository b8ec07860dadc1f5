"""A real `memory-admin up` in a folder of its own, and the whole family of its processes."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

PROJECT = Path(__file__).resolve().parents[2]


def clean_environment(**more: str) -> dict[str, str]:
    """Return an environment that names no installation."""
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    return kept | {"PYTHONPATH": str(PROJECT)} | more


def free_port() -> int:
    """Return a port that is free, as is the next one."""
    while True:
        with socket.socket() as probe, socket.socket() as beside:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
            try:
                beside.bind(("127.0.0.1", port + 1))
            except (OSError, OverflowError):
                continue
            return port


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "memory_admin.cli", *arguments]


def family(pid: int) -> set[psutil.Process]:
    """Return a process and all that descends from it."""
    parent = psutil.Process(pid)
    return {parent, *parent.children(recursive=True)}


def alive(processes: set[psutil.Process]) -> list[str]:
    """Return what still runs, named; the dead that nobody collected do not count."""
    found = []
    for process in processes:
        try:
            if process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(f"{process.pid} {process.name()}")
        except psutil.NoSuchProcess:
            continue
    return found


def eventually(condition: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@dataclass
class Running:
    """One run of `up`, ready."""

    home: Path
    port: int
    process: subprocess.Popen[str]
    facts: dict[str, Any]

    @property
    def pids(self) -> dict[str, int]:
        return dict(self.facts["pids"])


def start(home: Path, *flags: str, **environment: str) -> Running:
    """Start `up --json` and wait for its one line."""
    port = free_port()
    argv = command("up", "--home", str(home), "--port", str(port), "--json", *flags)
    process = subprocess.Popen(
        argv, env=clean_environment(**environment), cwd="/", stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, f"up ended with {process.wait()}"
    return Running(home, port, process, json.loads(line))
