"""The transport itself: what stateless clients trip over elsewhere (C05 to C08), and who may reach it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.doors.stage import Stage
from tests.mcp import agents

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
HELLO = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "a client", "version": "1"},
    },
}


def ask(method: str, path: str, held: str | None = None, body: Any = None, **headers: str) -> Any:
    async def run() -> Any:
        async with agents.web(held) as http:
            if headers.pop("without_accept", ""):
                del http.headers["Accept"]
            return await http.request(method, path, json=body, headers=headers)

    return asyncio.run(run())


@pytest.mark.parametrize("method", ["GET", "DELETE", "HEAD", "PUT"])
@pytest.mark.parametrize("with_token", [True, False])
def test_there_is_no_stream_to_open_and_no_session_to_end(
    method: str, with_token: bool, story: Stage
) -> None:
    held = story.token("si:ash") if with_token else None
    answer = ask(method, "/mcp", held, Accept="text/event-stream")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert "www-authenticate" not in answer.headers


@pytest.mark.parametrize("accept", ["*/*", "application/json", "application/json, text/event-stream"])
def test_any_client_that_takes_json_is_answered(accept: str, story: Stage) -> None:
    for body in (HELLO, LIST):
        answer = ask("POST", "/mcp", story.token("si:ash"), body, Accept=accept)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
        assert "result" in answer.json()
        assert "mcp-session-id" not in answer.headers


def test_a_client_that_says_nothing_of_what_it_takes_is_answered(story: Stage) -> None:
    answer = ask("POST", "/mcp", story.token("si:ash"), LIST, without_accept="yes")
    assert answer.status_code == 200


@pytest.mark.parametrize("suffix", ["", "/mcp"])
def test_the_resource_is_described_at_both_places(suffix: str, story: Stage) -> None:
    answer = ask("GET", f"/.well-known/oauth-protected-resource{suffix}")
    assert answer.status_code == 200
    found = answer.json()
    assert (found["resource"], found["bearer_methods_supported"]) == ("http://127.0.0.1:8001/mcp", ["header"])


@pytest.mark.parametrize(
    "header",
    [{"Host": "evil.example"}, {"Host": "127.0.0.1.evil.example"}, {"Origin": "http://evil.example"}],
)
def test_another_host_or_origin_is_turned_away(header: dict[str, str], story: Stage) -> None:
    for method, path in (("POST", "/mcp"), ("GET", "/.well-known/oauth-protected-resource")):
        assert ask(method, path, story.token("si:ash"), LIST, **header).status_code == 421
    assert ask("POST", "/mcp", story.token("si:ash"), LIST, Origin="http://localhost:6274").status_code == 200


def test_every_answer_has_an_id_and_is_kept_by_nobody(story: Stage) -> None:
    for answer in (
        ask("GET", "/mcp"),
        ask("POST", "/mcp", story.token("si:ash"), LIST),
        ask("GET", "/nothing"),
    ):
        assert answer.headers["x-request-id"].startswith("req_")
        assert answer.headers["cache-control"] == "no-store"


def test_what_is_too_large_is_refused(story: Stage) -> None:
    body = {**LIST, "params": {"x": "a" * 2_200_000}}
    assert ask("POST", "/mcp", story.token("si:ash"), body).status_code == 413


def test_both_generations_of_the_protocol_are_spoken(story: Stage) -> None:
    for mode in ("legacy", "2026-07-28"):
        found = agents.call(story.token("si:ash"), "memory_recall", mode, query="heart")
        assert not found.is_error
