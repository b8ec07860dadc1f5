"""Scopes, tokens and what ends them: felt at this door on the very next call (P05, P06, C11)."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from mcp.client import Client
from mcp.shared.exceptions import MCPError

from audit.models import Event
from profiles.models import Credential
from profiles.services import credentials
from tests.doors.stage import Stage
from tests.mcp import agents
from tests.mcp.test_tools_called import fields
from tests.mcp.test_tools_listed import token

ASH = "si:ash"
DISCOVER = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


def credential(held: str) -> Credential:
    return Credential.objects.get(prefix=held.split("_")[1])


def posted(held: str | None, **headers: str) -> Any:
    """Return the answer to one bare POST in the way of the older protocol."""

    async def run() -> Any:
        async with agents.web(held, Accept="*/*", **headers) as http:
            return await http.post("/mcp", json=DISCOVER)

    return asyncio.run(run())


def test_a_tool_outside_the_scopes_is_refused_and_on_record(story: Stage) -> None:
    held = token(story, "recall")
    found = agents.call(held, "memory_add", content="anything")
    assert (found.is_error, fields(found)["code"], fields(found)["status"]) == (True, "scope_missing", 403)
    last = Event.objects.get(action="request.refused")
    assert (last.object_id, last.code, last.door) == ("CALL memory_add", "scope_missing", "mcp")
    assert last.request_id == fields(found)["request_id"]


def test_an_unknown_tool_is_a_protocol_error(story: Stage) -> None:
    async def tell(client: Client) -> None:
        with pytest.raises(MCPError, match="no tool"):
            await client.call_tool("delete_everything", {})

    agents.talk(story.token(ASH), tell)


@pytest.mark.parametrize("ended", ["pause", "revoke"])
def test_a_token_that_ended_is_refused_on_the_next_message_of_an_open_connection(
    ended: str, story: Stage
) -> None:
    held = token(story, "recall", "memory")

    async def talk() -> tuple[bool, Any]:
        async with agents.over_http(held) as client:
            before = await client.call_tool("memory_recall", {"query": "heart"})
            await asyncio.to_thread(_end, story, held, ended)
            try:
                return before.is_error, (await client.call_tool("memory_recall", {"query": "heart"})).is_error
            except MCPError:
                return before.is_error, "refused"

    assert asyncio.run(talk()) == (False, "refused")
    assert posted(held).status_code == 401
    assert Event.objects.filter(action="request.refused", code="unauthenticated", door="mcp").exists()


def _end(stage: Stage, held: str, ended: str) -> None:
    from django.db import connections

    act = {"pause": credentials.pause, "revoke": credentials.revoke}[ended]
    act(credential(held).pk, by=stage.admin(), now=stage.clock())
    connections.close_all()


def test_without_a_good_token_the_answer_is_a_401_that_says_where_to_look(story: Stage) -> None:
    for held in (None, "nonsense", "ma_00000000_" + "0" * 43):
        answer = posted(held)
        assert answer.status_code == 401
        challenge = answer.headers["www-authenticate"]
        assert challenge.startswith("Bearer ")
        described = 'resource_metadata="http://127.0.0.1:8001/.well-known/oauth-protected-resource/mcp"'
        assert described in challenge
        assert answer.json()["code"] == "unauthenticated"


def test_nobody_acts_for_another_here(story: Stage) -> None:
    held = story.token(ASH, "gateway")
    for header in ("X-Act-As", "X-On-Behalf-Of"):
        assert posted(held, **{header: "si:max"}).status_code == 400


def test_arguments_and_tokens_never_reach_the_log(story: Stage, capfd: pytest.CaptureFixture[str]) -> None:
    held = story.token(ASH)
    agents.call(held, "memory_add", content="Xyzzy one", tags=["Xyzzy two"], wrong="Xyzzy three")
    agents.call(held, "memory_recall", query="Xyzzy four", **{"Xyzzy five": "1"})
    agents.call(held, "memory_get", memory="Xyzzy six")
    said = capfd.readouterr().err
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    assert {"memory_add", "memory_recall", "memory_get"} <= {line["route"] for line in lines}
    assert "Xyzzy" not in said and held not in said
