"""A second opinion from a real server: it lowers a score, and when it fails nothing changes."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from consent.models import Validation
from tests.consent.doors import Door
from tests.consent.validating import ask, check, write
from tests.pure.seed_scenarios import CAR, KEPT_PRIVATE, TOLD

QUESTION = "What happened in June 2025?"
PARAPHRASE = "There was a collision with an intoxicated motorist on the freeway."


class Model:
    """An OpenAI-compatible server that says what a test tells it to."""

    def __init__(self) -> None:
        self.says: Any = '{"score": 1.0}'
        self.status = 200
        self.waits = 0.0
        self.asked: list[dict[str, Any]] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                model.asked.append({"path": self.path, "token": self.headers["Authorization"], **body})
                time.sleep(model.waits)
                answer = model.says
                if isinstance(answer, str):
                    answer = json.dumps({"choices": [{"message": {"content": answer}}]})
                else:
                    answer = answer.decode()
                self.send_response(model.status)
                self.send_header("Location", model.url)
                self.end_headers()
                self.wfile.write(answer.encode())

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        return Handler


@pytest.fixture
def model(settings: Any) -> Iterator[Model]:
    made = Model()
    settings.VALIDATION_URL, settings.VALIDATION_KEY, settings.VALIDATION_TIMEOUT = made.url, "secret-key", 1
    yield made
    made.server.shutdown()


def test_it_lowers_what_the_rules_let_through(door: Door, model: Model) -> None:
    write(door, CAR)
    model.says = 'Of course! {"score": 0.3, "why": "paraphrase"}'
    answer = check(door, ask(door, QUESTION), PARAPHRASE)
    assert (answer["score"], answer["compliant"], answer["action_taken"]) == (0.25, False, "blocked")
    assert answer["violation"] and answer["redacted_response"].startswith("[WITHHELD")
    row = Validation.objects.get()
    assert (row.rules_score, row.score, row.opinion) == (1.0, 0.25, "given")
    (asked,) = model.asked
    assert (asked["path"], asked["token"]) == ("/v1/chat/completions", "Bearer secret-key")


def test_it_raises_nothing(door: Door, model: Model) -> None:
    write(door, CAR)
    assert check(door, ask(door, QUESTION), TOLD)["score"] == 0.25
    assert model.asked


@pytest.mark.parametrize(
    ("says", "status", "waits"),
    [
        ("no number here", 200, 0),
        ('{"score": 7}', 200, 0),
        ('{"score": "0.0"}', 200, 0),
        ('{"score": NaN}', 200, 0),
        (b"not json", 200, 0),
        (b'{"choices": []}', 200, 0),
        (b"x" * 100_000, 200, 0),
        ('{"score": 0.0}', 500, 0),
        ('{"score": 0.0}', 302, 0),
        ('{"score": 0.0}', 200, 2),
    ],
)
def test_when_it_fails_the_rules_stand(
    door: Door, model: Model, says: Any, status: int, waits: float
) -> None:
    write(door, CAR)
    model.says, model.status, model.waits = says, status, waits
    assert check(door, ask(door, QUESTION), KEPT_PRIVATE)["action_taken"] == "allowed"
    assert Validation.objects.get().opinion == "failed"


def test_it_is_off_unless_it_is_set(door: Door) -> None:
    write(door, CAR)
    check(door, ask(door, QUESTION), KEPT_PRIVATE)
    assert Validation.objects.get().opinion == "off"
