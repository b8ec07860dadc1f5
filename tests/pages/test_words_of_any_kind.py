"""Words that are long, many, or written from the right: they are readable and break nothing."""

from __future__ import annotations

import pytest
from django.utils import timezone
from selenium.webdriver.common.by import By

from consent.services.memories import create
from profiles.models import Principal
from tests.cast import CUSTODIAN, OWNER, caller, draft, principal
from tests.pages import live
from tests.pages.stage import STAFF, Scene
from tests.pages.test_every_page_looked_at import resize
from tests.pages.test_in_a_browser import Reader

pytestmark = pytest.mark.browser
HEBREW = "בלה ישנה אחרי הצהריים."
_SIDE = """
const range = document.createRange(), text = arguments[0].firstChild;
range.setStart(text, text.length - 1); range.setEnd(text, text.length);
const last = range.getBoundingClientRect().x, box = arguments[0].getBoundingClientRect();
range.setStart(text, 0); range.setEnd(text, 1);
return [last < range.getBoundingClientRect().x, range.getBoundingClientRect().right > box.right - 60];
"""
_LINES = """
return [...document.querySelectorAll("td[data-label=Kind]")].map((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getClientRects().length;
});
"""


def test_text_from_the_right_begins_at_the_right_and_ends_with_its_stop_at_the_left(scene: Scene) -> None:
    """Seen failing when the full stop of a Hebrew memory stood before its first word."""
    page = create(draft(HEBREW, title=HEBREW), by=caller(CUSTODIAN), now=timezone.now()).public_id
    with live.server() as base, live.browser() as driver:
        reader = Reader(driver, base)
        reader.sign_in(CUSTODIAN)
        for path, where in ((f"/memories/{page}/", ".text"), ("/memories/?view=mine", ".card .text")):
            reader.go(path)
            assert driver.execute_script(_SIDE, driver.find_element(By.CSS_SELECTOR, where)) == [True, True]


def test_long_words_and_many_tags_stay_within_a_narrow_page(scene: Scene) -> None:
    """Seen failing with the rule that breaks words anywhere taken from the stylesheet."""
    long = draft("W" * 900, title="L" * 180, tags=("t" * 60, *(f"tag-{n}-of-many" for n in range(49))))
    page = create(long, by=caller(CUSTODIAN), now=timezone.now()).public_id
    with live.server() as base, live.browser() as driver:
        reader = Reader(driver, base)
        reader.sign_in(CUSTODIAN)
        resize(reader, 360)
        for path in (f"/memories/{page}/", "/memories/?view=mine", f"/memories/{page}/edit/"):
            reader.go(path)
            assert driver.execute_script("return document.documentElement.scrollWidth") <= 360, path
            assert f"Memory {page[4:12]}" in driver.title or path != f"/memories/{page}/"


def test_a_long_id_breaks_no_short_word_beside_it(scene: Scene) -> None:
    """Seen failing when one long id had every principal of the page called individ-ual, on two lines."""
    Principal.objects.filter(pk=principal(f"human:{'a-very-long-name-' * 7}").pk).update(
        display_name="The very long name of somebody " * 3
    )
    with live.server() as base, live.browser() as driver:
        reader = Reader(driver, base)
        reader.sign_in(STAFF["auditor"], "auditor")
        resize(reader, 1440)
        reader.go("/principals/")
        assert set(driver.execute_script(_LINES)) == {1}
        assert driver.execute_script("return document.documentElement.scrollWidth") <= 1440


def test_a_table_of_many_columns_scrolls_in_its_own_frame_on_a_tablet(scene: Scene) -> None:
    """Seen failing when the list of memories pushed the whole page aside, up to 200 pixels."""
    with live.server() as base, live.browser() as driver:
        reader = Reader(driver, base)
        reader.sign_in(STAFF["administrator"], "administrator")
        for path in ("/memories/", f"/principals/{OWNER}/"):
            reader.go(path)
            for width in (706, 768, 900):
                resize(reader, width)
                assert driver.execute_script("return document.documentElement.scrollWidth") <= width, path
