"""The guide of a new installation, gone through to its end."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from consent.services.memories import create
from memory_admin.further_steps import further
from tests.cast import caller, draft
from tests.pages.stage import STAFF, signed_in


@pytest.fixture
def boss(db: object) -> Client:
    return signed_in(STAFF["administrator"], "administrator")


def states() -> list[str]:
    return [one.state for one in further(timezone.now())]


def test_the_guide_goes_on_to_the_yes_without_a_step_that_is_refused(boss: Client) -> None:
    """Seen failing when human:sean, only a name yet, was to be signed in by a link that is refused to him."""
    assert states() == ["later"] * 3
    drafted = draft("Bella rests after lunch.", subject_ids=("dog:bella",), access_grants=("human:sean",))
    create(drafted, by=caller("si:luna_agent"), now=timezone.now())
    assert "principal verify human:sean" in further(timezone.now())[0].lines[0]
    for address, _ in further(timezone.now())[0].links:
        assert boss.get(address).status_code == 200
        sent = {"other": "human:sean", "reason": "known here"}
        assert boss.post(address.partition("?")[0], sent).status_code == 302
    assert states() == ["done", "to do", "later"]
    sean = signed_in("human:sean")
    asked = re.search(r'id="(con_\w+)"', sean.get("/consents/").content.decode())
    assert asked is not None
    assert sean.post(f"/consents/{asked[1]}/answer/", {"answer": "approve"}).status_code == 302
    assert states() == ["done", "done", "to do"]
    assert "rests after lunch" in sean.get("/memories/").content.decode()
    assert states() == ["done"] * 3


def test_the_guide_says_who_the_agent_is_and_what_a_terminal_needs(boss: Client) -> None:
    """Seen failing when it named neither the agent that is there nor where the command is found."""
    boss.post("/principals/new/", {"id": "si:luna_agent"})
    text = boss.get("/first-steps/").content.decode()
    assert "si:luna_agent is here" in text and "export PATH=" in text and "MEMORY_ADMIN_HOME=" in text
    assert 'class="copied"' in text


def test_an_agent_only_named_is_told_to_be_verified_before_it_holds_a_token(boss: Client) -> None:
    """Seen failing when its page spoke of a link above that is not there."""
    create(draft("A remark.", subject_ids=("human:kim",)), by=caller("si:luna_agent"), now=timezone.now())
    assert "once it is verified" in boss.get("/principals/human:kim/").content.decode()
    assert "/principals/si:luna_agent/tokens/new/" in boss.get("/principals/si:luna_agent/").content.decode()


def test_large_numbers_are_written_with_their_thousands_apart(
    boss: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing when 1234567 refusals had to be counted by finger."""
    monkeypatch.setattr("memory_admin.views.refusals_since", lambda _: 1_234_567)
    assert '<span class="number">1,234,567</span>' in boss.get("/").content.decode()
