"""What every request of this process gets: an id, a check of the host, headers, one line in the log."""

from __future__ import annotations

import time
from typing import Final
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memory_admin.http import problem
from memory_admin.http.json import render
from memory_admin.http.problem import Problem
from memory_admin.mcp.server import new_request_id

_HEADERS: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
log = structlog.get_logger("memory_admin.access")


class Outermost:
    """Refuses hosts and origins that are not ours: a page elsewhere must not reach us under its own name."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        started, request_id = time.perf_counter(), new_request_id()
        scope.setdefault("state", {})["request_id"] = request_id

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update({**_HEADERS, "X-Request-ID": request_id})
                _log(scope, message["status"], started)
            await send(message)

        app = self._app if _is_ours(Headers(scope=scope)) else _elsewhere(request_id)
        await app(scope, receive, marked)
        return None


def _is_ours(headers: Headers) -> bool:
    origin = headers.get("origin")
    return _allowed(headers.get("host", "")) and (origin is None or _allowed(urlsplit(origin).netloc))


def _allowed(host: str) -> bool:
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def _elsewhere(request_id: str) -> Response:
    trouble = Problem(421, "misdirected", "Host and Origin must name this server.")
    return Response(render(problem.body(trouble, request_id)), 421, media_type=problem.MEDIA_TYPE)


def _log(scope: Scope, status: int, started: float) -> None:
    log.info(
        "request",
        door="mcp",
        method=scope["method"] if scope["method"] in _METHODS else "other",
        route=getattr(scope.get("route"), "path", ""),
        status=status,
        request_id=scope["state"]["request_id"],
        ms=round((time.perf_counter() - started) * 1000, 1),
    )
