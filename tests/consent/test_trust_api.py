"""Trust at the REST door."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cast import GRANTEE, OUTSIDER, OWNER, principal
from tests.consent.doors import Door

PATH = f"trust/{OWNER}/{GRANTEE}"


def test_an_owner_sets_reads_and_remembers_its_trust(door: Door) -> None:
    principal(GRANTEE)
    for value in (0.75, 0.5):
        done = door(OWNER, "PUT", PATH, {"base_trust": value, "reason": f"now {value}"})
        assert (done.status_code, done.json()["base_trust"]) == (200, value)
    assert door(OWNER, "GET", PATH).json()["version"] == 2
    history = door(OWNER, "GET", f"{PATH}/history").json()["items"]
    assert [(one["base_trust"], one["reason"]) for one in history] == [(0.75, "now 0.75"), (0.5, "now 0.5")]
    theirs = door(GRANTEE, "GET", PATH).json()
    assert (theirs["base_trust"], theirs["reason"]) == (0.5, None)
    assert door(GRANTEE, "GET", f"{PATH}/history").status_code == 404


@pytest.mark.parametrize("value", [None, -0.1, 1.1, "1", True, []])
def test_a_value_that_is_no_trust_is_400(door: Door, value: Any) -> None:
    principal(GRANTEE)
    answer = door(OWNER, "PUT", PATH, {"base_trust": value})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["base_trust"])


def test_hidden_and_absent_are_the_same_404(door: Door) -> None:
    principal(GRANTEE)
    door(OWNER, "PUT", PATH, {"base_trust": 0.5})
    for method, body in (("GET", None), ("PUT", {"base_trust": 0.1})):
        bodies = []
        for path in (PATH, f"trust/human:nobody/{GRANTEE}", "trust/nonsense/*"):
            answer = door(OUTSIDER, method, path, body)
            assert answer.status_code == 404
            bodies.append({k: v for k, v in answer.json().items() if k != "request_id"})
        assert bodies[0] == bodies[1] == bodies[2]


def test_a_request_is_answered_alike_whether_or_not_the_owner_exists(door: Door) -> None:
    principal(OWNER)
    for owner in (OWNER, "human:nobody"):
        answer = door(
            GRANTEE, "POST", f"trust/{owner}/{GRANTEE}/request", {"wanted": 1.0, "reason": "please"}
        )
        assert answer.status_code == 202
        assert answer.json() == {"owner": owner, "accessor": GRANTEE, "wanted": 1.0, "status": "requested"}
    assert door(OUTSIDER, "POST", f"{PATH}/request", {"wanted": 1.0}).status_code == 404


def test_the_accessor_is_told_to_ask(door: Door) -> None:
    answer = door(GRANTEE, "PUT", PATH, {"base_trust": 1.0})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_raising_needs_the_scope_and_the_answer_names_it(door: Door) -> None:
    principal(GRANTEE)
    door(OWNER, "PUT", PATH, {"base_trust": 0.5})
    answer = door(OWNER, "PUT", PATH, {"base_trust": 0.75})
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
    assert 'scope="trust:raise"' in answer["WWW-Authenticate"]


def test_a_context_and_the_default_are_relationships_of_their_own(door: Door) -> None:
    door(OWNER, "PUT", PATH, {"base_trust": 0.5, "context": "ctx:dog_park"})
    door(OWNER, "PUT", f"trust/{OWNER}/*", {"base_trust": 0.25})
    assert door(OWNER, "GET", PATH).status_code == 404
    assert door(OWNER, "GET", f"{PATH}?context=ctx:dog_park").json()["base_trust"] == 0.5
    assert door(OWNER, "GET", f"trust/{OWNER}/*").json()["accessor"] == "*"
    assert door(GRANTEE, "GET", f"trust/{OWNER}/*").status_code == 404


def test_if_match_must_be_the_version_that_is_there(door: Door) -> None:
    principal(GRANTEE)
    first = door(OWNER, "PUT", PATH, {"base_trust": 0.5})
    assert first["ETag"] == '"1"'
    assert door(OWNER, "PUT", PATH, {"base_trust": 0.4}, **{"If-Match": '"2"'}).status_code == 409
    assert door(OWNER, "PUT", PATH, {"base_trust": 0.4}, **{"If-Match": '"1"'}).status_code == 200
