"""Signing in as a person does, in Chromium: by code, by a passkey, and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.test import override_settings
from selenium.webdriver.common.by import By
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from tests.pages import live
from tests.pages.test_every_page_looked_at import look_at
from tests.pages.test_in_a_browser import Reader
from tests.signing.stage import SEAN, Post

pytestmark = pytest.mark.browser


@contextmanager
def reading(*, script: bool = True) -> Iterator[Reader]:
    """Open the site by a name: a browser keeps no passkey for a number."""
    with live.server() as base, live.browser(script=script) as driver:
        named = base.replace("127.0.0.1", "localhost")
        with override_settings(PUBLIC_URL=base):
            yield Reader(driver, named)


def type_code(reader: Reader, post: Post) -> None:
    reader.go("/sign-in/?next=/my-sessions/")
    reader.driver.find_element(By.NAME, "email").send_keys(SEAN)
    reader.press("Send me a code")
    reader.wait(lambda: "on its way" in reader.text)
    reader.driver.find_element(By.NAME, "code").send_keys(post.code())
    reader.press("Sign in")
    reader.wait(lambda: reader.path == "/my-sessions/")


def with_device(reader: Reader) -> None:
    options = VirtualAuthenticatorOptions()
    options.protocol = VirtualAuthenticatorOptions.Protocol.CTAP2
    options.transport = VirtualAuthenticatorOptions.Transport.INTERNAL
    options.has_resident_key = options.has_user_verification = options.is_user_verified = True
    reader.driver.add_virtual_authenticator(options)


def add_passkey(reader: Reader, post: Post) -> None:
    with_device(reader)
    type_code(reader, post)
    reader.driver.find_element(By.NAME, "name").send_keys("this laptop")
    reader.press("Add a passkey of this device")
    reader.wait(lambda: "The passkey is kept" in reader.text)


def sign_out(reader: Reader) -> None:
    reader.press("Sign out")
    reader.wait(lambda: reader.path == "/sign-in/")


def of_the_page(wrong: dict[str, Any]) -> list[Any]:
    """Return what is wrong but for links at the head of every page."""
    found = [one for troubles in wrong.values() for one in troubles]
    return [one for one in found if one[0] != "small" or not all("<a " in part for part in one[1])]


def test_a_passkey_is_added_and_signs_in(post: Post) -> None:
    with reading() as reader:
        add_passkey(reader, post)
        assert "this laptop" in reader.text
        sign_out(reader)
        reader.go("/sign-in/?next=/consents/")
        reader.press("Sign in with a passkey")
        reader.wait(lambda: reader.path == "/consents/")
        assert "human:sean" in reader.text
        assert [one for one in reader.complaints() if "Clear-Site-Data" not in one] == []


def test_a_passkey_that_was_taken_away_signs_in_no_longer(post: Post) -> None:
    with reading() as reader:
        add_passkey(reader, post)
        reader.press("Remove")
        reader.wait(lambda: "signs in no longer" in reader.text)
        sign_out(reader)
        reader.press("Sign in with a passkey")
        reader.wait(lambda: "That passkey does not sign in here" in reader.text)


def test_a_browser_that_holds_no_passkey_is_told_in_place(post: Post) -> None:
    with reading() as reader:
        with_device(reader)
        reader.go("/sign-in/")
        reader.press("Sign in with a passkey")
        reader.wait(lambda: "Nothing came of it" in reader.text)
        assert reader.path == "/sign-in/"


def test_without_javascript_codes_and_links_work_and_no_passkey_is_offered(post: Post) -> None:
    with reading(script=False) as reader:
        reader.go("/sign-in/")
        assert "With a link" in reader.text and "passkey" not in reader.text
        type_code(reader, post)
        assert "human:sean" in reader.text


def test_axe_finds_nothing_serious_on_the_pages_of_signing_in(post: Post) -> None:
    with reading() as reader:
        assert look_at(reader, ["/sign-in/"], "nobody-with-mail") == {}
        reader.go("/sign-in/")
        reader.driver.find_element(By.NAME, "email").send_keys(SEAN)
        reader.press("Send me a code")
        reader.wait(lambda: "on its way" in reader.text)
        assert look_at(reader, ["/sign-in/code/"], "code") == {}
        type_code(reader, post)
        assert of_the_page(look_at(reader, ["/my-sessions/"], "sessions")) == []
        assert not re.search("<script>|onclick=|style=", reader.driver.page_source)
