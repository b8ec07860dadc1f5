"""Every delivery of a memory can be gone through, by whoever may know of them."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.db import transaction
from django.test import Client

from audit.services import record_recall
from audit.types import DeliveredItem, Event, RecallRecord
from consent.queries.memory_ids import number_of
from memory_admin.http import page_links
from tests.cast import CUSTODIAN, GRANTEE, OWNER, principal
from tests.pages.stage import OUTSIDER, STAFF, Scene, signed_in

ROW = r'data-label="To">([^<]+)<'


def deliver(memory: str, to: str, scene: Scene, times: int) -> None:
    number, reader = number_of(memory), principal(to).pk
    assert number is not None
    item = DeliveredItem(memory_id=number, memory_version=1, tier="full", provenance="untrusted")
    for _ in range(times):
        with transaction.atomic():
            record = RecallRecord(actor_id=reader, acting_id=reader, door="rest")
            record_recall(record, [item], Event(action="memory.recall"), now=scene.now)


def gone_through(client: Client, address: str) -> list[str]:
    found, at = [], address
    while at:
        text = client.get(at).content.decode()
        found += re.findall(ROW, text)
        later = re.search(r'rel="next" href="([^"]+)"', text)
        at = address + later[1].replace("&amp;", "&") if later else ""
    return found


@pytest.mark.parametrize(("who", "role"), [(CUSTODIAN, ""), *((one, role) for role, one in STAFF.items())])
def test_what_a_memorys_page_leaves_out_is_a_link_away(
    scene: Scene, who: str, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing when the page of a memory said how many there are and listed twenty."""
    monkeypatch.setattr(page_links, "ROWS", 10)
    deliver(scene.memory, GRANTEE, scene, 13)
    reader, page = signed_in(who, role), f"/memories/{scene.memory}/"
    assert "See all deliveries" not in reader.get(page).content.decode()
    deliver(scene.memory, "si:max_agent", scene, 12)
    text = reader.get(page).content.decode()
    assert "25 in all" in text and len(re.findall(ROW, text)) == 20
    link = re.search(r'href="([^"]+)">See all deliveries', text)
    assert link is not None
    assert gone_through(reader, link[1]) == ["si:max_agent"] * 12 + [GRANTEE] * 13
    rows = csv.DictReader(io.StringIO(reader.get(f"{link[1]}?format=csv").content.decode()))
    assert [row["to"] for row in rows] == ["si:max_agent"] * 10


def test_whoever_may_not_know_of_a_memory_learns_of_no_delivery(scene: Scene) -> None:
    """Seen failing with the question whether the reader may know left out."""
    deliver(scene.memory, OUTSIDER, scene, 1)
    for path in (f"/memories/{scene.memory}/deliveries/", "/memories/mem_none/deliveries/"):
        for who in (OUTSIDER, GRANTEE):
            assert signed_in(who).get(path).status_code == 404


def test_an_owner_is_not_listed_reading_its_own(scene: Scene) -> None:
    """Seen failing with the owner's own reading listed among the rest."""
    deliver(scene.memory, OWNER, scene, 2)
    deliver(scene.memory, GRANTEE, scene, 1)
    assert gone_through(signed_in(OWNER), f"/memories/{scene.memory}/deliveries/") == [GRANTEE]
