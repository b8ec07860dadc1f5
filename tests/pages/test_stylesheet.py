"""The one stylesheet: named colours, legible in both themes (WCAG 2.2 AA), nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHEET = (ROOT / "memory_admin" / "static" / "site.css").read_text(encoding="utf-8")
PAGES = [page.read_text(encoding="utf-8") for page in (ROOT / "memory_admin" / "templates").rglob("*.html")]
TEXTS = [
    *((text, ground) for text in ("ink", "soft", "accent", "bad") for ground in ("ground", "surface")),
    *((text, "surface") for text in ("good", "wait")),
    *(("ink", ground) for ground in ("raised", "accent-ground", "good-ground", "wait-ground", "bad-ground")),
    *((tone, f"{tone}-ground") for tone in ("good", "wait", "bad")),
    ("accent-ink", "accent"),
]
EDGES = [("edge", "surface"), ("edge", "ground"), ("accent", "ground"), ("accent", "surface")]


def tokens(theme: str) -> dict[str, str]:
    light, dark = re.findall(r":root \{(.*?)\}", SHEET, re.DOTALL)[:2]
    block = light if theme == "light" else dark
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_stands_out_from_what_it_is_on(theme: str) -> None:
    named = tokens(theme)
    poor = [(pair, contrast(named[pair[0]], named[pair[1]])) for pair in TEXTS]
    assert not [one for one in poor if one[1] < 4.5]
    edges = [(pair, contrast(named[pair[0]], named[pair[1]])) for pair in EDGES]
    assert not [one for one in edges if one[1] < 3]


def test_both_themes_name_the_same_colours() -> None:
    assert tokens("light").keys() == tokens("dark").keys()


def test_colours_have_names_and_nothing_is_fetched() -> None:
    rules = re.sub(r":root \{.*?\}", "", SHEET, flags=re.DOTALL)
    assert not re.findall(r"#[0-9a-f]{3,8}\b|rgb\(|hsl\(", rules)
    assert "url(" not in SHEET and "@import" not in SHEET


def test_a_card_that_keeps_line_breaks_holds_what_somebody_wrote_and_nothing_else() -> None:
    """Seen failing when cards with forms in them did, so that every line of the template was a gap."""
    kept = [one for page in PAGES for one in re.findall(r'class="card text"[^>]*>(.*)', page)]
    assert kept and not [one for one in kept if not re.fullmatch(r"\{\{ [\w.]+ \}\}</div>", one)]


def test_every_class_of_a_page_is_in_the_sheet() -> None:
    """Seen failing when the buttons that erase looked like any other: `danger` had no rule."""
    named = set(re.findall(r"\.([a-z][\w-]*)", SHEET))
    plain = [re.sub(r"[\w-]*\{\{.*?\}\}|\{%.*?%\}", " ", page) for page in PAGES]
    used = {one for page in plain for value in re.findall(r'class="([^"]*)"', page) for one in value.split()}
    assert len(used) > 50 and used - named == set()


def test_a_name_and_its_value_stand_together_wherever_facts_are_listed() -> None:
    """Seen failing when the pages of jobs and of rights set names and values into a grid one by one."""
    assert [page for page in PAGES if re.search(r"(?<!<div>)<dt\b", page)] == []
