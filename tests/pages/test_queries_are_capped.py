"""No page asks the database more the more there is: a cap for each, and the same for a longer list."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from consent.services.memories import create
from tests.cast import OWNER, caller, draft, principal
from tests.pages.stage import STAFF, Scene, signed_in
from tests.pages.test_who_may_open_which_page import addresses

MOST = 60


def asked(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as found:
        client.get(address)
    return len(found)


def test_no_page_asks_more_than_its_share(scene: Scene) -> None:
    client = signed_in(STAFF["administrator"], "administrator")
    counts = {address: asked(client, address) for address in addresses(scene)}
    assert not {address: count for address, count in counts.items() if count > MOST}


@pytest.mark.parametrize(
    "address", ["/memories/", "/principals/", "/reveals/", "/audit/", "/consents/?view=all"]
)
def test_a_longer_list_asks_no_more(scene: Scene, address: str) -> None:
    client = signed_in(STAFF["administrator"], "administrator")
    asked(client, address)
    before = asked(client, address)
    for number in range(8):
        named = draft(f"Note {number}.", subject_ids=(principal(f"human:one{number}").entity_id,))
        create(named, by=caller(OWNER), now=timezone.now())
    assert asked(client, address) <= before + 2
