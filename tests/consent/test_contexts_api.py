"""Contexts at the REST door."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cast import CUSTODIAN, GRANTEE, OUTSIDER, OWNER, custodian
from tests.consent.doors import Door

HEALTH = "ctx:bella_health"
BODY: dict[str, Any] = {
    "id": HEALTH,
    "participants": [{"entity": CUSTODIAN}, {"entity": OWNER, "role": "role:care_agent"}],
    "default_access_grants": None,
    "consent_for": ["dog:bella"],
}


@pytest.fixture
def health(door: Door) -> Door:
    custodian("dog:bella", CUSTODIAN)
    made = door(CUSTODIAN, "POST", "contexts", BODY)
    assert made.status_code == 201, made.content
    assert made.json()["consents"] == [{"subject": "dog:bella", "status": "active"}]
    assert made["ETag"] == '"1"'
    return door


def test_bellas_health_context_from_making_it_to_leaving(health: Door) -> None:
    session = health(OWNER, "POST", f"contexts/{HEALTH}/enter", {"role": None}).json()
    assert (session["context"], session["role"], session["left_at"]) == (HEALTH, "role:care_agent", None)
    written = health(
        OWNER,
        "POST",
        "memories",
        {
            "content": "Bella has a murmur",
            "subject_ids": ["dog:bella"],
            "context_session": session["context_session"],
        },
    )
    assert written.status_code == 201
    sean = health(CUSTODIAN, "POST", f"contexts/{HEALTH}/enter", {}).json()["context_session"]
    recalled = health(CUSTODIAN, "POST", "recall", {"query": "murmur", "context_session": sean}).json()
    assert [one["memory_id"] for one in recalled["items"]] == [written.json()["id"]]
    current = health(OWNER, "GET", "contexts/current").json()["sessions"]
    assert current == [session]
    left = health(OWNER, "POST", "contexts/leave", {"context_session": session["context_session"]})
    assert left.json()["left_at"] is not None
    assert health(OWNER, "GET", "contexts/current").json() == {"sessions": []}


def test_hidden_and_absent_are_the_same_404(health: Door) -> None:
    for method, path, body in (
        ("GET", "contexts/{}", None),
        ("POST", "contexts/{}/enter", {}),
        ("PATCH", "contexts/{}", {"participants": [], "version": 1}),
    ):
        hidden = health(OUTSIDER, method, path.format(HEALTH), body)
        assert hidden.status_code == 404
        if "enter" not in path:
            absent = health(OUTSIDER, method, path.format("ctx:nowhere"), body)
            bodies = [{k: v for k, v in one.json().items() if k != "request_id"} for one in (hidden, absent)]
            assert bodies[0] == bodies[1]
    assert health(OUTSIDER, "POST", "contexts", BODY | {"consent_for": []}).status_code == 404
    assert health(OUTSIDER, "GET", "contexts").json()["items"] == []


def test_an_edit_needs_the_version_and_says_who_must_renew(health: Door) -> None:
    seats = [*BODY["participants"], {"entity": GRANTEE}]
    assert health(CUSTODIAN, "PATCH", f"contexts/{HEALTH}", {"participants": seats}).status_code == 400
    assert (
        health(OWNER, "PATCH", f"contexts/{HEALTH}", {"participants": seats, "version": 1}).status_code == 403
    )
    done = health(CUSTODIAN, "PATCH", f"contexts/{HEALTH}", {"participants": seats}, **{"If-Match": '"1"'})
    assert (done.status_code, done.json()["version"], done.json()["renew_from"]) == (200, 2, [CUSTODIAN])
    stale = health(CUSTODIAN, "PATCH", f"contexts/{HEALTH}", {"default_access_grants": [], "version": 1})
    assert stale.status_code == 409
    kept = health(
        CUSTODIAN, "PATCH", f"contexts/{HEALTH}", {"default_access_grants": [], "version": 2}
    ).json()
    assert (len(kept["participants"]), kept["default_access_grants"]) == (3, [])
    back = health(
        CUSTODIAN, "PATCH", f"contexts/{HEALTH}", {"default_access_grants": None, "version": 3}
    ).json()
    assert back["default_access_grants"] is None


def test_entering_a_context_that_is_not_there_makes_it(door: Door) -> None:
    body = {"role": "friend", "participants": [{"entity": GRANTEE}]}
    session = door(OWNER, "POST", "contexts/ctx:dog_park/enter", body)
    assert (session.status_code, session.json()["role"]) == (200, "role:friend")
    shown = door(GRANTEE, "GET", "contexts/ctx:dog_park").json()
    assert shown["owner"] == OWNER
    assert shown["participants"] == [
        {"entity": OWNER, "role": "role:friend", "came": True},
        {"entity": GRANTEE, "role": None, "came": False},
    ]


def test_bad_input_is_an_answer(door: Door) -> None:
    for body, status in (
        (BODY | {"id": "group:x"}, 422),
        (BODY | {"id": ""}, 400),
        (BODY | {"participants": [{"entity": "group:x"}]}, 422),
        (BODY | {"participants": [{"entity": OWNER, "seat": 1}]}, 400),
        (BODY | {"owner": OUTSIDER}, 400),
    ):
        assert door(CUSTODIAN, "POST", "contexts", body).status_code == status
    assert door(CUSTODIAN, "POST", "contexts/leave", {}).status_code == 400
    assert door(CUSTODIAN, "GET", "contexts/current?context_session=ctxs_0").status_code == 404


def test_the_same_key_makes_one_session(health: Door) -> None:
    answers = [
        health(OWNER, "POST", f"contexts/{HEALTH}/enter", {}, **{"Idempotency-Key": "e"}).json()
        for _ in range(2)
    ]
    assert answers[0] == answers[1]
    assert len(health(OWNER, "GET", "contexts/current").json()["sessions"]) == 1
