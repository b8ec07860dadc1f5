"""The figures: the same numbers over REST, on /metrics and in the plots, each plot with a table behind it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from audit.models import Recall
from consent.recall import Ask, recall
from consent.rules.trusting import Pair, Terms
from consent.services.memories import create
from consent.services.trust import set_trust
from memory_admin.plots import HEIGHT, Stack, by_day, by_name
from tests.cast import ADMIN, CUSTODIAN, GRANTEE, OWNER, caller, draft
from tests.pages.stage import STAFF, Scene, signed_in
from tests.safety.outside import client, token_of


@pytest.fixture
def busy(scene: Scene) -> Scene:
    """Two leaks, three recalls that showed a memory, trust set and lowered, all today."""
    create(draft("A run in the park.", access_grants=("*",)), by=caller(OWNER), now=scene.now)
    for _ in range(3):
        recall(Ask("run park"), by=caller(GRANTEE), now=scene.now)
    by = caller(CUSTODIAN, is_agent=False)
    for base in (0.75, 0.5):
        set_trust(Pair(CUSTODIAN, GRANTEE), Terms(base), by=by, now=scene.now)
    return scene


@pytest.fixture
def figures(busy: Scene) -> dict[str, Any]:
    answer = client(token_of(ADMIN, "audit")).get("/api/v1/figures?days=7")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_every_day_of_the_span_is_there_and_today_is_counted(figures: dict[str, Any]) -> None:
    today = datetime.now(UTC).date()
    days = [(today - timedelta(days=back)).isoformat() for back in range(6, -1, -1)]
    for name in ("violations", "recalls", "trust"):
        assert [one["day"] for one in figures[name]] == days, name
    assert figures["violations"][-1] | {"day": ""} == {
        "day": "",
        "low": 0,
        "medium": 0,
        "high": 2,
        "critical": 0,
    }
    assert figures["recalls"][-1]["count"] == 3
    assert figures["trust"][-1] | {"day": ""} == {"day": "", "raised": 0, "lowered": 1, "other": 1}
    assert figures["tiers"]["full"] == 3 and sum(figures["provenance"].values()) == 3


def test_how_long_a_recall_took_is_measured_by_the_database(figures: dict[str, Any]) -> None:
    last = figures["recalls"][-1]
    assert 0 < last["p50_ms"] <= last["p95_ms"] < 60_000
    assert Recall.objects.filter(took_ms=None).count() == 0


def test_where_nothing_was_validated_there_is_no_rate(figures: dict[str, Any]) -> None:
    assert figures["compliance"] == {"validated": 0, "compliant": 0, "rate": None}


@pytest.mark.parametrize("query", ["days=0", "days=367", "days=x", "weeks=1"])
def test_a_span_that_is_none_is_refused(db: object, query: str) -> None:
    assert client(token_of(ADMIN, "audit")).get(f"/api/v1/figures?{query}").status_code == 400
    assert client(token_of(OWNER, "memory")).get("/api/v1/figures").status_code == 403


def overview(days: str = "") -> str:
    browser: Client = signed_in(STAFF["auditor"], "auditor")
    answer = browser.get(f"/{days}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_each_plot_has_a_table_and_leads_to_a_list_with_filters_set(busy: Scene) -> None:
    text = overview("?days=7")
    assert text.count("<figure") == text.count('<svg viewBox="0 0 480') + text.count("Nothing in these days.")
    assert text.count("<figure") == text.count("The numbers</summary>") == 5
    today = datetime.now(UTC).date()
    links = re.findall(r'<a href="(/violations/\?[^"]+)" aria-label="([^"]+)"', text)
    assert links == [
        (f"/violations/?status=any&amp;since={today}T00%3A00&amp;until={today + timedelta(days=1)}T00%3A00",
         f"{today}: 2 high")
    ]  # fmt: skip
    followed = signed_in(STAFF["auditor"], "auditor").get(links[0][0].replace("&amp;", "&"))
    assert followed.status_code == 200 and busy.violation in followed.content.decode()


def test_the_span_lives_in_the_address(busy: Scene) -> None:
    for days, expected in (("?days=7", 7), ("?days=90", 90), ("", 30), ("?days=nonsense", 30)):
        assert f'<a href="?days={expected}" aria-current="page">' in overview(days)


def test_a_person_without_a_role_sees_no_figures(busy: Scene) -> None:
    assert "<figure" not in signed_in(CUSTODIAN).get("/").content.decode()


def test_metrics_say_the_same_without_a_name(busy: Scene) -> None:
    text = client(token_of(ADMIN, "audit")).get("/metrics").content.decode()
    assert 'memory_admin_violations_open{severity="high"} 2.0' in text
    assert 'memory_admin_violations{kind="disclosure_leak",status="open"} 2.0' in text
    assert "memory_admin_recalls_today 3.0" in text and 'memory_admin_shown_today{tier="full"} 3.0' in text
    assert "memory_admin_trust_changes 2.0" in text
    assert not re.search(r"human:|si:|dog:|mem_[0-9a-f]", text)


def test_a_stack_stands_on_what_is_below_it_and_fits() -> None:
    stacks = [Stack("2026-03-01", {"low": 3, "high": 2}), Stack("2026-03-02", {"low": 0, "high": 0})]
    plot = by_day("t", "n", stacks)
    low, high = plot.bars
    assert float(high.y) + float(high.height) == pytest.approx(float(low.y), abs=0.2)
    assert all(float(bar.y) >= 0 and float(bar.y) + float(bar.height) <= HEIGHT for bar in plot.bars)
    assert plot.rows == [("2026-03-02", "", ["0", "0"]), ("2026-03-01", "", ["3", "2"])]
    assert [mark.text for mark in plot.marks] == ["0", "3", "6"]


@pytest.mark.parametrize("most", [0, 1, 2, 3, 9, 10, 99, 100, 101, 12345])
def test_the_axis_reaches_the_highest_bar_with_a_whole_half(most: int) -> None:
    plot = by_day("t", "n", [Stack("2026-03-01", {"low": most})])
    top = float(plot.marks[-1].text)
    assert top >= most and float(plot.marks[1].text) == top / 2 == int(top / 2)
    assert plot.empty == (most == 0)


def test_names_have_their_share() -> None:
    plot = by_name(
        "t", "n", [Stack("full", {"shown": 3}), Stack("hint", {"shown": 1}), Stack("x", {"shown": 0})]
    )
    assert [mark.text for mark in plot.marks] == ["75.0%", "25.0%", "0"]
    assert len(plot.bars) == 2
