"""A relay on this machine between a client and the site, that mistreats the first connections."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final
from urllib.parse import urlsplit

BUSY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\nRetry-After: %s\r\n"
    b"Content-Length: 90\r\nConnection: close\r\n\r\n"
    b'{"status":503,"code":"unavailable","detail":"A part is away.","errors":{},"request_id":""}'
)


class Relay:
    """What each connection suffers, in order; those after the last are let through.

    drop: closed before anything is read. swallow: the site is asked, its answer is lost.
    busy:N: answered 503 with Retry-After N. page: answered with a page that is not the site's.
    """

    def __init__(self, site: str, fates: Sequence[str]) -> None:
        self.seen = 0
        self._fates = list(fates)
        parts = urlsplit(site)
        self._site = (str(parts.hostname), int(parts.port or 80))
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                self.seen += 1
                fate = self._fates.pop(0) if self._fates else "pass"
                threading.Thread(target=self._meet, args=(connection, fate), daemon=True).start()

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _meet(self, connection: socket.socket, fate: str) -> None:
        with connection, suppress(OSError):
            connection.settimeout(10)
            if fate == "drop":
                return
            asked = _request(connection)
            if fate.startswith("busy:"):
                connection.sendall(BUSY % fate.removeprefix("busy:").encode())
                return
            if fate == "page":
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\n<p/>")
                return
            answer = self._asked(asked)
            if fate != "swallow":
                connection.sendall(answer)

    def _asked(self, request: bytes) -> bytes:
        """Return all that the site answers; it closes each connection after its answer."""
        with socket.create_connection(self._site, timeout=10) as site:
            site.sendall(request)
            return b"".join(iter(lambda: site.recv(65536), b""))


def _request(connection: socket.socket) -> bytes:
    """Read one request: its head, and as much body as the head says."""
    read = b""
    while b"\r\n\r\n" not in read:
        read += connection.recv(65536)
    head, _, body = read.partition(b"\r\n\r\n")
    named = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    length = int(named[0].partition(b":")[2]) if named else 0
    while len(body) < length:
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


@contextmanager
def relay(site: str, *fates: str) -> Iterator[Relay]:
    """Serve a relay before a site while the test runs."""
    made = Relay(site, fates)
    thread = threading.Thread(target=made.serve, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        made.close()
        thread.join(5)
