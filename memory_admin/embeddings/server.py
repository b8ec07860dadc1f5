"""`memory-admin embeddings`: the model behind POST /v1/embeddings on 127.0.0.1."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, Final

from memory_admin.embeddings.model import CannotLoad, Model, load

HOST: Final = "127.0.0.1"
PORT: Final = 8003
MOST_BYTES: Final = 8_000_000
MOST_TEXTS: Final = 2048
_PATIENCE: Final = 30.0
Body = dict[str, Any]


class Refused(Exception):
    """A request this service does not answer: status and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class Handler(BaseHTTPRequestHandler):
    """Answers one connection; texts are neither kept nor logged."""

    protocol_version = "HTTP/1.1"
    timeout = _PATIENCE
    disable_nagle_algorithm = True
    model: ClassVar[Model]
    name: ClassVar[str]
    lock: ClassVar[threading.Lock]

    def do_GET(self) -> None:
        """Say that the model is loaded, and which."""
        if self.path in {"/healthz", "/v1/models"}:
            self._answer(200, {"object": "list", "data": [{"id": self.name, "object": "model"}]})
        else:
            self._answer(404, _error("There is GET /v1/models and POST /v1/embeddings."))

    def do_POST(self) -> None:
        """Embed the texts of a request."""
        try:
            if self.path != "/v1/embeddings":
                raise Refused(404, "There is GET /v1/models and POST /v1/embeddings.")
            self._answer(200, self._embedded(self._texts()))
        except Refused as refused:
            self.close_connection = True
            self._answer(refused.status, _error(refused.why))

    def log_message(self, *_: Any) -> None:
        """Keep no log of requests."""

    def _texts(self) -> list[str]:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            raise Refused(413, f"A body has at most {MOST_BYTES} bytes and says how many.")
        try:
            body = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError) as error:
            raise Refused(400, "The body is not JSON.") from error
        return texts_of(body)

    def _embedded(self, texts: Sequence[str]) -> Body:
        # Batches go one after another; a question, which is one text, passes them.
        with self.lock if len(texts) > 1 else nullcontext():
            vectors = self.model.embed(texts)
        rows = [{"object": "embedding", "index": n, "embedding": one} for n, one in enumerate(vectors)]
        usage = {"prompt_tokens": 0, "total_tokens": 0}
        return {"object": "list", "model": self.name, "data": rows, "usage": usage}

    def _answer(self, status: int, body: Body) -> None:
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


def texts_of(body: object) -> list[str]:
    """Return the texts a request's body asks about; raises Refused 400."""
    given = body.get("input") if isinstance(body, dict) else None
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not 0 < len(texts) <= MOST_TEXTS:
        raise Refused(400, f"`input` is a text or a list of 1 to {MOST_TEXTS} texts.")
    if not all(isinstance(text, str) for text in texts):
        raise Refused(400, "`input` holds something that is no text.")
    return [text.encode("utf-8", "replace").decode() for text in texts]


def serving(model: Model, name: str, port: int) -> ThreadingHTTPServer:
    """Return a server of a loaded model, not yet running."""
    bound = type("Bound", (Handler,), {"model": model, "name": name, "lock": threading.Lock()})
    return ThreadingHTTPServer((HOST, port), bound)


def main(arguments: list[str]) -> int:
    """Serve until stopped; returns 2 where the model cannot be loaded."""
    options = _parser().parse_args(arguments)
    try:
        model = load(options.model, threads=options.threads)
        server = serving(model, options.name or options.model, options.port)
    except (CannotLoad, OSError) as error:
        print(f"memory-admin embeddings: {error}", file=sys.stderr)
        return 2
    with server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


def _error(why: str) -> Body:
    return {"error": {"message": why, "type": "invalid_request_error"}}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="memory-admin embeddings",
        description=f"Serve a model at http://{HOST}:PORT/v1/embeddings (needs the extra `embeddings`).",
    )
    default = os.environ.get("MEMORY_ADMIN_EMBEDDINGS_FOLDER", "sentence-transformers/all-MiniLM-L6-v2")
    parser.add_argument("--model", default=default, help="a folder with model.onnx, or a name for fastembed")
    parser.add_argument("--name", help="what to call it (as --model)")
    parser.add_argument("--port", type=int, default=PORT, help=f"where to listen ({PORT})")
    parser.add_argument("--threads", type=int, default=1, help="processors to use (1)")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
