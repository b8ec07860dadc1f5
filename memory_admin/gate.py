"""What stands before the site: a request has arrived whole before a thread is given to it.

The site is synchronous and has few threads. One that waited for a body would be taken from everybody, so
bodies are gathered here, on the event loop, where waiting costs nothing, and only within bounds.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from memory_admin.http.arriving import Arrivals, Bounds, Gone, Receive
from memory_admin.http.problem import Problem
from memory_admin.turned_away import Header, refusal

Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Site = Callable[..., Iterable[bytes]]
PIECE: Final = 1 << 20
_API: Final = b"/api/"
_NOTHING: Final[Iterator[bytes]] = iter(())


class Gate:
    """An ASGI application that hands whole requests to a WSGI one, in threads."""

    def __init__(self, site: Site, *, threads: int = 4, bounds: Bounds | None = None) -> None:
        self._site, self._arrivals = site, Arrivals(bounds or Bounds())
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="site")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
        if scope["type"] != "http":
            return
        try:
            async with self._arrivals.whole(receive) as body:
                await self._reply(_environ(scope, body), send)
        except Problem as trouble:
            await _send(send, trouble.status, *refusal(trouble, scope))
        except Gone:
            return

    async def _reply(self, environ: dict[str, Any], send: Send) -> None:
        """Send the answer as it comes; a thread is taken for a piece of it, never for a slow client."""
        turn, answer = partial(asyncio.get_running_loop().run_in_executor, self._threads), _Answer(self._site)
        try:
            piece = await turn(answer.begin, environ)
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            while answer.more:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
                piece = await turn(answer.piece)
            await send({"type": "http.response.body", "body": piece})
        finally:
            if answer.more:
                await turn(answer.close)


class _Answer:
    """What a WSGI application says, piece by piece: a file is never in memory as a whole."""

    def __init__(self, site: Site) -> None:
        self._site, self._parts = site, _NOTHING
        self.close: Callable[[], object] = bool
        self.status, self.headers, self.more = 500, list[Header](), True

    def begin(self, environ: dict[str, Any]) -> bytes:
        """Run the site; returns the first piece, upon which status and headers are there."""
        said = self._site(environ, self._start)
        self._parts, self.close = iter(said), getattr(said, "close", bool)
        return self.piece()

    def _start(
        self, status: str, headers: list[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], object]:
        self.status = int(status[:3])
        self.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return lambda written: None

    def piece(self) -> bytes:
        """Return the next piece; `more` says whether another one may follow."""
        held = bytearray()
        for part in self._parts:
            held += part
            if len(held) >= PIECE:
                return bytes(held)
        self.more = False
        self.close()
        return bytes(held)


def _environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """Return a request as PEP 3333 wants it, without headers that an underscore makes look like others."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": _path(scope),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw, value in scope["headers"]:
        if b"_" not in raw:
            _add(environ, raw.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1"))
    return environ


def _path(scope: Scope) -> str:
    """Return the path's bytes as PEP 3333 writes them; what the API cannot read as UTF-8 is Problem 400."""
    raw = scope.get("raw_path")
    path = scope["path"].encode() if raw is None else unquote_to_bytes(raw)
    if path.startswith(_API) and not _is_utf8(path):
        raise Problem(400, "bad_text", "The address is not UTF-8.")
    return path.decode("latin-1")


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def _add(environ: dict[str, Any], name: str, value: str) -> None:
    """Put a header in; one that comes twice is joined, as one line would have been."""
    key = name if name in {"CONTENT_LENGTH", "CONTENT_TYPE"} else f"HTTP_{name}"
    joined = "; " if key == "HTTP_COOKIE" else ","
    environ[key] = f"{environ[key]}{joined}{value}" if key in environ else value


async def _send(send: Send, status: int, headers: list[Header], content: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


async def _live(receive: Receive, send: Send) -> None:
    for stage in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{stage}.complete"})
