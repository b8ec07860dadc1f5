"""A token that may bring in nobody more is answered alike for whom there is and whom there is not."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import override_settings

from tests.cast import CUSTODIAN, GRANTEE, OUTSIDER, OWNER, custodian, member, principal
from tests.consent.doors import Door

HIDDEN, NOBODY = "human:kim", "human:tim"
PATHS: dict[str, tuple[str, str, Any]] = {
    "subject": ("POST", "memories", lambda who: {"content": f"of {who}", "subject_ids": [who]}),
    "source": ("POST", "memories", lambda who: {"content": f"by {who}", "source_entity": who}),
    "grantee": ("POST", "memories", lambda who: {"content": f"for {who}", "access_grants": [who]}),
    "trust": ("PUT", f"trust/{OWNER}/{{}}", lambda who: {"base_trust": 0.5, "reason": "care"}),
    "context": ("POST", "contexts", lambda who: {"id": "ctx:room", "participants": [{"entity": who}]}),
    "grantor": (
        "POST", "consents", lambda who: {"grantor": who, "grantee": OWNER, "scope": "all", "purpose": "care"}
    ),
}  # fmt: skip


@pytest.fixture
def used_up(db: object, door: Door) -> Door:
    """The door, where the owner's token has brought in as many entities as it may."""
    principal(HIDDEN)
    custodian("dog:bella", CUSTODIAN)
    member("group:care", OWNER)
    body = {"content": "told", "subject_ids": ["dog:rex", "dog:bella"], "access_grants": [GRANTEE]}
    assert door(OWNER, "POST", "memories", body).status_code == 201
    return door


def answer(door: Door, place: str, who: str) -> tuple[int, str]:
    method, path, body = PATHS[place]
    said = door(OWNER, method, path.format(who), body(who))
    return said.status_code, said.json().get("code", "")


@override_settings(MEMORY_ADMIN_REGISTRATION_QUOTA=2)
@pytest.mark.parametrize("place", PATHS)
def test_a_hidden_entity_is_answered_as_one_that_is_not_there(used_up: Door, place: str) -> None:
    """Seen failing when only those that would have been new were refused: each name that passed was there."""
    assert answer(used_up, place, HIDDEN) == answer(used_up, place, NOBODY)


@override_settings(MEMORY_ADMIN_REGISTRATION_QUOTA=2)
@pytest.mark.parametrize("who", [OWNER, GRANTEE, "dog:rex", "dog:bella", "group:care", "*"])
def test_whom_a_token_knows_or_named_it_goes_on_naming(used_up: Door, who: str) -> None:
    assert answer(used_up, "grantee", who)[0] == 201
    if who not in {"*", OWNER}:
        assert answer(used_up, "subject", who)[0] == 201


def test_a_token_with_room_names_anybody(used_up: Door) -> None:
    assert [answer(used_up, "subject", who)[0] for who in (HIDDEN, NOBODY, OUTSIDER)] == [201, 201, 201]
