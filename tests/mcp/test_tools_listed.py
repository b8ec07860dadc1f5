"""What a client sees before it calls anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from mcp_types import Tool

from memory_admin.mcp.tools import TOOLS
from profiles.rules.credentials import CredentialSpec
from profiles.services import credentials
from tests.doors.stage import Stage
from tests.mcp import agents

IDENTITIES = {
    "user_id",
    "act_as",
    "acting_as",
    "on_behalf_of",
    "owner",
    "owner_id",
    "agent_id",
    "asker",
    "caller",
}
MARK = "Xyzzy murmur"


def token(stage: Stage, *scopes: str) -> str:
    """Return a token of ash with these scopes and no others."""
    spec = CredentialSpec("narrow", scopes)
    return credentials.issue(
        principal=stage.principal("si:ash"), spec=spec, by=stage.admin(), now=stage.clock()
    )[1]


def listed(held: str) -> list[Tool]:
    return agents.talk(held, lambda client: client.list_tools()).tools


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Return every object inside a schema, itself included."""
    if isinstance(schema, dict):
        yield schema
        schema = list(schema.values())
    for inner in schema if isinstance(schema, list) else ():
        yield from objects(inner)


def test_every_schema_is_one_flat_object_without_references(story: Stage) -> None:
    for tool in listed(story.token("si:ash")):
        assert tool.input_schema["type"] == "object", tool.name
        assert not {"anyOf", "oneOf", "allOf", "not", "if"} & tool.input_schema.keys(), tool.name
        for inner in objects(tool.input_schema):
            assert not {"$ref", "$defs", "definitions", "x-mcp-header"} & inner.keys(), tool.name


def test_every_tool_says_what_it_does_to_the_store(story: Stage) -> None:
    for tool in listed(story.token("si:ash")):
        hints = tool.annotations
        assert hints is not None
        assert None not in {hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint}, tool.name
        assert not (hints.read_only_hint and hints.destructive_hint), tool.name
    reading = {
        "memory_recall",
        "memory_get",
        "context_show",
        "privacy_audit",
        "privacy_explain",
        "consent_list",
        "profile_get",
        "prompt_build",
    }
    assert {name for name, tool in TOOLS.items() if tool.effects.reads} == reading


def test_no_tool_takes_an_identity_or_its_own_stack(story: Stage) -> None:
    for tool in listed(story.token("si:ash")):
        assert not IDENTITIES & tool.input_schema["properties"].keys(), tool.name
        assert "visibility" not in tool.input_schema["properties"], tool.name


@pytest.mark.parametrize("scope", sorted({tool.scope for tool in TOOLS.values()}))
def test_a_token_is_shown_the_tools_of_its_scopes_alone(scope: str, story: Stage) -> None:
    shown = {tool.name for tool in listed(token(story, scope))}
    assert shown == {name for name, tool in TOOLS.items() if tool.scope == scope}


def test_nobody_keeps_a_list_that_depends_on_a_token(story: Stage) -> None:
    found = agents.talk(story.token("si:ash"), lambda client: client.list_tools())
    assert (found.ttl_ms, found.cache_scope) == (0, "private")


def test_stored_text_never_reaches_a_name_a_description_or_a_schema(story: Stage) -> None:
    held = story.token("si:ash")
    before = [tool.model_dump() for tool in listed(held)]
    agents.call(held, "memory_add", content=MARK, title=MARK, tags=[MARK], kind="playbook")
    after = [tool.model_dump() for tool in listed(held)]
    assert before == after and MARK not in str(after)
