"""Requests as the description of the doors writes them, sent by a program that read nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from audit.models import Event
from tests.cast import CUSTODIAN, GRANTEE, OWNER, custodian
from tests.consent.doors import Door

HEALTH = "ctx:bella_health"


def heart(door: Door) -> str:
    custodian("dog:bella", CUSTODIAN)
    written = door(OWNER, "POST", "memories", {"content": "Bella naps", "subject_ids": ["dog:bella"]})
    return str(written.json()["id"])


@pytest.mark.parametrize("consent", [CUSTODIAN, [CUSTODIAN], None])
def test_who_agreed_to_a_grant_is_named_alone_or_in_a_list(door: Door, consent: object) -> None:
    """Seen failing when `consent` of a grant had to be a list."""
    body = {"grantee": GRANTEE, "consent": consent, "reason": "", "require": False}
    given = door(OWNER, "POST", f"memories/{heart(door)}/grants", body)
    assert given.status_code == 201, given.content
    assert given.json()["missing_consent_from"] == ["dog:bella"]


def test_taking_back_a_grant_keeps_the_reason_it_gives(door: Door) -> None:
    """Seen failing when DELETE took no reason, so that the audit of it had none."""
    memory = heart(door)
    door(OWNER, "POST", f"memories/{memory}/grants", {"grantee": CUSTODIAN})
    assert door(OWNER, "DELETE", f"memories/{memory}/grants/{CUSTODIAN}?reason=left").status_code == 204
    assert Event.objects.get(action="grant.revoke").reason == "left"


@pytest.mark.parametrize("verb", ["make", "enter"])
def test_who_sits_in_a_context_is_listed_by_id_alone(door: Door, verb: str) -> None:
    """Seen failing when every participant had to be an object."""
    others: list[Any] = [CUSTODIAN, {"entity": GRANTEE, "role": "walker"}, OWNER]
    if verb == "make":
        assert door(OWNER, "POST", "contexts", {"id": HEALTH, "participants": others}).status_code == 201
    else:
        body = {"role": None, "participants": others}
        assert door(OWNER, "POST", f"contexts/{HEALTH}/enter", body).status_code == 200
    seats = door(OWNER, "GET", f"contexts/{HEALTH}").json()["participants"]
    assert sorted((one["entity"], one["role"]) for one in seats) == sorted(
        [(CUSTODIAN, None), (GRANTEE, "role:walker"), (OWNER, None)], key=lambda one: one[0]
    )


def test_whoami_names_the_session_and_what_one_answers_to_there(door: Door) -> None:
    """Seen failing when whoami took no session and always said null."""
    seats = [{"entity": OWNER, "role": "role:care_agent"}, {"entity": CUSTODIAN}]
    door(OWNER, "POST", "contexts", {"id": HEALTH, "participants": seats})
    session = door(OWNER, "POST", f"contexts/{HEALTH}/enter", {}).json()["context_session"]
    there = door(OWNER, "GET", f"whoami?context_session={session}").json()
    assert (there["context_session"], there["context"], there["role"]) == (session, HEALTH, "role:care_agent")
    assert there["entities"] == ["*", HEALTH, "role:care_agent", OWNER]
    out = door(OWNER, "GET", "whoami").json()
    assert (out["context_session"], out["context"], out["entities"]) == (None, None, ["*", OWNER])
    other = door(CUSTODIAN, "GET", f"whoami?context_session={session}")
    assert (other.status_code, other.json()["code"]) == (404, "session_unknown")
