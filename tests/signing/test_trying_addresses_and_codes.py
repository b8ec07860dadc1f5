"""Whoever tries addresses and codes learns nothing and comes nowhere."""

from __future__ import annotations

import statistics
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client

from tests.signing.stage import NOBODY, SEAN, Post, ask, browser, enter, who


def page(client: Client) -> str:
    """Return the page of a code without what differs in every answer."""
    text = client.get("/sign-in/code/").content.decode()
    return (
        text.replace(SEAN, "").replace(NOBODY, "").split('<main id="main"')[1].split("csrfmiddlewaretoken")[0]
    )


def test_an_unknown_address_is_answered_as_a_known_one(post: Post) -> None:
    """Seen failing when unknown addresses were sent back to the form."""
    known, unknown = browser(), browser()
    told = [ask(known, SEAN), ask(unknown, NOBODY)]
    assert [(one.status_code, one.headers["Location"], one.content) for one in told] == [
        (302, "/sign-in/code/", b"")
    ] * 2
    assert told[0].headers.keys() == told[1].headers.keys()
    assert told[0].cookies["sessionid"]["max-age"] == told[1].cookies["sessionid"]["max-age"]
    assert page(known) == page(unknown)
    wrong = [enter(one, "BBBB-BBBB") for one in (known, unknown)]
    assert [one.status_code for one in wrong] == [400, 400]
    assert page(known) == page(unknown)
    for _ in range(2):
        last = [enter(one, "BBBB-BBBB") for one in (known, unknown)]
    assert last[0].headers["Location"] == last[1].headers["Location"] == "/sign-in/"
    assert [one.to for one in post.letters()] == [[SEAN]]


def test_how_long_an_answer_takes_does_not_tell_a_known_address(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing when the mail was sent before the answer."""
    send = EmailBackend.send_messages

    def slowly(self: EmailBackend, messages: list[EmailMessage]) -> int:
        time.sleep(0.6)
        return int(send(self, messages))

    monkeypatch.setattr(EmailBackend, "send_messages", slowly)
    monkeypatch.setattr("profiles.views.limits.consume", lambda *given, **more: True)
    took: dict[str, list[float]] = {SEAN: [], NOBODY: []}
    for _ in range(9):
        for address, times in took.items():
            client, before = browser(), time.perf_counter()
            ask(client, address)
            times.append(time.perf_counter() - before)
    known, unknown = (statistics.median(times) for times in took.values())
    assert abs(known - unknown) < 0.3
    assert len(post.letters()) >= 1


def test_after_three_wrong_codes_the_right_one_works_no_longer(post: Post) -> None:
    """Seen failing when wrong codes were not counted."""
    client = browser()
    ask(client, SEAN)
    code = post.code()
    for _ in range(3):
        enter(client, "BBBB-BBBB")
    assert enter(client, code).headers["Location"] == "/sign-in/" and who(client) == ""


def test_many_guesses_at_once_are_no_more_than_three(post: Post) -> None:
    """Seen failing when guesses were counted in the session alone, which each request reads for itself."""
    client = browser()
    ask(client, SEAN)
    code, session = post.code(), client.cookies["sessionid"].value

    def guess(number: int) -> int:
        from django.db import connection

        one = browser()
        one.cookies["sessionid"] = session
        try:
            return int(enter(one, "BBBB-BBB" + "BCDFGHJKLMNP"[number]).status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(guess, range(12)))
    assert told.count(400) + told.count(302) <= 3 and 429 in told
    assert enter(client, code).status_code in {302, 429} and who(client) == ""


def test_an_address_is_sent_only_so_many_codes_whether_known_or_not(post: Post) -> None:
    """Seen failing without a limit by address."""
    for address in (SEAN, NOBODY):
        told = [ask(browser(), address).status_code for _ in range(6)]
        assert told == [302] * 5 + [429]
    assert len(post.letters()) == 5


def test_a_network_asks_only_so_often(post: Post) -> None:
    """Seen failing without a limit by network."""
    told = {ask(browser(), f"{number}@example.org").status_code for number in range(61)}
    assert told == {302, 429}
    assert ask(browser(), SEAN).status_code == 429
