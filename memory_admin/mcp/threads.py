"""Running what is synchronous beside the event loop, so that each use gives its connections back."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

import anyio
import anyio.to_thread
from django.db import connections

from memory_admin import env

Result = TypeVar("Result")


async def in_thread(act: Callable[[], Result]) -> Result:
    """Return what `act` returns, run in a thread; at most as many at once as there are connections."""
    return await anyio.to_thread.run_sync(_closing, act, limiter=_limiter())


@cache
def _limiter() -> anyio.CapacityLimiter:
    return anyio.CapacityLimiter(env.number("MEMORY_ADMIN_DATABASE_POOL", 8))


def _closing(act: Callable[[], Result]) -> Result:
    try:
        return act()
    finally:
        connections.close_all()
