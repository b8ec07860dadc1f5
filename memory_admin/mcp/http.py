"""Streamable HTTP at /mcp, without sessions: every request carries its token and is answered on its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, cast

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from memory_admin.http import problem
from memory_admin.http.arriving import Arrivals, Bounds, Gone
from memory_admin.http.json import BODY_LIMIT, render
from memory_admin.http.problem import Problem
from memory_admin.mcp import address
from memory_admin.mcp.identity import identify
from memory_admin.mcp.outermost import Outermost
from memory_admin.mcp.server import Context, make_server
from memory_admin.mcp.threads import in_thread
from profiles.types import SCOPES, Caller

CALLER: Final = "memory_admin.caller"
_ENVELOPE: Final = 64 * 1024
BOUNDS: Final = Bounds(body=BODY_LIMIT + _ENVELOPE)
_ANY: Final = (b"accept", b"*/*")


class Endpoint:
    """The address itself: 405 for all but POST, 401 without a good token, else the SDK's transport."""

    def __init__(self, manager: StreamableHTTPSessionManager, bounds: Bounds) -> None:
        self._manager, self._arrivals = manager, Arrivals(bounds)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request_id = scope["state"]["request_id"]
        if scope["method"] != "POST":
            refusal = Problem(405, "method_not_allowed", headers={"Allow": "POST"})
            return await _refusal(refusal, request_id)(scope, receive, send)
        try:
            async with self._arrivals.whole(receive) as body:
                await self._answer(scope, _whole(body, receive), send)
        except Problem as trouble:
            await _refusal(trouble, request_id)(scope, receive, send)
        except Gone:
            return None

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find out who asks, now that the request is all there, and answer."""
        request_id = scope["state"]["request_id"]
        found = await in_thread(partial(identify, Headers(scope=scope), request_id))
        if isinstance(found, Problem):
            return await _refusal(_challenged(found), request_id)(scope, receive, send)
        scope["state"][CALLER] = found
        await self._manager.handle_request(_accepting(scope), receive, send)
        return None


def application(bounds: Bounds = BOUNDS) -> Starlette:
    """Return the ASGI application: the endpoint, what RFC 9728 says about it, and a sign of life."""
    manager = StreamableHTTPSessionManager(
        make_server(_caller_of),
        stateless=True,
        json_response=True,
        max_request_body_size=bounds.body,
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with manager.run():
            yield

    routes = [
        Route(address.PATH, Endpoint(manager, bounds)),
        *(Route(path, metadata) for path in address.WELL_KNOWN),
        Route("/healthz", healthz),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Outermost)], lifespan=lifespan)


def metadata(_: Request) -> Response:
    """Say what protects the endpoint (RFC 9728): a token in a header, given out by an administrator."""
    return JSONResponse(
        {
            "resource": address.url(),
            "resource_name": "Memory Admin",
            "bearer_methods_supported": ["header"],
            "scopes_supported": list(SCOPES),
        }
    )


def healthz(_: Request) -> Response:
    """Say that the process answers."""
    return JSONResponse({"status": "ok"})


def _whole(body: bytes, receive: Receive) -> Receive:
    """Return the way a request is read that has arrived: its body at once, then what the client does next."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def read() -> Message:
        return first.pop() if first else await receive()

    return read


def _caller_of(context: Context, _: str) -> Caller:
    """Return whom the endpoint found behind this very request."""
    request: Request = cast(Request, context.request)
    return cast(Caller, request.scope["state"][CALLER])


def _challenged(trouble: Problem) -> Problem:
    """Return a 401 that also says where the token's rules are described (RFC 9728, 5.1)."""
    if trouble.status == 401:
        trouble.headers["WWW-Authenticate"] += f', resource_metadata="{address.metadata_url()}"'
    return trouble


def _refusal(trouble: Problem, request_id: str) -> Response:
    content = render(problem.body(trouble, request_id))
    return Response(content, trouble.status, trouble.headers, problem.MEDIA_TYPE)


def _accepting(scope: Scope) -> dict[str, Any]:
    """Return the request with what no Accept header means said aloud: anything (RFC 9110, 12.5.1)."""
    named = any(name == b"accept" for name, _ in scope["headers"])
    return dict(scope) if named else {**scope, "headers": [*scope["headers"], _ANY]}
