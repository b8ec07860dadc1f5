"""What each part of an installation runs as, on one machine (`up`) or on many (`serve`)."""

from __future__ import annotations

from typing import Final

SITE: Final = "memory_admin.site:application"
MCP: Final = "memory_admin.asgi:application"
# How many connections wait to be taken, and how many requests a process is at, slow ones among them.
BACKLOG, AT_ONCE = 1024, 512


def site(host: str, port: int, processes: int) -> list[str]:
    """Return the module and arguments of the site and the API."""
    return _served(SITE, host, port, processes)


def mcp(host: str, port: int, processes: int) -> list[str]:
    """Return the module and arguments of the agents' door."""
    return _served(MCP, host, port, processes)


def worker(processes: int, *, idle: int | None = None) -> list[str]:
    """Return the module and arguments of a worker for jobs and nightly work, which may be long.

    While little is to be done it keeps as many processes as `idle` says, and forks the others when needed."""
    many = f"--concurrency={processes}" if idle is None else f"--autoscale={processes},{idle}"
    return _works("long", many)


def clock(schedule: str) -> list[str]:
    """Return the module and arguments of the clock, which also does the short work it rings for, such as
    sealing; there must be one only."""
    return _works("short", "--pool=solo", "--clock", schedule)


def _works(queue: str, *more: str) -> list[str]:
    arguments = ["celery", "-A", "memory_admin", "worker", "--queues", queue, "--hostname", f"{queue}@%h"]
    return [*arguments, "--loglevel=WARNING", "--without-gossip", "--without-mingle", *more]


def embeddings(model: str, name: str, port: int) -> list[str]:
    """Return the module and arguments of the model for search by meaning."""
    return ["memory_admin.embeddings.server", "--model", model, "--name", name, "--port", str(port)]


def _served(application: str, host: str, port: int, processes: int) -> list[str]:
    server = "memory_admin.preloaded" if processes > 1 else "granian"
    arguments = [server, "--interface", "asgi", "--http", "1", "--no-ws", "--log-level", "warning"]
    arguments += ["--host", host, "--port", str(port), "--workers", str(processes)]
    arguments += ["--backlog", str(BACKLOG), "--backpressure", str(AT_ONCE)]
    return [*arguments, "--respawn-failed-workers", "--workers-kill-timeout", "5", application]
