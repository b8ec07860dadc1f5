"""The audit page finds a request by its id, and names contexts as it names everyone else."""

from __future__ import annotations

import re
from dataclasses import replace

from django.utils import timezone

from audit.actions import ACTIONS
from audit.forms.events import FAMILIES
from consent.rules.contexts import Outline, Seat
from consent.services.contexts import create
from tests.cast import CUSTODIAN, OWNER, caller
from tests.pages.stage import STAFF, Scene, signed_in


def park(request_id: str) -> None:
    by = replace(caller(OWNER), request_id=request_id)
    create(Outline("ctx:dog_park", (Seat(OWNER),)), by=by, now=timezone.now())


def page(address: str) -> str:
    return signed_in(STAFF["auditor"], "auditor").get(address).content.decode()


def test_a_requests_id_in_the_filter_finds_its_events_alone(scene: Scene) -> None:
    park("req_of_the_park")
    found = page("/audit/?object_id=req_of_the_park")
    assert "context.create" in found and "memory.create" not in found
    assert "No event fits" in page("/audit/?object_id=req_of_nothing")


def test_a_context_is_named_and_leads_to_its_page(scene: Scene) -> None:
    park("req_of_the_park")
    assert '<a href="/principals/ctx:dog_park/">ctx:dog_park</a>' in page("/audit/?action=context.")


def test_every_action_has_a_family_to_filter_by() -> None:
    """Seen failing while violations, policies, profiles and the rights of persons had none."""
    families = [family.rstrip(".") for family in FAMILIES]
    assert sorted(families) == sorted({action.split(".", 1)[0] for action in ACTIONS})


def test_a_filter_for_one_action_is_shown_as_what_it_is(scene: Scene) -> None:
    """Seen failing when the page said Anything while the address named one action of a family."""
    chosen = '<option value="memory.create" selected>memory.create</option>'
    assert chosen in page("/audit/?action=memory.create")
    assert 'value="memory.create"' not in page("/audit/?action=memory.")


def test_a_digest_takes_no_more_room_than_it_is_worth(scene: Scene) -> None:
    """Seen failing when two digests of 32 signs were most of what a reading's row said."""
    signed_in(CUSTODIAN).get("/memories/")
    text = signed_in(STAFF["auditor"], "auditor").get("/audit/?action=memory.list").content.decode()
    assert re.search(r'memories digest <code title="([0-9a-f]{8})[0-9a-f]{24}">\1…</code>', text)
