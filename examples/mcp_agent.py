"""An agent that speaks MCP: the official SDK over streamable HTTP, with the token of a site.

    MEMORY_ADMIN_MCP_URL=http://127.0.0.1:8001/mcp MEMORY_ADMIN_TOKEN=ma_… python examples/mcp_agent.py
    … python examples/mcp_agent.py "How is Bella's heart?"

It lists the tools that the token's scopes allow, recalls, and prints what a model would be given. Who asks
is told by the token alone: no tool takes a name.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

import httpx2
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

QUESTION = "How is Bella's heart?"


async def recalled(address: str, token: str, question: str) -> dict[str, Any]:
    """Return what the site recalls for a question, after saying which tools there are."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        tools = [tool.name for tool in (await client.list_tools()).tools]
        print("tools:", ", ".join(tools))
        answer = await client.call_tool("memory_recall", {"query": question, "limit": 5})
    said: dict[str, Any] = answer.structured_content or {}
    if answer.is_error:
        raise SystemExit(f"The site refused: {said.get('code')}: {said.get('detail')}")
    return said


def main() -> None:
    """Ask, and print the messages for a model."""
    address = os.environ.get("MEMORY_ADMIN_MCP_URL", "http://127.0.0.1:8001/mcp")
    question = " ".join(sys.argv[1:]) or QUESTION
    said = asyncio.run(recalled(address, os.environ["MEMORY_ADMIN_TOKEN"], question))
    for message in said["messages"]:
        print(f"[{message['role']}] {message['content']}")


if __name__ == "__main__":
    main()
