"""Requests on their way in: a body is gathered on the event loop, within bounds, before anybody acts on it.

Who asks is found out afterwards: one that is held half sent keeps nothing that was taken away meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from memory_admin.http.problem import Problem, too_large

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]


@dataclass(frozen=True, slots=True)
class Bounds:
    """What may arrive: bytes of one body, of all that are not answered yet, and seconds for one to arrive."""

    body: int = 12 * 1024 * 1024
    waiting: int = 96 * 1024 * 1024
    seconds: float = 20.0


class Gone(Exception):
    """The client went away before its request was whole."""


class Arrivals:
    """The bodies that one process holds at a time."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._waiting = 0

    @asynccontextmanager
    async def whole(self, receive: Receive) -> AsyncIterator[bytes]:
        """Give a body once it is all there; till the answer is out it counts as held.

        Raises Gone, and Problem 408 too slow, 413 too large, 503 too much at once."""
        gathered = bytearray()
        try:
            await self._gather(gathered, receive)
            yield bytes(gathered)
        finally:
            self._waiting -= len(gathered)

    async def _gather(self, gathered: bytearray, receive: Receive) -> None:
        try:
            async with asyncio.timeout(self._bounds.seconds):
                while await self._more(gathered, receive):
                    pass
        except TimeoutError:
            raise Problem(408, "body_timeout") from None

    async def _more(self, gathered: bytearray, receive: Receive) -> bool:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        chunk = message.get("body", b"")
        gathered += chunk
        self._waiting += len(chunk)
        if len(gathered) > self._bounds.body:
            raise too_large(self._bounds.body)
        if self._waiting > self._bounds.waiting:
            raise Problem(503, "busy", headers={"Retry-After": "5"})
        return bool(message.get("more_body", False))
