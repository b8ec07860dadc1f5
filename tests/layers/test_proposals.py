"""An agent proposes, the person answers; nobody else does."""

from __future__ import annotations

from typing import Any

import pytest

from audit import actions
from profiles.models import ProfileProposal
from tests.layers.people import KIM, LUNA, SEAN, TELEGRAM, done, fields, gateway, own, violations
from tests.profiles.conftest import Ask

FOR_SEAN = {"X-On-Behalf-Of": TELEGRAM}


def proposed(ask: Ask, **changes: Any) -> str:
    """Have luna propose something for sean's profile; returns its id."""
    body = {"fields": changes or {"tone": "warm"}, "reason": "you said so"}
    return str(ask(gateway(), "PATCH", "profile", body, **FOR_SEAN).json()["id"])


def test_what_is_proposed_is_listed_and_taken(ask: Ask) -> None:
    one, sean = proposed(ask), own(SEAN)
    (item,) = ask(sean, "GET", "proposals").json()["items"]
    assert (item["id"], item["kind"], item["changes"], item["reason"]) == (
        one, "profile", {"tone": "warm"}, "you said so",
    )  # fmt: skip
    taken = ask(sean, "POST", f"proposals/{one}/accept", {})
    assert (taken.status_code, taken.json()["status"]) == (200, "accepted")
    assert fields(ask(sean, "GET", "profile")) == {"tone": "warm"}
    assert ask(sean, "GET", "profile/history").json()["items"][0]["way"] == "proposal"
    assert ask(sean, "GET", "proposals").json()["items"] == []
    assert done(actions.PROFILE_ACCEPT) == 1


def test_what_is_declined_changes_nothing(ask: Ask) -> None:
    one, sean = proposed(ask), own(SEAN)
    assert ask(sean, "POST", f"proposals/{one}/decline", {"reason": "no"}).json()["status"] == "declined"
    assert fields(ask(sean, "GET", "profile")) == {} and done(actions.PROFILE_DECLINE) == 1
    assert ask(sean, "POST", f"proposals/{one}/accept", {}).json()["code"] == "not_open"
    assert [one["status"] for one in ask(sean, "GET", "proposals?status=declined").json()["items"]] == [
        "declined"
    ]


def test_another_persons_proposal_is_not_there_and_trying_is_a_violation(ask: Ask) -> None:
    """Seen failing when an answer was found by its id alone."""
    one, kim = proposed(ask), own(KIM)
    assert ask(kim, "GET", "proposals").json()["items"] == []
    for act in ("accept", "decline"):
        hidden = ask(kim, "POST", f"proposals/{one}/{act}", {})
        absent = ask(kim, "POST", f"proposals/pro_{'0' * 32}/{act}", {})
        assert hidden.status_code == absent.status_code == 404
        assert {**hidden.json(), "request_id": ""} == {**absent.json(), "request_id": ""}
    assert ProfileProposal.objects.get().status == "open"
    assert set(violations()) == {("cross_principal_write", KIM)}


def test_the_agent_that_proposed_never_answers_for_the_person(ask: Ask) -> None:
    """Seen failing when `require_own_act` was left out of the answer."""
    one = proposed(ask)
    for act in ("accept", "decline"):
        refused = ask(gateway(), "POST", f"proposals/{one}/{act}", {}, **FOR_SEAN)
        assert (refused.status_code, refused.json()["code"]) == (403, "own_act_required")
    assert ProfileProposal.objects.get().status == "open"
    assert violations() == [("forbidden_write", LUNA)]


def test_the_same_again_is_one_proposal(ask: Ask) -> None:
    assert proposed(ask) == proposed(ask) != proposed(ask, tone="brief")


def test_an_agent_is_told_of_its_own_proposals_alone(ask: Ask) -> None:
    one = proposed(ask)
    ask_as_luna = ask(gateway(), "GET", "proposals", **FOR_SEAN).json()["items"]
    assert [item["id"] for item in ask_as_luna] == [one]


def test_trust_that_is_asked_waits_in_the_same_list(ask: Ask) -> None:
    one, sean = proposed(ask), own(SEAN, "profile", "trust")
    ask(own(LUNA, "trust"), "POST", f"trust/{SEAN}/{LUNA}/request", {"wanted": 0.5, "reason": "care"})
    first, second = ask(sean, "GET", "proposals").json()["items"]
    assert (first["kind"], first["wanted"], second["id"]) == ("trust", 0.5, one)
    page = ask(sean, "GET", "proposals?limit=1").json()
    following = ask(sean, "GET", f"proposals?limit=1&cursor={page['next']}").json()
    assert [page["items"][0]["id"], following["items"][0]["id"]] == [first["id"], one]
    assert ask(sean, "POST", f"proposals/{first['id']}/accept", {}).json()["status"] == "accepted"


@pytest.mark.parametrize("name", ["nonsense", "pro_1", "trq_" + "0" * 32])
def test_what_is_no_proposal_is_not_there(ask: Ask, name: str) -> None:
    assert ask(own(SEAN), "POST", f"proposals/{name}/accept", {}).status_code == 404
