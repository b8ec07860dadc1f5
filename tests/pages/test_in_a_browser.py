"""What only a browser can tell: stored text is inert, nothing is kept, JavaScript is not needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from consent.models import Consent
from consent.services.memories import create
from profiles.services import principals
from tests.cast import CUSTODIAN, GRANTEE, OWNER, admin, caller, draft
from tests.pages import live
from tests.pages.stage import OUTSIDER, STAFF, Scene, ask, link_for

pytestmark = pytest.mark.browser
HOSTILE = (
    "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
    '<b hx-post="/sign-out/" hx-trigger="load, every 1s">x</b>\'"><a href="javascript:document.title=1">y</a>'
)


class Reader:
    """Someone at a browser."""

    def __init__(self, driver: webdriver.Chrome, base: str) -> None:
        self.driver, self.base = driver, base

    def go(self, path: str) -> str:
        self.driver.get(self.base + path)
        return self.text

    @property
    def text(self) -> str:
        return self.driver.find_element(By.TAG_NAME, "body").text

    @property
    def path(self) -> str:
        return self.driver.current_url.removeprefix(self.base)

    def press(self, label: str) -> None:
        for button in self.driver.find_elements(By.TAG_NAME, "button"):
            if button.text == label:
                button.click()
                return
        raise AssertionError(f"no button {label!r}")

    def wait(self, holds: Callable[[], Any]) -> None:
        gone = [StaleElementReferenceException]
        WebDriverWait(self.driver, 10, ignored_exceptions=gone).until(lambda _: holds())

    def complaints(self) -> list[str]:
        """Return what the browser complained of since last asked, answers of 404 and the like aside."""
        log = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [
            line["message"]
            for line in log
            if "the server responded with a status of 4" not in line["message"]
        ]

    def sign_in(self, entity: str, role: str = "") -> None:
        self.go(link_for(entity, role))
        self.press(f"Sign in as {entity}")
        self.wait(lambda: self.path == "/")


@pytest.fixture(params=[True, False], ids=["with JavaScript", "without JavaScript"])
def reader(request: pytest.FixtureRequest, scene: Scene) -> Iterator[Reader]:
    """A browser with and one without JavaScript."""
    with live.server() as base, live.browser(script=request.param) as driver:
        yield Reader(driver, base)


@pytest.fixture
def scripted(scene: Scene) -> Iterator[Reader]:
    with live.server() as base, live.browser() as driver:
        yield Reader(driver, base)


def test_a_link_shown_twice_signs_in_once(reader: Reader, scene: Scene) -> None:
    link = link_for(CUSTODIAN)
    assert "This link signs you in" in reader.go(link) and "This link signs you in" in reader.go(link)
    reader.press(f"Sign in as {CUSTODIAN}")
    reader.wait(lambda: reader.path == "/")
    assert "Consent requests waiting for you" in reader.text and CUSTODIAN in reader.text
    assert "used already" in reader.go(link)


def test_a_yes_in_the_inbox_turns_the_answer_and_a_withdrawal_turns_it_back(
    reader: Reader, scene: Scene
) -> None:
    Consent.objects.filter(scope="memory").delete()
    question = f"/access/?memory={scene.memory}&principal={GRANTEE}"
    reader.sign_in(CUSTODIAN)
    assert "cannot see this memory" in reader.go(question)
    reader.go("/consents/")
    reader.press("Yes, agree")
    reader.wait(lambda: "You agreed." in reader.text)
    assert f"{GRANTEE} can see this memory" in reader.go(question)
    reader.go("/consents/?view=given")
    reader.press("Withdraw")
    reader.wait(lambda: "Withdrawn." in reader.text)
    assert "cannot see this memory" in reader.go(question)
    assert not reader.complaints()


def test_filters_live_in_the_address(reader: Reader, scene: Scene) -> None:
    reader.sign_in(STAFF["administrator"], "administrator")
    reader.go("/memories/")
    reader.driver.find_element(By.NAME, "owner").send_keys("si:nobody")
    reader.press("Show")
    reader.wait(lambda: "No memory fits" in reader.text)
    assert "owner=si%3Anobody" in reader.path
    reader.go("/")
    reader.driver.back()
    reader.wait(lambda: "No memory fits" in reader.text)
    assert not reader.complaints()


def test_after_signing_out_back_shows_nothing(reader: Reader, scene: Scene) -> None:
    reader.sign_in(CUSTODIAN)
    reader.go("/consents/")
    reader.go("/principals/")
    reader.press("Sign out")
    reader.wait(lambda: reader.path == "/sign-in/")
    for _ in ("the directory", "the inbox"):
        reader.driver.back()
        reader.wait(lambda: "A link works once" in reader.text)
        assert CUSTODIAN not in reader.driver.page_source


@pytest.fixture
def hostile(scene: Scene) -> str:
    """A memory, a name and a reason, each of which attacks the page that shows it."""
    principals.create("si:mallory", by=admin(), now=timezone.now(), display_name=HOSTILE[:200])
    written = create(
        draft(
            HOSTILE,
            title=HOSTILE,
            tags=(HOSTILE[:100],),
            subject_ids=(CUSTODIAN,),
            access_grants=(CUSTODIAN,),
        ),
        by=caller(OWNER),
        now=timezone.now(),
    )
    ask(OWNER, CUSTODIAN, GRANTEE, f"subject:{CUSTODIAN}", reason=HOSTILE)
    return written.public_id


def test_stored_markup_is_inert(scripted: Reader, scene: Scene, hostile: str) -> None:
    scripted.sign_in(CUSTODIAN)
    for path in ("/memories/", f"/memories/{hostile}/"):
        assert "document.title='owned'" in scripted.go(path), "the text itself must be shown"
        assert_inert(scripted)
    scripted.go("/consents/")
    scripted.driver.find_element(By.CSS_SELECTOR, "main summary").click()
    scripted.driver.find_element(By.NAME, "reason").send_keys(HOSTILE)
    scripted.press("No, refuse")
    scripted.wait(lambda: "You refused." in scripted.text)
    scripted.go("/consents/?view=mine")
    assert "document.title='owned'" in scripted.text
    assert_inert(scripted)
    scripted.sign_in(STAFF["administrator"], "administrator")
    for path in ("/principals/", "/principals/si:mallory/", "/audit/", "/consents/?view=all", "/memories/"):
        scripted.go(path)
        assert_inert(scripted)


def assert_inert(reader: Reader) -> None:
    """Check that stored text made no element, ran nothing, and left its reader signed in."""
    driver = reader.driver
    assert not driver.find_elements(
        By.CSS_SELECTOR, "main script, main img, main b, main [href^='javascript']"
    )
    assert driver.title.endswith("Memory Admin")
    assert "Sign out" in reader.text
    assert not reader.complaints()


def test_no_page_trips_its_own_policy_and_none_is_wider_than_a_phone(scripted: Reader, scene: Scene) -> None:
    size = {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    scripted.sign_in(STAFF["administrator"], "administrator")
    scripted.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    memory = f"/memories/{scene.memory}/"
    for path in (
        "/",
        "/memories/",
        memory,
        "/access/",
        "/consents/?view=all",
        "/principals/",
        "/trust/",
        "/trust/matrix/",
        "/trust/waiting/",
        f"/trust/{CUSTODIAN}/{GRANTEE}/",
        "/violations/",
        f"/violations/{scene.violation}/",
        f"/trust/{CUSTODIAN}/{GRANTEE}/lower/",
        "/audit/",
        "/health/",
    ):
        scripted.go(path)
        assert (path, scripted.complaints()) == (path, [])
        assert scripted.driver.execute_script("return document.documentElement.scrollWidth") <= 360, path


def test_the_chain_is_verified_in_place(reader: Reader, scene: Scene) -> None:
    reader.sign_in(STAFF["auditor"], "auditor")
    reader.go("/audit/")
    reader.press("Verify now")
    reader.wait(lambda: "Nothing was tampered with" in reader.text)


def test_a_stranger_finds_nothing_by_a_shared_address(scripted: Reader, scene: Scene) -> None:
    scripted.sign_in(OUTSIDER)
    assert "Nothing here" in scripted.go(f"/memories/{scene.memory}/")
    assert "Nothing can be told" in scripted.go(f"/access/?memory={scene.memory}&principal={GRANTEE}")


def test_the_page_of_the_interface_draws_itself_under_a_policy(scripted: Reader) -> None:
    scripted.go("/api/docs/")
    scripted.wait(lambda: "/api/v1/recall" in scripted.text)
    assert scripted.complaints() == []
    policy = Client().get("/api/docs/").headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "default-src 'none'" in policy


def test_every_page_is_two_clicks_away_at_the_head_of_each(reader: Reader, scene: Scene) -> None:
    """Seen failing with the links of a group left out of the page."""
    reader.sign_in(STAFF["administrator"], "administrator")
    nav = reader.driver.find_element(By.CSS_SELECTOR, "nav.bar")
    assert [one.text.strip("▾ ") for one in nav.find_elements(By.TAG_NAME, "summary")] == [
        "Memory",
        "People",
        "Safety",
        "System",
    ]
    nav.find_elements(By.TAG_NAME, "summary")[2].click()
    reader.wait(lambda: nav.find_element(By.LINK_TEXT, "Audit").is_displayed())
    nav.find_element(By.LINK_TEXT, "Audit").click()
    reader.wait(lambda: reader.path == "/audit/")
    assert reader.driver.find_element(By.CSS_SELECTOR, "nav .here summary").text.startswith("Safety")


def test_an_open_group_closes_by_escape_and_keys_lead_into_closed_ones(
    scripted: Reader, scene: Scene
) -> None:
    scripted.sign_in(STAFF["administrator"], "administrator")
    summary = scripted.driver.find_elements(By.CSS_SELECTOR, "nav summary")[1]
    summary.send_keys(Keys.ENTER)
    scripted.wait(lambda: scripted.driver.find_elements(By.CSS_SELECTOR, "nav details[open]"))
    scripted.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not scripted.driver.find_elements(By.CSS_SELECTOR, "nav details[open]")
    assert scripted.driver.switch_to.active_element == summary
    scripted.driver.find_element(By.TAG_NAME, "body").send_keys("gt")
    scripted.wait(lambda: scripted.path == "/trust/")


def test_times_are_the_readers_own_and_exact_on_hover(scripted: Reader, scene: Scene) -> None:
    """Seen failing with times left as the server wrote them."""
    zone = {"timezoneId": "Asia/Kathmandu"}
    scripted.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", zone)
    scripted.sign_in(STAFF["administrator"], "administrator")
    scripted.go(f"/memories/{scene.memory}/")
    written = scripted.driver.find_element(By.CSS_SELECTOR, "dl.facts time")
    there = scene.now + timedelta(hours=5, minutes=45)
    scripted.wait(lambda: written.text == f"{there:%Y-%m-%d %H:%M} GMT+5:45")
    assert written.get_attribute("title") == written.get_attribute("datetime") != ""
    assert not scripted.complaints()
