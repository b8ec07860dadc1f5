"""Query parameters and cursors (G01-G05, L05, L16, Z05)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_admin.http.cursor import Position, seal, unseal
from memory_admin.http.problem import Problem
from tests.http.conftest import Agent
from tests.http.test_endpoints import MEMORIES, is_problem


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("owner__email__startswith=s", "unknown_field"),
        ("_connector=OR", "unknown_field"),
        ("offset=5", "unknown_field"),
        ("OWNER=human:sean", "unknown_field"),
        ("owner=human:sean&owner=human:max", "repeated_parameter"),
        ("owner=", "invalid"),
        ("owner=%E2%80%8B", "invalid"),
        ("owner=%00", "bad_text"),
        ("owner=%FF", "bad_text"),
        ("%00=x", "bad_text"),
        ("limit=201", "limit_too_large"),
        ("limit=5000", "limit_too_large"),
        ("limit=99999999999999999999", "limit_too_large"),
        ("limit=0", "invalid"),
        ("limit=-1", "invalid"),
        ("limit=1.5", "invalid"),
        ("limit=%D9%A5", "invalid"),
        ("limit=", "invalid"),
        ("sealed=1", "invalid"),
        ("tag=a&tag=b&tag=c&tag=d", "invalid"),
        ("id=mem_1", "invalid"),
        ("cursor=", "bad_cursor"),
        ("cursor=abc", "bad_cursor"),
        ("cursor=" + "A" * 2001, "bad_cursor"),
        ("&".join(f"p{n}=1" for n in range(200)), "bad_request"),
    ],
)
def test_a_query_that_is_not_understood_is_400(owner: Agent, query: str, code: str) -> None:
    is_problem(owner.get(f"{MEMORIES}?{query}"), 400, code)


@pytest.mark.parametrize(
    "query",
    ["", "limit=200", "owner=human%3Asean&sealed=true", "tag=a&tag=b", "tag=a", "id=mem_" + "0a" * 16],
)
def test_a_query_that_is_understood_is_answered(owner: Agent, query: str) -> None:
    assert owner.get(f"{MEMORIES}?{query}").status_code == 200


def test_an_address_that_takes_no_query_takes_none(owner: Agent) -> None:
    is_problem(owner.get(f"{MEMORIES}/1?limit=5"), 400, "unknown_field")
    is_problem(owner.post(f"{MEMORIES}?limit=5", {"content": "x"}), 400, "unknown_field")


def ids(page: dict[str, Any]) -> list[int]:
    return [item["id"] for item in page["items"]]


def test_a_walk_forward_and_back_meets_every_item_once(owner: Agent) -> None:
    page = owner.get(f"{MEMORIES}?limit=3").json()
    assert ids(page) == [1, 2, 3]
    assert page["previous"] is None
    second = owner.get(f"{MEMORIES}?limit=3&cursor={page['next']}").json()
    third = owner.get(f"{MEMORIES}?limit=3&cursor={second['next']}").json()
    assert (ids(second), ids(third), third["next"]) == ([4, 5, 6], [7], None)
    back = owner.get(f"{MEMORIES}?limit=3&cursor={third['previous']}").json()
    assert ids(back) == [4, 5, 6]
    first = owner.get(f"{MEMORIES}?limit=3&cursor={back['previous']}").json()
    assert (ids(first), first["previous"]) == ([1, 2, 3], None)
    assert ids(owner.get(f"{MEMORIES}?limit=9&cursor={first['next']}").json()) == [4, 5, 6, 7]


def test_a_last_page_that_is_full_has_no_next(owner: Agent) -> None:
    assert owner.get(f"{MEMORIES}?limit=7").json()["next"] is None


def test_a_cursor_serves_only_the_list_and_caller_it_was_given_to(owner: Agent, grantee: Agent) -> None:
    cursor = owner.get(f"{MEMORIES}?limit=3&owner=human:sean").json()["next"]
    assert owner.get(f"{MEMORIES}?limit=2&owner=human:sean&cursor={cursor}").status_code == 200
    is_problem(owner.get(f"{MEMORIES}?owner=human:max&cursor={cursor}"), 400, "bad_cursor")
    is_problem(owner.get(f"{MEMORIES}?cursor={cursor}"), 400, "bad_cursor")
    is_problem(grantee.get(f"{MEMORIES}?owner=human:sean&cursor={cursor}"), 400, "bad_cursor")


def test_a_cursor_of_another_secret_is_refused(settings: Any) -> None:
    sealed = seal(Position((1,)), b"list")
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another" * 8
    with pytest.raises(Problem):
        unseal(sealed, b"list")
    settings.SECRET_KEY_FALLBACKS = [old]
    assert unseal(sealed, b"list") == Position((1,))


def test_every_cut_and_every_altered_cursor_is_refused() -> None:
    sealed = seal(Position((datetime(2026, 3, 1, tzinfo=UTC), 12)), b"list")
    cut = [sealed[:n] for n in range(len(sealed))] + [sealed + "A", sealed + "=", " " + sealed]
    altered = [sealed[:n] + ("A" if c != "A" else "B") + sealed[n + 1 :] for n, c in enumerate(sealed)]
    for bad in cut + altered:
        with pytest.raises(Problem) as refused:
            unseal(bad, b"list")
        assert refused.value.code == "bad_cursor"


VALUES = st.none() | st.booleans() | st.integers() | st.text() | st.datetimes(timezones=st.just(UTC))


@settings(max_examples=100, deadline=None)
@given(st.lists(VALUES, max_size=4).map(tuple), st.booleans())
def test_a_position_survives_its_cursor(values: tuple[Any, ...], backward: bool) -> None:
    position = Position(values, backward)
    sealed = seal(position, b"list")
    assert unseal(sealed, b"list") == position
    assert seal(position, b"list") == sealed, "the same position gives the same cursor"


def test_a_cursor_does_not_tell_the_numbers_in_it() -> None:
    small, large = seal(Position((7,)), b"list"), seal(Position((123_456_789,)), b"list")
    assert len(small) == len(large)
