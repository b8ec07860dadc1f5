"""The tools of profiles and prompts: what a model asks stays a proposal, and no tool names a person."""

from __future__ import annotations

from typing import Any

import pytest

from profiles.models import PrincipalProfile, ProfileProposal
from tests.consent.doors import token
from tests.mcp import agents

SCOPES = ("profile", "recall", "session")
SEAN, LUNA = "human:sean", "si:luna_agent"


def said(held: str, tool: str, **arguments: Any) -> tuple[bool, dict[str, Any]]:
    answer = agents.call(held, tool, **arguments)
    return bool(answer.is_error), dict(answer.structured_content or {})


def test_what_a_model_asks_stays_a_proposal_even_with_the_persons_token(db: object) -> None:
    """Seen failing when the tool wrote where the token was the person's own."""
    held = token(SEAN, *SCOPES)
    failed, answer = said(held, "profile_propose", fields={"tone": "warm"}, reason="asked for")
    assert not failed and (answer["status"], answer["changes"]) == ("open", {"tone": "warm"})
    assert not PrincipalProfile.objects.exists() and ProfileProposal.objects.count() == 1
    assert said(held, "profile_get")[1]["fields"] == {}


def test_a_prompt_is_of_the_tokens_principal(db: object) -> None:
    failed, answer = said(token(SEAN, *SCOPES), "prompt_build", session_id="s1")
    assert not failed and (answer["principal"], answer["layers"]) == (SEAN, [])


def test_a_gateway_names_nobody_here_so_nothing_is_built(db: object) -> None:
    failed, answer = said(token(LUNA, *SCOPES, "gateway"), "prompt_build")
    assert failed and answer["code"] == "identity_unresolved"


@pytest.mark.parametrize("argument", ["caller", "principal", "on_behalf_of", "principal_id"])
@pytest.mark.parametrize("tool", ["profile_get", "profile_propose", "prompt_build"])
def test_no_tool_takes_whom_it_is_about(db: object, tool: str, argument: str) -> None:
    given: dict[str, Any] = {"fields": {"tone": "warm"}} if tool == "profile_propose" else {}
    failed, answer = said(token(LUNA, *SCOPES), tool, **given, **{argument: SEAN})
    assert failed and answer["code"] == "unknown_field"


def test_what_is_recalled_into_a_prompt_stands_between_fences_alone(db: object) -> None:
    held = token(LUNA, *SCOPES, "memory")
    agents.call(held, "memory_add", content="tea was too strong")
    failed, answer = said(held, "prompt_build", query="tea", recall={"limit": 3})
    (item,) = answer["recalled"]["items"]
    assert not failed and "content" not in item
    assert "too strong" in answer["messages"][-1]["content"]
