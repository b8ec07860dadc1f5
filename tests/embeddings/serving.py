"""A small embedding service over real HTTP: the same words get the same vector, and it can misbehave."""

from __future__ import annotations

import hashlib
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# Words that mean the same here share a place in the vector.
SAME = {"hound": "dog", "puppy": "dog", "cardiac": "heart", "physician": "doctor", "vet": "doctor"}


def vector_of(text: str, size: int) -> list[float]:
    """Return a vector whose places count words, told apart by a hash."""
    vector = [0.0] * size
    for word in re.findall(r"\w+", text.lower()):
        digest = hashlib.sha256(SAME.get(word, word).encode()).digest()
        vector[int.from_bytes(digest[:4], "big") % size] += 1.0
    return vector if any(vector) else [1.0] + [0.0] * (size - 1)


class Service:
    """What the service does next, and what it was asked."""

    def __init__(self) -> None:
        self.size, self.status, self.seconds, self.body = 384, 200, 0.0, ""
        self.asked: list[list[str]] = []
        self.models: list[str] = []
        self.url = ""

    def answer(self, body: dict[str, Any]) -> str:
        self.asked.append(body["input"])
        self.models.append(body["model"])
        time.sleep(self.seconds)
        rows = [{"index": n, "embedding": vector_of(one, self.size)} for n, one in enumerate(body["input"])]
        return self.body or json.dumps({"data": list(reversed(rows))})


@contextmanager
def service() -> Iterator[Service]:
    """Serve on a free port until the end."""
    found = Service()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            text = found.answer(body).encode()
            self.send_response(found.status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: Any) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: Any) -> None:
            pass

    with Quiet(("127.0.0.1", 0), Handler) as server:
        found.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield found
        server.shutdown()
