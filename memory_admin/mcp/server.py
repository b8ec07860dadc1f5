"""The SDK's server over our tools: which are listed, and what a call answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final
from uuid import uuid4

from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from memory_admin import VERSION, refusals
from memory_admin.http import problem
from memory_admin.mcp.calling import DOOR, Answered, answer, failed, refused
from memory_admin.mcp.schema import Schema, schema_of
from memory_admin.mcp.threads import in_thread
from memory_admin.mcp.tools import TOOLS
from memory_admin.mcp.words import ARGUMENTS, INSTRUCTIONS
from profiles.types import Caller

NAME: Final = "memory-admin"
Context = ServerRequestContext[Any, Any]
Identify = Callable[[Context, str], Caller]
"""How a transport tells who asks in a request of this id: by the token, checked anew for every message."""


def make_server(identify: Identify) -> Server[Any]:
    """Return a server whose every message is answered to whoever `identify` finds behind it."""

    async def on_list(context: Context, _: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=await in_thread(partial(_listed, partial(identify, context))))

    async def on_call(context: Context, asked: CallToolRequestParams) -> CallToolResult:
        if asked.name not in TOOLS:
            raise MCPError(INVALID_PARAMS, "There is no tool of this name.")
        asker = partial(identify, context)
        done = await in_thread(partial(_called, asker, asked.name, asked.arguments or {}))
        text = TextContent(type="text", text=done.text)
        return CallToolResult(content=[text], structured_content=done.fields, is_error=done.failed)

    return Server(
        NAME,
        version=VERSION,
        title="Memory Admin",
        instructions=INSTRUCTIONS,
        # What is listed depends on the token, and a token may change: nobody keeps it, nobody shares it.
        cache_hints={"tools/list": CacheHint(ttl_ms=0, scope="private")},
        get_tool_input_schema=lambda name: schema(name) if name in TOOLS else None,
        on_list_tools=on_list,
        on_call_tool=on_call,
    )


@cache
def schema(name: str) -> Schema:
    """Return a tool's input schema."""
    return schema_of(TOOLS[name].takes.shared(), ARGUMENTS)


def described(name: str) -> Tool:
    """Return a tool as clients see it."""
    tool = TOOLS[name]
    hints = ToolAnnotations(
        title=tool.title,
        read_only_hint=tool.effects.reads,
        destructive_hint=tool.effects.destroys,
        idempotent_hint=tool.effects.repeatable,
        open_world_hint=False,
    )
    return Tool(
        name=name, title=tool.title, description=tool.says, input_schema=schema(name), annotations=hints
    )


def _listed(asker: Callable[[str], Caller]) -> list[Tool]:
    """Return the tools that the token's scopes allow; raises MCPError for a token that has ended."""
    request_id = new_request_id()
    try:
        scopes = asker(request_id).scopes
    except Exception as error:
        trouble = refused(error, refusals.Tried("LIST tools", request_id, DOOR))
        raise MCPError(INVALID_REQUEST, trouble.code, problem.body(trouble, request_id)) from None
    return [described(name) for name, tool in TOOLS.items() if tool.scope in scopes]


def _called(asker: Callable[[str], Caller], name: str, arguments: dict[str, Any]) -> Answered:
    request_id = new_request_id()
    try:
        by = asker(request_id)
    except Exception as error:
        return failed(refused(error, refusals.Tried(f"CALL {name}", request_id, DOOR)), request_id)
    return answer(name, arguments, by=by)


def new_request_id() -> str:
    """Return an id of the shape of REST's."""
    return f"req_{uuid4().hex}"
