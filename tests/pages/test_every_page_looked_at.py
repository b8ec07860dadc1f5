"""Every page in a browser, light and dark: what axe finds serious, what it weighs, and how it looks.

`make screenshots` runs this with a folder to write to: each page at 360 and 1440 pixels in both themes.
"""

from __future__ import annotations

import base64
import importlib.util
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cast import CUSTODIAN
from tests.pages import live
from tests.pages.stage import STAFF, Scene, nobody, signed_in
from tests.pages.test_in_a_browser import Reader
from tests.pages.test_who_may_open_which_page import addresses

pytestmark = [pytest.mark.browser, pytest.mark.slow]
WIDTHS = (360, 1440)
THEMES = ("light", "dark")
FOLDER = os.environ.get("MEMORY_ADMIN_SCREENSHOTS", "")
HEAVIEST = 100_000
SMALLEST_TARGET = 24  # WCAG 2.2, 2.5.8
_AXE_RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations"]}).then(
  (found) => done(found.violations.map(
    (one) => [one.impact, one.id, one.nodes.map((node) => node.html.slice(0, 120))])),
  (error) => done([["critical", String(error), []]]));
"""
_WEIGHT = """
return performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
  .reduce((sum, one) => sum + one.transferSize, 0);
"""
_SMALL = """
const boxes = ":not([type=hidden], [type=checkbox], [type=radio])";  // their label is what is pressed
return [...document.querySelectorAll(`button, select, input${boxes}, summary, nav a`)]
  .filter((one) => one.checkVisibility())  // not in a closed group
  .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 100)])
  .filter(([box]) => box.width > 1 && (box.height < arguments[0] || box.width < arguments[0]))
  .map(([, text]) => text);
"""


@pytest.fixture
def reader(scene: Scene) -> Iterator[Reader]:
    with live.server() as base, live.browser() as driver:
        yield Reader(driver, base)


def axe() -> str:
    """Return the source of axe; skips where the development packages are not installed."""
    found = importlib.util.find_spec("axe_core_python")
    if found is None or found.origin is None:
        pytest.skip("axe is in requirements-dev.txt")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def test_axe_finds_nothing_serious_on_any_page_of_staff(reader: Reader, scene: Scene) -> None:
    reader.sign_in(STAFF["administrator"], "administrator")
    client = signed_in(STAFF["administrator"], "administrator")
    assert look_at(reader, opened(client, scene), "administrator") == {}


def test_axe_finds_nothing_serious_on_any_page_of_a_person(reader: Reader, scene: Scene) -> None:
    reader.sign_in(CUSTODIAN)
    assert look_at(reader, opened(signed_in(CUSTODIAN), scene), "person") == {}


def test_axe_finds_nothing_serious_before_signing_in(reader: Reader, scene: Scene) -> None:
    assert look_at(reader, ["/sign-in/", "/sign-in/nonsense/"], "nobody") == {}
    assert nobody().get("/sign-in/").status_code == 200


def opened(client: Any, scene: Scene) -> list[str]:
    """Return the pages that open to someone, and one that is not there."""
    return [one for one in addresses(scene) if client.get(one).status_code == 200] + ["/nowhere/"]


def look_at(reader: Reader, paths: list[str], who: str) -> dict[str, Any]:
    """Return what is wrong with each page: serious findings, complaints, weight, width, small targets."""
    source, wrong = axe(), {}
    for path in paths:
        found: list[Any] = []
        for width in WIDTHS:
            resize(reader, width)
            reader.go(path)
            found += plain_troubles(reader, width)
            for theme in THEMES:
                dress(reader, theme)
                if width == WIDTHS[0]:
                    found += [(theme, *one) for one in findings(reader, source)]
                photograph(reader, f"{who}{re.sub('[^a-z0-9]+', '-', path)}-{width}-{theme}")
        if found:
            wrong[path] = found
    return wrong


def plain_troubles(reader: Reader, width: int) -> list[Any]:
    driver = reader.driver
    found: list[Any] = [("complaint", one) for one in reader.complaints()]
    if (weight := driver.execute_script(_WEIGHT)) > HEAVIEST:
        found.append(("heavy", weight))
    if (wide := driver.execute_script("return document.documentElement.scrollWidth")) > width:
        found.append(("wide", wide))
    if small := driver.execute_script(_SMALL, SMALLEST_TARGET):
        found.append(("small", small))
    return found


def findings(reader: Reader, source: str) -> list[Any]:
    """Return what axe calls serious or critical in the page as it stands."""
    reader.driver.execute_script(source)
    found = reader.driver.execute_async_script(_AXE_RUN)
    return [one for one in found if one[0] in {"serious", "critical"}]


def resize(reader: Reader, width: int) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    reader.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    reader.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})


def dress(reader: Reader, theme: str) -> None:
    theme_asked = {"name": "prefers-color-scheme", "value": theme}
    still = {"name": "prefers-reduced-motion", "value": "reduce"}  # no colour is measured half way
    reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [theme_asked, still]})


def photograph(reader: Reader, name: str) -> None:
    """Write the whole page as a picture, where a folder is named."""
    if not FOLDER:
        return
    shot = reader.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True})
    folder = Path(FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name[:120]}.png").write_bytes(base64.b64decode(shot["data"]))


def test_the_keys_lead_where_they_say_and_can_be_turned_off(reader: Reader, scene: Scene) -> None:
    from selenium.webdriver.common.by import By

    def press(*keys: str) -> None:
        for key in keys:
            reader.driver.switch_to.active_element.send_keys(key)

    reader.sign_in(CUSTODIAN)
    press("g", "m")
    reader.wait(lambda: reader.path == "/memories/")
    press("/")
    assert reader.driver.switch_to.active_element.get_attribute("name") == "q"
    press("g", "c", "?")
    assert reader.path == "/memories/", "what is typed in a field leads nowhere"
    reader.go("/memories/")
    press("?")
    reader.wait(lambda: "Use these keys on this device" in reader.text)
    reader.driver.find_element(By.CSS_SELECTOR, "#keys input").click()
    reader.press("Close")
    press("g", "c")
    assert reader.path == "/memories/"
    assert not reader.complaints()
