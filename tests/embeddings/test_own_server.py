"""The project's own embedding process: its protocol, what it refuses, and when `up` starts it."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from memory_admin.embedded import meaning
from memory_admin.embedded.home import Home
from memory_admin.embeddings import model, server
from tests.embeddings.serving import vector_of


class Words:
    """A model without a model: words counted."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [vector_of(text, 8) for text in texts]


@pytest.fixture
def port() -> Iterator[int]:
    with server.serving(Words(), "words", 0) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running.server_port
        running.shutdown()


def send(port: int, body: bytes | None, path: str = "/v1/embeddings") -> tuple[int, Any]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", body, timeout=10) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def test_a_text_and_many_texts_come_back_as_vectors_in_order(port: int) -> None:
    one = send(port, json.dumps({"model": "words", "input": "dog"}).encode())
    assert one[0] == 200
    assert one[1]["data"] == [{"object": "embedding", "index": 0, "embedding": vector_of("dog", 8)}]
    _, many = send(port, json.dumps({"input": ["dog", "heart"]}).encode())
    assert [row["embedding"] for row in many["data"]] == [vector_of("dog", 8), vector_of("heart", 8)]


NO_REQUESTS = [b"", b"{", b"[]", b"7", b"{}", b'{"input": []}', b'{"input": [1]}', b"[" * 9999]


@pytest.mark.parametrize("body", NO_REQUESTS)
def test_what_is_no_request_gets_a_400(port: int, body: bytes) -> None:
    status, told = send(port, body)
    assert status == 400
    assert told["error"]["message"]


def test_a_lone_surrogate_is_embedded_as_a_question_mark(port: int) -> None:
    status, told = send(port, b'{"input": "a \\ud800 b"}')
    assert (status, len(told["data"])) == (200, 1)


def test_there_is_nothing_else_at_this_address(port: int) -> None:
    assert send(port, None, "/")[0] == 404
    assert send(port, b"{}", "/v1/chat/completions")[0] == 404
    assert send(port, None, "/v1/models")[1]["data"][0]["id"] == "words"


def test_a_body_too_large_is_refused_unread(port: int) -> None:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/v1/embeddings", b"{}", method="POST")
    request.add_header("Content-Length", str(server.MOST_BYTES + 1))
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    assert refused.value.code == 413


def test_without_the_extra_or_a_model_up_serves_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Home(tmp_path)
    monkeypatch.setattr(meaning, "lacking", lambda: "onnxruntime")
    _model_in(tmp_path / "embedding-model")
    assert meaning.served_here(home, {}) is None
    monkeypatch.setattr(meaning, "lacking", lambda: "")
    assert meaning.served_here(home, {"MEMORY_ADMIN_EMBEDDINGS_FOLDER": str(tmp_path / "none")}) is None


def test_a_model_in_the_home_is_served_and_filed_under_what_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Home(tmp_path)
    monkeypatch.setattr(meaning, "lacking", lambda: "")
    _model_in(tmp_path / "embedding-model")
    first = meaning.served_here(home, {})
    assert first is not None
    settings = meaning.settings_of(first)
    assert settings["MEMORY_ADMIN_EMBEDDINGS_URL"] == f"http://127.0.0.1:{first.port}/v1"
    assert not meaning.is_elsewhere(home, settings)  # a second start serves it again
    (tmp_path / "embedding-model" / model.MODEL_FILE).write_bytes(b"another")
    second = meaning.served_here(home, settings)
    assert second is not None
    assert second.name != first.name


def test_a_service_that_the_settings_name_is_used_and_none_started(tmp_path: Path) -> None:
    assert meaning.is_elsewhere(Home(tmp_path), {"EMBEDDINGS_URL": "http://models.example/v1"})
    assert not meaning.is_elsewhere(Home(tmp_path), {})


def test_a_folder_that_holds_no_model_is_refused_with_what_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "lacking", lambda: "")
    with pytest.raises(model.CannotLoad, match=r"model\.onnx"):
        model.load(str(tmp_path), threads=1)


def test_without_the_extra_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(model, "lacking", lambda: "tokenizers")
    assert server.main(["--model", "anything"]) == 2
    assert "pip install '.[embeddings]' in the checkout" in capsys.readouterr().err


def _model_in(folder: Path) -> None:
    folder.mkdir()
    (folder / model.MODEL_FILE).write_bytes(b"one")
    (folder / model.TOKENIZER_FILE).write_bytes(b"{}")
