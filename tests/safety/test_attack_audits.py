"""Sharing a memory with a group tells nobody who is in it; whom a memory is about learns who sees it."""

from __future__ import annotations

from typing import Any

import pytest

from consent.models import Participant
from consent.rules.contexts import Outline, Seat
from consent.services.contexts import create as make_context
from consent.services.memories import create
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, caller, custodian, draft, member, principal
from tests.consent.doors import token
from tests.safety.outside import client

GROUP, CLINIC = "group:care_team", "ctx:clinic"


@pytest.fixture
def insiders(db: Any) -> None:
    member(GROUP, GRANTEE)
    make_context(Outline(CLINIC, (Seat(GRANTEE),)), by=caller(CUSTODIAN), now=NOW)
    principal(OUTSIDER)
    assert Participant.objects.count() == 2


def written(*grantees: str, **more: Any) -> str:
    return create(
        draft("the gate is green", access_grants=grantees, **more), by=caller(OWNER), now=NOW
    ).public_id


def seen_by(who: str, memory: str) -> list[str]:
    found = client(token(who, "privacy")).get(f"/api/v1/privacy/audit?memory={memory}").json()
    return [one["entity"] for one in found["items"][0]["visible_to"]]


@pytest.mark.parametrize("grantee", [GROUP, CLINIC])
def test_an_owner_is_not_told_who_is_in_what_it_shared_with(insiders: None, grantee: str) -> None:
    """Seen failing when an audit listed everyone inside: any agent could ask who is in any group."""
    assert seen_by(OWNER, written(grantee)) == [OWNER, grantee]


@pytest.mark.parametrize("grantee", [GROUP, CLINIC])
def test_an_owner_that_is_inside_is_told_who_else_is(insiders: None, grantee: str) -> None:
    member(GROUP, OWNER)
    Participant.objects.create(context_id=principal(CLINIC).pk, principal=principal(OWNER), added_at=NOW)
    assert GRANTEE in seen_by(OWNER, written(grantee))


def test_a_custodian_is_told_everyone_who_sees_what_is_about_its_ward(insiders: None) -> None:
    custodian("dog:bella", CUSTODIAN)
    memory = written(GROUP, subject_ids=("dog:bella",))
    client(token(CUSTODIAN, "consent")).post(
        "/api/v1/consents",
        {"grantor": CUSTODIAN, "grantee": GROUP, "scope": "subject:dog:bella", "purpose": "care"},
        format="json",
    )
    assert seen_by(CUSTODIAN, memory) == [OWNER, GROUP, GRANTEE]
    assert seen_by(OWNER, memory) == [OWNER, GROUP]


@pytest.mark.parametrize("grantee", [GROUP, CLINIC])
def test_trying_a_grant_tells_no_more(insiders: None, grantee: str) -> None:
    """Seen failing when a what-if question named everyone inside."""
    asked = {"grant": {"memory": written(), "grantee": grantee}}
    found = client(token(OWNER, "privacy")).post("/api/v1/access/simulate", asked, format="json").json()
    assert [(one["principal"], one["change"]) for one in found["items"]] == [(grantee, "gains")]
