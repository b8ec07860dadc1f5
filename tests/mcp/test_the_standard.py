"""The standard's own example messages and requirements, where the shared data lies beside the project."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Final

import pytest

from bench.datasets import dataset, missing
from tests.doors.stage import Stage
from tests.mcp import agents

FOLDER: Final = dataset("mcp")
VERSION: Final = "2026-07-28"
META: Final = "io.modelcontextprotocol/"


def lines(name: str) -> list[dict[str, Any]]:
    file = FOLDER / name
    if not file.is_file():
        pytest.skip(missing(f"mcp/{name}"))
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def message(method: str, version: str = VERSION, **params: Any) -> dict[str, Any]:
    meta = {f"{META}protocolVersion": version, f"{META}clientCapabilities": {}}
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": {"_meta": meta, **params}}


def send(stage: Stage, body: dict[str, Any], **changed: str) -> Any:
    """Return the answer to a message, sent with the headers the standard asks for."""
    named = {"Mcp-Name": name} if (name := (body.get("params") or {}).get("name")) else {}
    usual = {"MCP-Protocol-Version": VERSION, "Mcp-Method": body["method"], **named}
    headers, held = {**usual, **{k.replace("_", "-"): v for k, v in changed.items()}}, stage.token("si:ash")

    async def run() -> Any:
        async with agents.web(held) as http:
            return await http.post("/mcp", json=body, headers=headers)

    return asyncio.run(run())


def test_every_example_message_is_answered_as_json_rpc(story: Stage) -> None:
    asked = 0
    for row in lines("spec_examples_2026_07_28.dev.jsonl"):
        body = json.loads(row["text"])
        if not (isinstance(body, dict) and "method" in body and "jsonrpc" in body):
            continue
        asked += 1
        answer = send(story, body)
        if "id" not in body:
            assert answer.status_code == 202, row["id"]
            continue
        said = answer.json()
        assert (said["jsonrpc"], said["id"]) == ("2.0", body["id"]), row["id"]
        assert ("result" in said) != ("error" in said) and answer.status_code in {200, 400, 404}, row["id"]
    assert asked


def finds_discover(stage: Stage) -> None:
    said = send(stage, message("server/discover")).json()["result"]
    assert VERSION in said["supportedVersions"] and "tools" in said["capabilities"]


def refuses_another_version(stage: Stage) -> None:
    answer = send(stage, message("tools/list", "1999-01-01"), MCP_Protocol_Version="1999-01-01")
    assert answer.status_code == 400
    assert VERSION in str(answer.json()["error"]["data"])


def refuses_a_header_that_disagrees(stage: Stage) -> None:
    for wrong in ({"Mcp_Method": "tools/call"}, {"MCP_Protocol_Version": "2026-07-29"}):
        answer = send(stage, message("tools/list"), **wrong)
        assert answer.status_code == 400 and "error" in answer.json(), wrong


def says_how_long_a_list_lasts(stage: Stage) -> None:
    said = send(stage, message("tools/list")).json()["result"]
    assert (said["ttlMs"], said["cacheScope"]) == (0, "private")


def sends_no_log_unasked(stage: Stage) -> None:
    answer = send(stage, message("tools/call", name="memory_recall", arguments={"query": "heart"}))
    assert answer.headers["content-type"] == "application/json"
    assert "notifications/message" not in answer.text


# The requirements that bear on a server which has tools and nothing else; the SDK meets most of them for us.
HELD: Final[dict[str, Callable[[Stage], None]]] = {
    "sep-2575-server-implements-discover": finds_discover,
    "sep-2575-server-unsupported-version-error": refuses_another_version,
    "sep-2575-http-version-header-matches-meta": refuses_a_header_that_disagrees,
    "sep-2243-server-reject-invalid-headers": refuses_a_header_that_disagrees,
    "sep-2549-ttl-non-negative": says_how_long_a_list_lasts,
    "sep-2549-cache-scope-valid": says_how_long_a_list_lasts,
    "sep-2575-server-no-log-without-loglevel": sends_no_log_unasked,
}


@pytest.mark.parametrize("requirement", HELD)
def test_a_requirement_of_the_standard_is_met(requirement: str, story: Stage) -> None:
    known = {row["id"].rpartition(":")[2] for row in lines("conformance_requirements.dev.jsonl")}
    assert requirement in known
    HELD[requirement](story)
