"""A page gone through by keyboard: where the focus is after each step, and that nothing lies over it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from consent.services.memories import create
from jobs import queries, services
from tests.cast import CUSTODIAN, NOW, caller, draft
from tests.pages import live
from tests.pages.stage import Scene
from tests.pages.test_in_a_browser import Reader

pytestmark = pytest.mark.browser


@pytest.fixture
def sean(scene: Scene) -> Iterator[Reader]:
    with live.server() as base, live.browser() as driver:
        reader = Reader(driver, base)
        reader.sign_in(CUSTODIAN)
        yield reader


def press(reader: Reader, *keys: str) -> None:
    for key in keys:
        reader.driver.switch_to.active_element.send_keys(key)


def focused(reader: Reader) -> Any:
    return reader.driver.switch_to.active_element


def test_the_word_that_an_answer_was_kept_has_the_focus(sean: Reader) -> None:
    """Seen failing when the answered card took the focus with it, and Tab began at the head of the page."""
    sean.go("/consents/")
    button = next(one for one in sean.driver.find_elements(By.TAG_NAME, "button") if one.text == "No, refuse")
    asked = sean.driver.find_element(By.ID, button.get_attribute("aria-describedby") or "")
    assert "may" in asked.text and "read" in asked.text
    button.send_keys(Keys.ENTER)
    sean.wait(lambda: "You refused." in sean.text and focused(sean).get_attribute("role") == "status")
    press(sean, Keys.TAB)
    assert focused(sean).find_element(By.XPATH, "./ancestor::article").text.count("You refused.") == 1


def test_a_sheet_at_the_head_closes_when_the_focus_leaves_it(sean: Reader) -> None:
    """Seen failing when the sheet stayed over the page and hid what had the focus beneath."""
    (group, *_) = sean.driver.find_elements(By.CSS_SELECTOR, "nav summary")
    group.send_keys(Keys.ENTER)
    sheet = sean.driver.find_element(By.CSS_SELECTOR, "nav .sheet")
    links = sheet.find_elements(By.TAG_NAME, "a")
    assert sheet.is_displayed()
    press(sean, *[Keys.TAB] * len(links))
    assert focused(sean) == links[-1] and sheet.is_displayed()
    press(sean, Keys.TAB)
    assert focused(sean).tag_name == "summary" and not sheet.is_displayed()
    group.send_keys(Keys.ENTER)
    press(sean, Keys.TAB, Keys.ESCAPE)
    assert focused(sean) == group and not sheet.is_displayed()


def test_a_job_that_looks_again_keeps_the_focus(sean: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen failing when the button to stop a job lost the focus every other second."""
    monkeypatch.setattr(settings, "MEMORY_ADMIN_JOBS", {"count": "nowhere"})
    job = queries.public(services.start("count", {}, by=caller(CUSTODIAN), now=NOW, ring=False))
    sean.go(f"/jobs/{job}/")
    button = sean.driver.find_element(By.CSS_SELECTOR, "main button.danger")
    sean.driver.execute_script(
        "arguments[0].focus(); arguments[0].closest('article').dataset.old = '1'", button
    )
    sean.wait(lambda: not sean.driver.find_elements(By.CSS_SELECTOR, "article[data-old]"))
    time.sleep(0.2)  # settled
    assert focused(sean).text == "Stop this job"


def test_an_address_holds_no_filter_that_was_left_empty(sean: Reader) -> None:
    """Seen failing when every field of a list was in the address, six of them with nothing."""
    sean.go("/memories/")
    field = sean.driver.find_element(By.NAME, "kind")
    field.send_keys("note")
    sean.wait(lambda: "kind=note" in sean.path)
    assert dict(part.split("=") for part in urlsplit(sean.path).query.split("&")) == {
        "kind": "note",
        "state": "active",
    }
    assert focused(sean) == field and not sean.complaints()


def test_of_a_narrowed_list_is_said_how_much_it_holds(sean: Reader) -> None:
    """Seen failing when the whole list was a live region, and every row of it was read aloud."""
    create(draft("A goal of his own.", kind="goal"), by=caller(CUSTODIAN), now=NOW)
    sean.go("/memories/")
    said = sean.driver.find_element(By.CSS_SELECTOR, "[role=status]#said")
    kind = Select(sean.driver.find_element(By.NAME, "kind"))
    kind.select_by_value("goal")
    sean.wait(lambda: said.get_property("textContent") == "1 shown.")
    kind.select_by_value("fact")
    sean.wait(lambda: "No memory fits" in str(said.get_property("textContent")))
    assert not sean.driver.find_elements(By.CSS_SELECTOR, "#list[aria-live]")


def test_ones_own_page_speaks_to_its_reader(sean: Reader) -> None:
    """Seen failing when a person was told of the memories it owns."""
    assert "Memories you own" in sean.go(f"/principals/{CUSTODIAN}/")
    assert "Memories it owns" in sean.go("/principals/dog:bella/")
