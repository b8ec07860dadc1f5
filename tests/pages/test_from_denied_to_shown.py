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


def recalled(token: str) -> dict[str, Any]:
    answer: dict[str, Any] = over_rest(token).post(
        "/api/v1/recall", {"query": "heart murmur"}, format="json"
    ).json()  # fmt: skip
    return answer


def test_from_a_new_agent_denied_to_one_that_is_shown_it_and_trusted_less(db: object) -> None:
    boss = entered(STAFF["administrator"], "administrator")
    made(boss, "si:ash", LUNA, "dog:bella", "human:sean")
    ash, luna = issued(boss, "si:ash"), issued(boss, LUNA)
    appointed = boss.post(
        "/principals/dog:bella/change/custodian/", {"other": "human:sean", "reason": "her person"}
    )
    assert appointed.status_code == 302

    # It is denied, and the page says why.
    body = {"content": FACT, "subject_ids": ["dog:bella"], "access_grants": [LUNA]}
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

    # Its trust is lowered, with a reason.
    lowered = {"base_trust": "0.25", "version": "0", "reason": "a first try", "sure": "yes"}
    assert boss.post(f"/trust/si:ash/{LUNA}/set/", lowered).status_code == 302
