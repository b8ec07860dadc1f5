"""S10: refusals that once said the wrong thing, read as the person who gets them would."""

from __future__ import annotations

from typing import Any

from tests.safety.problems import wrong_with
from tests.safety.whole_api import Row, Stage


def detail(response: Any, status: int, code: str) -> str:
    """Return the sentence of a refusal that has this status and code."""
    assert wrong_with(response, {status}, {code}) == []
    return str(response.json()["detail"])


def test_the_detail_names_the_value_and_says_how_many_more(stage: Stage) -> None:
    body = {"content": "", "kind": "rumour", "trust": 2}
    said = detail(stage.play(Row("POST", "/memories", body=body)), 400, "invalid")
    assert said.startswith("kind: Must be one of: raw")
    assert said.endswith("And 2 more: see errors.")
    one = detail(stage.play(Row("GET", "/memories", query="?limit=201")), 400, "limit_too_large")
    assert one == "limit: Must be at most 200."


def test_an_owner_who_does_not_sit_in_its_context_is_told_so_and_others_are_not(fresh: Stage) -> None:
    edit = Row("PATCH", "/contexts/{context}", body={"participants": [], "version": 1})
    assert fresh.play(edit).status_code == 200
    enter = Row("POST", "/contexts/{context}/enter", body={})
    assert "list yourself" in detail(fresh.play(enter), 422, "not_listed")
    other = Row("POST", "/contexts/{context}/enter", "outsider", {})
    detail(fresh.play(other), 404, "not_found")


def test_what_was_denied_is_not_said_to_be_unasked(fresh: Stage) -> None:
    by_denial = Row("POST", "/consents/{consent}/deny", "custodian", {})
    assert fresh.play(by_denial).status_code == 200
    revoke = Row("POST", "/consents/{consent}/revoke", "custodian", {})
    assert detail(fresh.play(revoke), 409, "not_active").startswith("This is denied already")


def test_a_place_is_taken_away_by_null(fresh: Stage) -> None:
    there = Row("PATCH", "/memories/{note}", body={"location": {"city": "Austin"}, "version": 1})
    assert fresh.play(there).json()["location"] == {"city": "Austin"}
    gone = fresh.play(Row("PATCH", "/memories/{note}", body={"location": None, "version": 2}))
    assert (gone.status_code, gone.json()["location"]) == (200, None)


def test_a_repeated_grant_is_answered_as_it_stands_today(fresh: Stage) -> None:
    share, key = (
        Row("POST", "/memories/{note}/grants", body={"grantee": "human:sean"}),
        {"Idempotency-Key": "one"},
    )
    assert fresh.play(share, **key).json()["effective"] is True
    assert fresh.play(Row("DELETE", "/memories/{note}/grants/human:sean")).status_code == 204
    again = fresh.play(share, **key)
    assert (again.status_code, again.json()["effective"]) == (201, False)
    assert fresh.play(Row("GET", "/memories/{note}")).json()["access_grants"] == []
