"""A list goes by the columns that cost little, either way, page by page, and keeps to it when narrowed."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memory_admin.http import page_links
from profiles.models import Principal
from tests.cast import principal
from tests.pages.stage import STAFF, Scene, signed_in
from tests.pages.test_lists_turned_round import gone_through

ROW = r'<th scope="row"><a href="/principals/([^/]+)/"'


@pytest.fixture
def boss(scene: Scene) -> Client:
    for name in ("zoe", "adam", "mia", "émile", "noor_2"):
        principal(f"human:{name}")
    return signed_in(STAFF["administrator"], "administrator")


def head(text: str, column: str) -> tuple[str, str]:
    """Return how a list goes by a column, and the address its head leads to."""
    found = re.search(rf'<th scope="col"(?: aria-sort="(\w+)")?><a href="([^"]+)">{column}</a>', text)
    assert found is not None
    return found[1] or "", found[2].replace("&amp;", "&")


def test_the_directory_goes_by_id_either_way(boss: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen failing with the place in the list kept by number and rows by id: one page came for ever."""
    monkeypatch.setattr(page_links, "ROWS", 2)
    usual = boss.get("/principals/").content.decode()
    assert head(usual, "Known since") == ("ascending", "?order=reversed")
    way, up = head(usual, "Id")
    assert (way, up) == ("", "?order=id")
    by_id = [unquote(one) for one in gone_through(boss, f"/principals/{up}", ROW)]
    assert by_id == list(
        Principal.objects.exclude(pk=0).order_by("entity_id").values_list("entity_id", flat=True)
    )
    way, down = head(boss.get(f"/principals/{up}").content.decode(), "Id")
    assert (way, down) == ("ascending", "?order=-id")
    assert [unquote(one) for one in gone_through(boss, f"/principals/{down}", ROW)] == by_id[::-1]
    assert head(boss.get(f"/principals/{down}").content.decode(), "Id") == ("descending", "?order=id")
    assert head(boss.get("/principals/?order=-entity_id").content.decode(), "Id")[0] == ""


def test_the_place_in_one_order_is_refused_in_another(boss: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen failing with the order left out of what a place is bound to."""
    monkeypatch.setattr(page_links, "ROWS", 2)
    later = re.search(r'rel="next" href="([^"]+)"', boss.get("/principals/?order=id").content.decode())
    assert later is not None
    address = f"/principals/{later[1].replace('&amp;', '&')}"
    assert boss.get(address).status_code == 200
    for other in ("order=-id", "order=reversed", ""):
        assert boss.get(address.replace("order=id", other)).status_code == 400


def test_an_order_is_kept_when_the_list_is_narrowed(boss: Client) -> None:
    """Seen failing when to narrow a list put it back in its usual order."""
    text = boss.get("/principals/?order=-id&kind=individual").content.decode()
    assert '<input type="hidden" name="order" value="-id">' in text
    assert head(text, "Id")[1] == "?kind=individual&order=id"
    assert 'value="&quot;&gt;' in boss.get('/principals/?order=">').content.decode()


@pytest.mark.parametrize("path", ["/memories/?view=mine", "/memories/?state=archived", "/consents/?view=all"])
def test_every_list_with_filters_keeps_its_order_and_its_view(boss: Client, path: str) -> None:
    """Seen failing for memories and consents, whose filters forgot the order."""
    text = boss.get(f"{path}&order=reversed").content.decode()
    filters = re.search(r'<form class="filters".*?</form>', text, re.DOTALL)
    assert filters is not None and '<input type="hidden" name="order" value="reversed">' in filters[0]
    assert "{#" not in text
    view = re.search(r"view=(\w+)", path)
    assert view is None or f'<input type="hidden" name="view" value="{view[1]}">' in filters[0]


def test_the_order_by_id_is_read_from_its_index(boss: Client) -> None:
    """Seen failing with the names of the principals to go by: all of them were sorted."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        boss.get("/principals/?order=id")
    (query,) = [one["sql"] for one in asked if 'ORDER BY "profiles_principal"."entity_id"' in one["sql"]]
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
        cursor.execute(f"EXPLAIN {query}")
        plan = "\n".join(row[0] for row in cursor.fetchall())
        cursor.execute("RESET enable_seqscan")
    assert "Index Scan" in plan and "Sort" not in plan


@pytest.mark.parametrize(
    ("path", "column"),
    [("/audit/", "When"), ("/memories/", "Written")],
)
def test_the_head_of_a_time_turns_the_list_round(boss: Client, path: str, column: str) -> None:
    """Seen failing when only a link under the list did."""
    assert head(boss.get(path).content.decode(), column) == ("descending", "?order=reversed")
    turned = boss.get(f"{path}?order=reversed").content.decode()
    assert head(turned, column) == ("ascending", "?")
