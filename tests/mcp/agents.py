"""The SDK's own client as an agent, over HTTP in this process and over standard streams beside it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import httpx2
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult

from memory_admin.mcp.http import application

HOST = "http://127.0.0.1:8001"
Said = TypeVar("Said")


@asynccontextmanager
async def web(token: str | None = None, **headers: str) -> AsyncIterator[httpx2.AsyncClient]:
    """Return a plain HTTP client of the application, started as a server starts it."""
    app = application()
    known = {"Authorization": f"Bearer {token}"} if token else {}
    transport = httpx2.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(transport=transport, base_url=HOST, headers={**known, **headers}) as client,
    ):
        yield client


@asynccontextmanager
async def over_http(token: str, *, mode: str = "auto") -> AsyncIterator[Client]:
    """Return a connected client."""
    async with (
        web(token) as http,
        Client(streamable_http_client(f"{HOST}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client


def talk(token: str, tell: Callable[[Client], Awaitable[Said]], *, mode: str = "auto") -> Said:
    """Let a client say something over HTTP."""

    async def run() -> Said:
        async with over_http(token, mode=mode) as client:
            return await tell(client)

    return asyncio.run(run())


def call(token: str, tool: str, mode: str = "auto", **arguments: Any) -> CallToolResult:
    """Call one tool over HTTP."""
    return talk(token, lambda client: client.call_tool(tool, arguments), mode=mode)
