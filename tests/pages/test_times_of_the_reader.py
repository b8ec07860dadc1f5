"""Times asked for and shown are the reader's own, and the page says whose they are."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from selenium.webdriver.common.by import By

from tests.pages import live
from tests.pages.stage import STAFF, Scene
from tests.pages.test_in_a_browser import Reader

pytestmark = pytest.mark.browser
ZONE, AHEAD = "Asia/Tokyo", timedelta(hours=9)


@pytest.fixture(params=[True, False], ids=["with JavaScript", "without JavaScript"])
def auditor(request: pytest.FixtureRequest, scene: Scene) -> Iterator[tuple[Reader, bool]]:
    """An auditor in Japan, whose browser runs scripts or does not."""
    with live.server() as base, live.browser(script=request.param) as driver:
        driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ZONE})
        reader = Reader(driver, base)
        reader.sign_in(STAFF["auditor"], "auditor")
        yield reader, request.param


@pytest.mark.parametrize("path", ["/audit/", "/violations/"])
def test_a_list_is_narrowed_in_the_readers_time_and_says_so(auditor: tuple[Reader, bool], path: str) -> None:
    """Seen failing when what an auditor in Japan typed was taken as UTC, nine hours off."""
    reader, script = auditor
    asked = datetime.now(UTC).replace(second=0, microsecond=0) - timedelta(days=1)
    written = asked + AHEAD if script else asked
    address = f"{path}?since={asked:%Y-%m-%dT%H:%M}"
    assert f"Since ({ZONE if script else 'UTC'})" in reader.go(address)
    field = reader.driver.find_element(By.NAME, "since")
    assert field.get_property("value") == f"{written:%Y-%m-%dT%H:%M}"
    reader.driver.find_element(By.CSS_SELECTOR, "form.filters > button").click()
    reader.wait(lambda: parse_qs(urlsplit(reader.path).query).get("since") == [f"{asked:%Y-%m-%dT%H:%M}"])
    assert not reader.complaints()
