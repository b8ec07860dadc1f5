"""The way of somebody who has never seen it: an agent made, denied, agreed to, found and trusted less."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from tests.pages.stage import STAFF, link_for, nobody
from tests.pages.test_running_the_directory import LUNA, issued
from tests.safety.outside import client as over_rest

FACT = "Bella has a heart murmur and rests after lunch"


def made(boss: Client, *entities: str) -> None:
    for entity in entities:
        assert boss.post("/principals/new/", {"id": entity}).status_code == 302


def entered(entity: str, role: str = "") -> Client:
    client = nobody()
    assert client.post(link_for(entity, role)).status_code == 302
    return client


def recalled(token: str, query: str = "heart murmur") -> dict[str, Any]:
    answer: dict[str, Any] = over_rest(token).post("/api/v1/recall", {"query": query}, format="json").json()
    return answer


def validated(token: str, recall: str, response: str) -> dict[str, Any]:
    body = {"recall_id": recall, "response": response}
    answer: dict[str, Any] = over_rest(token).post("/api/v1/responses/validate", body, format="json").json()
    return answer


def test_from_a_new_agent_denied_to_one_that_is_shown_it_says_too_much_and_is_trusted_less(
    db: object,
) -> None:
    boss = entered(STAFF["administrator"], "administrator")
    made(boss, "si:ash", LUNA, "dog:bella", "human:sean")
    ash, luna = issued(boss, "si:ash"), issued(boss, LUNA)
    appointed = boss.post(
        "/principals/dog:bella/change/custodian/", {"other": "human:sean", "reason": "her person"}
    )
    assert appointed.status_code == 302

    # It is denied, and the page says why.
    body = {
        "content": FACT,
        "context_summary": "the health of a dog",
        "subject_ids": ["dog:bella"],
        "access_grants": [LUNA],
    }
    memory = over_rest(ash).post("/api/v1/memories", body, format="json").json()["id"]
    assert recalled(luna)["items"] == []
    why = boss.get(f"/access/?memory={memory}&principal={LUNA}").content.decode()
    assert "cannot see" in why and "everyone who must agree has agreed" in why

    # The custodian was asked, sees what a yes opens, and gives it.
    sean = entered("human:sean")
    found = re.search(r"/consents/(con_\w+)/\?change=1", sean.get("/consents/").content.decode())
    assert found is not None
    effect = sean.get(f"/consents/{found[1]}/?change=1").content.decode()
    assert "What a yes would change" in effect and LUNA in effect and "1 memory" in effect
    assert sean.post(f"/consents/{found[1]}/answer/", {"answer": "approve"}).status_code == 302
    receipt = sean.get(f"/consents/{found[1]}/receipt/").content.decode()
    assert "Consent receipt" in receipt and f"<li>{LUNA}</li>" in receipt

    # The recall succeeds, and the delivery is found.
    assert len(recalled(luna)["items"]) == 1
    assert LUNA in boss.get("/audit/?action=memory.recall").content.decode()

    # Its trust is lowered, with a reason, and what it says all the same is a violation.
    lowered = {"base_trust": "0.1", "version": "0", "reason": "a first try", "sure": "yes"}
    assert boss.post(f"/trust/si:ash/{LUNA}/set/", lowered).status_code == 302
    again = recalled(luna, "the health of a dog")
    assert again.get("items"), again
    assert [one["tier"] for one in again["items"]] == ["hint"] and FACT not in str(again)
    answer = validated(luna, again["recall_id"], f"I heard that {FACT}.")
    assert answer["action_taken"] == "redacted" and "murmur" not in answer["redacted_response"]
    queue = boss.get("/violations/").content.decode()
    assert f"/violations/{answer['violation']}/" in queue
    told = boss.get(f"/violations/{answer['violation']}/").content.decode()
    assert LUNA in told and "murmur" not in told
    lower = re.search(rf"/trust/si:ash/{LUNA}/lower/[^\"]*", told)
    assert lower is not None and "hint" in boss.get(lower[0].replace("&amp;", "&")).content.decode()

    # All of it is on record, and the record holds.
    for action, who in {
        "consent.approve": "human:sean",
        "trust.set": "human:admin",
        "response.validate": LUNA,
    }.items():
        assert who in boss.get(f"/audit/?action={action}").content.decode().partition("<main")[2], action
    assert "Nothing was tampered with" in boss.post("/audit/verify/").content.decode()
