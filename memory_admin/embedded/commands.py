"""What each part of an installation runs as, on one machine (`up`) or on many (`serve`)."""

from __future__ import annotations

from typing import Final

SITE: Final = "memory_admin.site:application"
MCP: Final = "memory_admin.asgi:application"


def site(host: str, port: int, processes: int) -> list[str]:
    """Return the module and arguments of the site and the API."""
    return _served(SITE, host, port, processes)


def mcp(host: str, port: int, processes: int) -> list[str]:
    """Return the module and arguments of the agents' door."""
    return _served(MCP, host, port, processes)


def worker(processes: int) -> list[str]:
    """Return the module and arguments of a task worker."""
    arguments = ["celery", "-A", "memory_admin", "worker", f"--concurrency={processes}", "--loglevel=WARNING"]
    return [*arguments, "--without-gossip", "--without-mingle"]


def clock(schedule: str) -> list[str]:
    """Return the module and arguments of the clock that rings for regular tasks; there must be one only."""
    return ["celery", "-A", "memory_admin", "beat", "--loglevel=WARNING", "--schedule", schedule]


def embeddings(model: str, name: str, port: int) -> list[str]:
    """Return the module and arguments of the model for search by meaning."""
    return ["memory_admin.embeddings.server", "--model", model, "--name", name, "--port", str(port)]


def _served(application: str, host: str, port: int, processes: int) -> list[str]:
    arguments = ["granian", "--interface", "asgi", "--http", "1", "--no-ws", "--log-level", "warning"]
    arguments += ["--host", host, "--port", str(port), "--workers", str(processes)]
    return [*arguments, "--respawn-failed-workers", "--workers-kill-timeout", "5", application]
