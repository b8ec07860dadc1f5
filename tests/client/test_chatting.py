"""The chat loop before a model: what the model is given, and what of its answer is shown."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from examples import chat
from memory_admin_client import MemoryAdmin
from tests.cast import CUSTODIAN, GRANTEE, OWNER

if TYPE_CHECKING:
    from tests.client.stage import Stage

TOLD = "Bella takes pimobendan twice a day in Springfield"
GIVEN: list[Any] = []


class Speaking(BaseHTTPRequestHandler):
    """An OpenAI-compatible model that tells what it was never told."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        GIVEN.append((self.path, self.headers["Authorization"], asked))
        said = json.dumps({"choices": [{"message": {"role": "assistant", "content": TOLD}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def model() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Speaking) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}/v1"
        serving.shutdown()


def share(site: str, stage: Stage) -> None:
    """Let the grantee see little of what ash knows."""
    with (
        MemoryAdmin(site, stage.tokens["owner"]) as owner,
        MemoryAdmin(site, stage.tokens["custodian"]) as sean,
    ):
        owner.create_memory(
            TOLD, summary="A dog is given medicine", subject_ids=["dog:bella"], access_grants=[GRANTEE]
        )
        owner.set_trust(OWNER, GRANTEE, 0.5, reason="new here")
        sean.give_consent(CUSTODIAN, GRANTEE, "subject:dog:bella", purpose="care")


def test_memories_stand_fenced_in_the_users_part_and_what_was_withheld_is_not_shown(
    site: str, stage: Stage, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seen failing with the model's own answer printed, and with memories moved to the system message."""
    share(site, stage)
    GIVEN.clear()
    with model() as address, MemoryAdmin(site, stage.tokens["grantee"]) as agent:
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
        chat.conversation(agent, ["Which medicine is given?", "And where is medicine given?"])
    shown = capsys.readouterr().out
    assert [word for word in ("pimobendan", "Springfield") if word in shown] == []
    (path, key, asked), (_, _, again) = GIVEN
    assert (path, key) == ("/v1/chat/completions", "Bearer sk-none")
    assert [one["role"] for one in asked["messages"]] == ["system", "user", "user"]
    fenced = [one["role"] for one in asked["messages"] if "</recalled-memory-" in one["content"]]
    assert fenced == ["user"]
    assert "pimobendan" not in json.dumps(again)
    assert again["messages"][-1] == {"role": "user", "content": "And where is medicine given?"}
