"""A code by email lets in who is known here: once, in time, in the browser that asked."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from unittest import mock

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from audit.models import Event
from memory_admin.http.problem import Problem
from profiles.models import Account, ExternalIdentity, Principal
from tests.cast import NOW, principal
from tests.signing.stage import NOBODY, SEAN, STOPS, Post, account, ask, browser, enter, person, who


def test_a_code_signs_in_a_person_who_has_never_been_here(post: Post) -> None:
    client = browser()
    sent = ask(client, " Sean@Example.org ")
    assert (sent.status_code, sent.headers["Location"]) == (302, "/sign-in/code/")
    assert [one.to for one in post.letters()] == [[SEAN]]
    entered = enter(client, post.code())
    assert (entered.status_code, entered.headers["Location"]) == (302, "/")
    assert who(client) == "human:sean" and Account.objects.get().role == ""


def test_a_code_may_be_typed_in_small_letters_and_without_its_dash(post: Post) -> None:
    client = browser()
    ask(client, SEAN)
    enter(client, post.code().lower().replace("-", " "))
    assert who(client) == "human:sean"


def test_whoever_has_a_role_keeps_it_and_nobody_gets_one(post: Post) -> None:
    account("human:sean", role="auditor")
    client = browser()
    ask(client, SEAN)
    enter(client, post.code())
    assert Account.objects.get().role == "auditor" and client.get("/audit/").status_code == 200


def test_an_address_bound_as_an_identity_elsewhere_counts_too(post: Post) -> None:
    luna = principal("human:luna")
    ExternalIdentity.objects.create(
        provider="email", external_id="luna@example.org", principal=luna, verified_at=NOW
    )
    client = browser()
    ask(client, "luna@example.org")
    enter(client, post.code())
    assert who(client) == "human:luna"


def test_a_code_works_once(post: Post) -> None:
    """Seen failing when the code stayed in the session after it had been used."""
    client = browser()
    ask(client, SEAN)
    kept, code = client.cookies["sessionid"].value, post.code()
    enter(client, code)
    assert enter(client, code).headers["Location"] == "/sign-in/"
    client.post("/sign-out/")
    thief = browser()
    thief.cookies["sessionid"] = kept
    for one in (client, thief):
        assert enter(one, code).headers["Location"] == "/sign-in/"
        assert who(one) == ""


def test_a_code_works_in_no_other_browser(post: Post) -> None:
    """Seen failing when codes were looked up by themselves."""
    hers, other = browser(), browser()
    ask(hers, SEAN)
    code = post.code()
    ask(other, NOBODY)
    assert enter(other, code).status_code == 400 and who(other) == ""
    assert enter(browser(), code).headers["Location"] == "/sign-in/"
    enter(hers, code)
    assert who(hers) == "human:sean"


def test_a_code_works_for_ten_minutes(post: Post) -> None:
    """Seen failing with a timeout of a day."""
    client = browser()
    ask(client, SEAN)
    code = post.code()
    late = time.time() + 10 * 60 + 1
    with mock.patch("time.time", return_value=late):
        assert enter(client, code).headers["Location"] == "/sign-in/"
    assert who(client) == ""


def doubt_the_address() -> None:
    Principal.objects.filter(entity_id="human:sean").update(email_verified_at=None)


@pytest.mark.parametrize("stop", [*STOPS, doubt_the_address])
def test_nobody_who_may_not_sign_in_is_sent_a_code(post: Post, stop: Callable[[], None]) -> None:
    """Seen failing when anyone with an address was looked for."""
    account("human:sean")
    stop()
    assert ask(browser(), SEAN).status_code == 302
    assert post.letters() == []


@pytest.mark.parametrize("stop", STOPS)
def test_a_code_opens_nothing_for_who_was_stopped_meanwhile(post: Post, stop: Callable[[], None]) -> None:
    """Seen failing when it was looked only at the code."""
    account("human:sean")
    client = browser()
    ask(client, SEAN)
    code = post.code()
    stop()
    assert enter(client, code).status_code == 400 and who(client) == ""
    assert not Event.objects.filter(action="session.open").exists()


def test_an_agent_with_an_address_gets_no_account_by_itself(post: Post) -> None:
    person("si:ash", "ash@example.org")
    ask(browser(), "ash@example.org")
    assert post.letters() == [] and not Account.objects.exists()


def test_each_sign_in_and_refusal_is_on_record_and_no_address_is(post: Post) -> None:
    client = browser()
    ask(client, NOBODY)
    ask(client, SEAN)
    enter(client, "BBBB-BBBB")
    enter(client, post.code())
    events = Event.objects.filter(action__regex="^(signin|session)").order_by("pk")
    told = [
        (one.action, one.code, one.object_id if one.code else one.details.get("way", "")) for one in events
    ]
    assert told == [
        ("signin.refused", "address_unknown", "code"),
        ("signin.code", "", ""),
        ("signin.refused", "code_wrong", "code"),
        ("session.open", "", "code"),
    ]
    sean = Principal.objects.get(entity_id="human:sean").pk
    assert [one.actor_id for one in events] == [None, sean, sean, sean]
    assert "example.org" not in repr(list(events.values()))


def test_what_is_kept_of_a_sign_in_names_no_address(post: Post) -> None:
    client = browser()
    ask(client, SEAN)
    waiting = Session.objects.get()
    assert waiting.expire_date < timezone.now() + timedelta(minutes=11)
    enter(client, post.code())
    session = Session.objects.get()
    assert SEAN not in repr(session.get_decoded()) and session.get_decoded()["signed_in_by"] == "code"
    assert session.expire_date > timezone.now() + timedelta(hours=11)


def test_without_a_record_nobody_comes_in(post: Post) -> None:
    """Seen failing when a record that could not be written was passed over."""
    client = browser()
    ask(client, SEAN)
    with mock.patch("profiles.services.signing.note", side_effect=Problem(503, "not_recorded")):
        assert enter(client, post.code()).status_code == 503
    assert who(client) == ""


@pytest.mark.parametrize(
    ("asked", "got"),
    [
        ("/memories/?view=mine", "/memories/?view=mine"),
        ("https://elsewhere.example/", "/"),
        ("//elsewhere.example/", "/"),
        ("/\\elsewhere.example/", "/"),
        ("/\t/elsewhere.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("elsewhere", "/"),
        ("/sign-out/", "/"),
    ],
)
def test_a_sign_in_leads_to_own_pages_only(post: Post, asked: str, got: str) -> None:
    """Seen failing when the address to go on to was taken as it came."""
    client = browser()
    offered = client.get("/sign-in/", {"next": asked}).content.decode()
    assert ("elsewhere" in offered) is False
    ask(client, SEAN, next=asked)
    assert enter(client, post.code(), next=asked).headers["Location"] == got


def test_where_no_mail_server_is_the_page_says_so_and_offers_the_link(db: object) -> None:
    client = browser()
    text = client.get("/sign-in/").content.decode()
    assert "No mail server" in text and "memory-admin signin-link" in text and "Send me a code" not in text
    assert ask(client, SEAN).status_code == 404


def test_what_is_no_address_is_said_in_place(post: Post) -> None:
    told = ask(browser(), "sean at example")
    assert told.status_code == 400 and "Must be an email address" in told.content.decode()


def test_signing_in_as_another_leaves_nothing_of_the_first(post: Post) -> None:
    person("human:luna", "luna@example.org")
    client = browser()
    ask(client, SEAN)
    enter(client, post.code())
    before = client.cookies["sessionid"].value
    ask(client, "luna@example.org")
    enter(client, post.code())
    assert who(client) == "human:luna" and client.cookies["sessionid"].value != before
