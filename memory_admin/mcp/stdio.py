"""Standard input and output: one client, whose token comes from the environment."""

from __future__ import annotations

import os
from functools import partial
from typing import Final

import anyio
from mcp.server.stdio import stdio_server

from memory_admin import refusals
from memory_admin.mcp.calling import DOOR, refused
from memory_admin.mcp.server import Context, make_server, new_request_id
from profiles.authentication import bearer, caller_by_token
from profiles.types import Caller

VARIABLE: Final = "MEMORY_ADMIN_TOKEN"


def serve(token: str) -> None:
    """Answer until the client closes; raises Problem 401 at once for a token that is no good."""
    request_id = new_request_id()
    try:
        caller_of(token, None, request_id)
    except Exception as error:
        raise refused(error, refusals.Tried("START mcp", request_id, DOOR)) from None
    # Whatever the client starts has no business with it.
    os.environ.pop(VARIABLE, None)
    anyio.run(_serve, token)


def caller_of(token: str, _: Context | None, request_id: str) -> Caller:
    """Return who holds the token now; raises Problem 401."""
    found = bearer(f"Bearer {token}")
    return caller_by_token(found, act_as=None, behalf=None, request_id=request_id, door=DOOR)


async def _serve(token: str) -> None:
    server = make_server(partial(caller_of, token))
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
