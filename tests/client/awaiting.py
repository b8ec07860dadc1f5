"""The asynchronous client behind plain methods, so that one story is told to both."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from memory_admin_client import AsyncMemoryAdmin


class Awaited:
    """Awaits each method to its end, and goes through a list to its end."""

    def __init__(self, url: str, token: str, **options: Any) -> None:
        self._loop = asyncio.new_event_loop()
        self._client = AsyncMemoryAdmin(url, token, **options)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._client, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            said = method(*args, **kwargs)
            waiting = _all(said) if isinstance(said, AsyncIterator) else said
            return self._loop.run_until_complete(waiting)

        return call

    def __repr__(self) -> str:
        return repr(self._client)

    def close(self) -> None:
        self._loop.run_until_complete(self._client.close())
        self._loop.close()


async def _all(items: AsyncIterator[Any]) -> Any:
    return iter([item async for item in items])
