"""Requests as the description of the doors writes them, sent by a program that read nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from audit.models import Event
from tests.cast import CUSTODIAN, GRANTEE, OWNER, custodian
from tests.consent.doors import SCOPES, Door, token
from tests.safety.outside import client

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


def test_a_memory_is_forgotten_from_the_version_that_was_read_where_it_is_named(door: Door) -> None:
    """Seen failing when If-Match was taken of a DELETE and not looked at."""
    memory, owner = heart(door), client(token(OWNER))
    assert door(OWNER, "PATCH", f"memories/{memory}", {"version": 1, "title": "Noon"}).status_code == 200
    address = f"/api/v1/memories/{memory}"
    stale = owner.delete(address, HTTP_IF_MATCH='"1"')
    assert (stale.status_code, stale.json()["code"]) == (409, "version_conflict")
    assert owner.get(address).json()["title"] == "Noon"
    assert owner.delete(address, HTTP_IF_MATCH='"2"').status_code == 204
    assert owner.delete(f"/api/v1/memories/{heart(door)}").status_code == 204


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


def test_memories_are_narrowed_by_provenance_and_ones_own_by_application(door: Door) -> None:
    """Seen failing when neither could be asked for."""
    walker = token(OWNER, *SCOPES, application="walker")
    said = {"content": "The park opens at seven", "access_grants": ["*"], "source": {"type": "user_message"}}
    park = door(walker, "POST", "memories", said).json()["id"]
    door(OWNER, "POST", "memories", {"content": "The gate is green", "access_grants": ["*"]})

    def found(who: str, query: str) -> list[str]:
        return [one["id"] for one in door(who, "GET", f"memories?{query}").json()["items"]]

    assert found(GRANTEE, "provenance=user_provided") == [park]
    assert found(OWNER, "application=walker") == [park] and found(OWNER, "application=nobody") == []
    assert found(OWNER, "q=park&application=walker") == [park]
    # Others are not told which application wrote it, by a list that is short either.
    assert found(GRANTEE, "application=walker") == []
    assert door(OWNER, "GET", "memories?provenance=much").status_code == 400


def test_a_recall_is_narrowed_to_a_context(door: Door) -> None:
    """Seen failing when a recall took every filter but this one."""
    session = door(OWNER, "POST", f"contexts/{HEALTH}/enter", {}).json()["context_session"]
    inside = {"content": "Bella naps", "context_session": session}
    there = door(OWNER, "POST", "memories", inside).json()["id"]
    door(OWNER, "POST", "memories", {"content": "Bella naps at home"})
    found = door(OWNER, "POST", "recall", {"query": "naps", "context": HEALTH}).json()["items"]
    assert [one["memory_id"] for one in found] == [there]


def test_deliveries_are_narrowed_to_what_an_application_asked(door: Door) -> None:
    """Seen failing when they could be paged only."""
    memory = door(OWNER, "POST", "memories", {"content": "Bella naps"}).json()["id"]
    for asker in (OWNER, token(OWNER, *SCOPES, application="walker")):
        door(asker, "GET", f"memories/{memory}")
    auditor = token(OWNER, "audit")
    every = door(auditor, "GET", f"memories/{memory}/deliveries").json()["items"]
    some = door(auditor, "GET", f"memories/{memory}/deliveries?application=walker").json()["items"]
    assert (len(every), [one["application"] for one in some]) == (2, ["walker"])
