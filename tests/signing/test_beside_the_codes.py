"""What stands beside a sign-in: limits at every door, nothing left of an earlier try, refusals on record."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from audit.models import Event
from profiles.tasks import forget_sessions
from tests.pages.stage import link_for
from tests.signing.stage import SEAN, Post, ask, browser, who


@pytest.mark.parametrize(("address", "most"), [("/sign-in/openid/", 60), ("/sign-in/passkey/", 120)])
def test_doors_that_are_read_are_limited_as_well(post: Post, settings: Any, address: str, most: int) -> None:
    """Seen failing when tries were counted only where something is sent."""
    settings.MEMORY_ADMIN_OIDC = {
        "issuer": "http://127.0.0.1:9", "client_id": "a", "secret": "b", "name": "Example", "by_email": False,
    }  # fmt: skip
    client = browser()
    told = [client.get(address).status_code for _ in range(most + 1)]
    assert told[-1] == 429 and 429 not in told[:-1]


def test_a_link_leaves_nothing_of_a_code_asked_for_before(post: Post) -> None:
    """Seen failing with the session that ended with the code."""
    client = browser()
    ask(client, SEAN)
    assert client.post(link_for("human:sean")).status_code == 302
    assert who(client) == "human:sean"
    assert client.session.get_expiry_age() > 11 * 3600
    assert SEAN not in str(dict(client.session.items()))


def test_what_was_asked_for_and_left_is_forgotten_once_it_is_over(post: Post) -> None:
    """Seen failing without the sweep: the address and the code stayed in the session's row."""
    ask(browser(), SEAN)
    left = Session.objects.get()
    forget_sessions()
    assert Session.objects.filter(pk=left.pk).exists()
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    forget_sessions()
    assert not Session.objects.exists()


def test_a_link_that_is_refused_is_on_record_without_its_words(post: Post) -> None:
    """Seen failing when only codes, passkeys and providers said whom they refused."""
    client, link = browser(), link_for("human:sean")
    assert client.post(link).status_code == 302
    for address in (link, "/sign-in/nonsense/"):
        assert client.post(address).status_code in {404, 410}
    told = Event.objects.filter(action="signin.refused", object_id="link")
    assert {one.code for one in told} == {"link_used", "link_unknown"}, [one.code for one in told]
    assert "nonsense" not in str(list(told.values()))
