"""Each tier at its boundary, through every door that returns memory text, with its own instruction."""

from __future__ import annotations

import math
from typing import Any

import pytest

from consent.models import TrustRelationship
from consent.rules.instructions import INSTRUCTIONS
from consent.rules.tiers import Tier
from consent.services.memories import create
from tests.cast import NOW, OUTSIDER, OWNER, caller, draft, principal
from tests.conftest import Database
from tests.golden.scenarios import SCENARIOS
from tests.safety.outside import client, token_of

BOUNDARIES: list[tuple[float | None, str]] = [
    (1.0, "full"), (0.9999, "partial"), (0.75, "partial"), (0.7499, "summary"), (0.5, "summary"),
    (0.4999, "metadata"), (0.25, "metadata"), (0.2499, "hint"), (0.0, "hint"), (None, "hint"),
    (1.0001, "hint"), (-0.1, "hint"), (math.nan, "hint"), (math.inf, "hint"),
]  # fmt: skip


def told(name: str) -> str:
    fields = SCENARIOS[name]
    return create(
        draft(
            fields.content,
            kind=fields.kind,
            title=fields.title,
            summary=fields.summary,
            context_summary=fields.context_summary,
            tags=fields.tags,
            location=dict(fields.location),
            occurred_at=fields.when,
            forbidden_terms=fields.forbidden_terms,
            redactions=tuple(dict(rule) for rule in fields.redactions),
            access_grants=(OUTSIDER,),
        ),
        by=caller(OWNER),
        now=NOW,
    ).public_id


def trusting(value: float | None) -> None:
    TrustRelationship.objects.update_or_create(
        owner=principal(OWNER),
        accessor=principal(OUTSIDER),
        defaults={"base_trust": value, "last_updated": NOW},
    )


def recalled(token: str, query: str) -> dict[str, Any]:
    found: dict[str, Any] = client(token).post("/api/v1/recall", {"query": query}, format="json").json()
    return found


def test_every_door_shows_the_tier_of_each_boundary(db: Database) -> None:
    memory, token = told("strategy_meeting"), token_of(OUTSIDER)
    for value, tier in BOUNDARIES:
        trusting(value)
        got = client(token).get(f"/api/v1/memories/{memory}").json()
        (listed,) = client(token).get("/api/v1/memories").json()["items"]
        (searched,) = client(token).get("/api/v1/memories?q=conversation").json()["items"]
        (item,) = recalled(token, "conversation 2026")["items"]
        assert {got["tier"], listed["tier"], searched["tier"], item["tier"]} == {tier}, value
        assert got["content"] == listed["content"] == searched["content"] == item["content"]


def test_what_happened_in_june_2025_finds_the_hint_and_nothing_else_of_it(db: Database) -> None:
    memory, token = told("car_accident"), token_of(OUTSIDER)
    trusting(0.0)
    answer = recalled(token, "What happened in June 2025?")
    (item,) = answer["items"]
    assert (item["memory_id"], item["tier"], item["title"], item["date"], item["content"]) == (
        memory, "hint", "", "mid-2025", "Significant personal incident with lasting impact",
    )  # fmt: skip
    system = answer["messages"][0]
    assert system["role"] == "system"
    assert f"{memory}: {INSTRUCTIONS[Tier.HINT]}" in system["content"]
    assert answer["validation"]["required"] is True
    for word in ("accident", "Highway", "101", "surgery", "PTSD", "Francisco", "hospital"):
        assert word not in str(answer["messages"])
        assert recalled(token, word)["items"] == []


@pytest.mark.parametrize("value", [0.8, 0.6, 0.3])
def test_what_was_left_out_of_a_meeting_is_found_by_no_word(db: Database, value: float) -> None:
    told("strategy_meeting")
    token = token_of(OUTSIDER)
    trusting(value)
    assert len(recalled(token, "strategy")["items"]) == 1
    for word in ("luna", "robotics", "supplier", "delays", "million", "market", "Freedonia"):
        assert recalled(token, word)["items"] == [], word
