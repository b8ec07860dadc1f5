"""Consents at the REST door: statuses, shapes, sameness of answers, receipts, the record of refusals."""

from __future__ import annotations

from typing import Any

import pytest

from audit.models import Event
from consent.models import Consent, Memory
from tests.cast import CUSTODIAN, GRANTEE, OUTSIDER, OWNER, custodian, principal
from tests.consent.doors import Door

BODY = {"grantor": "dog:bella", "grantee": GRANTEE, "scope": "subject:dog:bella", "purpose": "care"}


@pytest.fixture
def bella(door: Door) -> Door:
    custodian("dog:bella", CUSTODIAN)
    return door


def ask(door: Door, who: str = OWNER, **changes: Any) -> dict[str, Any]:
    answer = door(who, "POST", "consents", BODY | changes)
    assert answer.status_code == 202, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_a_consent_given_is_201_and_one_asked_for_202(bella: Door) -> None:
    given = bella(CUSTODIAN, "POST", "consents", BODY)
    assert (given.status_code, given.json()["status"], given.json()["evidence"]) == (
        201,
        "active",
        "verified",
    )
    assert given.json()["grantor"] == CUSTODIAN
    assert ask(bella, grantee=OUTSIDER)["status"] == "requested"


def test_the_day_of_a_consent_from_request_to_withdrawal(bella: Door) -> None:
    request = ask(bella)["id"]
    assert bella(OWNER, "GET", f"consents/{request}").json()["status"] == "requested"
    inbox = bella(CUSTODIAN, "GET", "consents?status=requested").json()["items"]
    assert [one["id"] for one in inbox] == [request]
    assert bella(CUSTODIAN, "POST", f"consents/{request}/approve", {}).json()["status"] == "active"
    assert bella(GRANTEE, "GET", f"consents/{request}").json()["status"] == "active"
    gone = bella(CUSTODIAN, "POST", f"consents/{request}/revoke", {"reason": "enough"})
    assert (gone.status_code, gone.json()["status"], gone.json()["reason"]) == (200, "revoked", "enough")
    assert bella(GRANTEE, "GET", f"consents/{request}").json()["reason"] is None
    actions = Event.objects.filter(object_id=request).order_by("id").values_list("action", flat=True)
    assert list(actions) == ["consent.request", "consent.approve", "consent.revoke"]


def test_a_request_is_answered_alike_for_all_that_the_asker_may_not_know(bella: Door) -> None:
    written = bella(
        OWNER, "POST", "memories", {"content": "Bella limps", "subject_ids": ["dog:bella"]}
    ).json()["id"]
    known = ask(bella, OUTSIDER)
    lines = [
        ask(bella, OUTSIDER, grantor="human:nobody"),
        ask(bella, OUTSIDER, scope=f"memory:{written}"),
        ask(bella, OUTSIDER, scope="memory:mem_" + "0" * 32),
        ask(bella, OUTSIDER, grantee="si:nobody_ever_named"),
    ]
    same = {"grantor", "grantee", "scope", "id", "requested_at"}
    for line in lines:
        assert {k: v for k, v in line.items() if k not in same} == {
            k: v for k, v in known.items() if k not in same
        }
        later = bella(OUTSIDER, "GET", f"consents/{line['id']}")
        assert (later.status_code, later.json()) == (200, line)
    assert Memory.objects.get().label.solo_memory_id is None


def test_the_same_key_asks_and_gives_once(bella: Door) -> None:
    for who, status in ((CUSTODIAN, 201), (OWNER, 202)):
        answers = [bella(who, "POST", "consents", BODY, **{"Idempotency-Key": "k1"}) for _ in range(2)]
        assert [one.status_code for one in answers] == [status, status]
        assert answers[0].json() == answers[1].json()
        assert (
            bella(
                who, "POST", "consents", BODY | {"purpose": "work"}, **{"Idempotency-Key": "k1"}
            ).status_code
            == 409
        )


@pytest.mark.parametrize("verb", ["approve", "deny", "revoke"])
def test_hidden_and_absent_are_the_same_404(bella: Door, verb: str) -> None:
    request = ask(bella)["id"]
    hidden, absent, odd = (
        bella(OUTSIDER, "POST", f"consents/{one}/{verb}", {})
        for one in (request, "con_" + "0" * 32, "nonsense")
    )
    assert {one.status_code for one in (hidden, absent, odd)} == {404}
    bodies = [{k: v for k, v in one.json().items() if k != "request_id"} for one in (hidden, absent, odd)]
    assert bodies[0] == bodies[1] == bodies[2]


def test_a_refusal_is_on_record(bella: Door) -> None:
    request = ask(bella)["id"]
    assert bella(OWNER, "POST", f"consents/{request}/approve", {}).json()["code"] == "own_request"
    event = Event.objects.get(outcome="refused")
    assert (event.code, event.actor_id) == ("own_request", principal(OWNER).pk)


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"purpose": "marketing"}, 400, "invalid"),
        ({"grantor": "sean"}, 400, "invalid"),
        ({"scope": "memory:mem_short"}, 400, "invalid"),
        ({"expires_at": "2026-01-01T00:00:00"}, 400, "naive_time"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, 422, "refused"),
        ({"status": "active"}, 400, "unknown_field"),
        ({"evidence": "verified"}, 400, "unknown_field"),
        ({"reason": "\ud800"}, 400, "bad_text"),
        ({"grantee": None}, 400, "invalid"),
    ],
)
def test_bad_input_is_an_answer(bella: Door, change: dict[str, Any], status: int, code: str) -> None:
    answer = bella(CUSTODIAN, "POST", "consents", BODY | change)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Consent.objects.exists()


def test_lists_page_filter_and_refuse_what_they_do_not_know(bella: Door) -> None:
    for name in ("si:a", "si:b", "si:c"):
        ask(bella, grantee=name)
    first = bella(OWNER, "GET", "consents?limit=2&role=asker").json()
    second = bella(OWNER, "GET", f"consents?limit=2&role=asker&cursor={first['next']}").json()
    assert [one["grantee"] for one in first["items"] + second["items"]] == ["si:c", "si:b", "si:a"]
    back = bella(OWNER, "GET", f"consents?limit=2&role=asker&cursor={second['previous']}").json()
    assert back["items"] == first["items"]
    assert len(bella(OWNER, "GET", "consents?scope=subject:dog:bella").json()["items"]) == 3
    assert bella(OWNER, "GET", "consents?scope=subject:dog:max").json()["items"] == []
    for wrong in ("role=boss", "status=maybe", "scope=everything", "limit=201", "grantor=human:sean"):
        assert bella(OWNER, "GET", f"consents?{wrong}").status_code == 400


def test_a_receipt_says_who_may_read_what_until_when_and_how_to_take_it_back(bella: Door) -> None:
    given = bella(CUSTODIAN, "POST", "consents", BODY | {"expires_at": "2030-01-01T00:00:00Z"}).json()
    receipt = bella(CUSTODIAN, "GET", f"consents/{given['id']}/receipt").json()
    purpose = receipt["purposes"][0]
    assert receipt["pii_principal"] == CUSTODIAN
    assert purpose["recipients"] == [{"entity": GRANTEE, "through": "itself"}]
    assert (purpose["purpose"], purpose["lawful_basis"]) == ("care", "consent")
    assert purpose["retention_until"] == given["expires_at"]
    assert receipt["withdrawal_method"]["address"].endswith(f"/api/v1/consents/{given['id']}/revoke")
    assert [(one["event_type"], one["entity"]) for one in receipt["events"]] == [
        ("consent.record", CUSTODIAN)
    ]
    theirs = bella(GRANTEE, "GET", f"consents/{given['id']}/receipt").json()
    assert [one["entity"] for one in theirs["events"]] == [None]
    assert bella(OUTSIDER, "GET", f"consents/{given['id']}/receipt").status_code == 404
    assert Event.objects.filter(action="consent.receipt", object_id=given["id"]).count() == 2


def test_the_scope_of_a_token_is_asked_for_first(bella: Door) -> None:
    from tests.consent.doors import token

    answer = bella(token(OUTSIDER, "memory"), "POST", "consents", BODY)
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
