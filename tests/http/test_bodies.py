"""Fields: strict types, unknown names, errors by path."""

from __future__ import annotations

from typing import Any

import pytest

from memory_admin.http.problem import Problem
from tests.http.endpoints import NewMemory

GOOD = {"content": "Bella has a heart murmur"}


def refused(**fields: Any) -> Problem:
    with pytest.raises(Problem) as raised:
        NewMemory.check(GOOD | fields)
    assert raised.value.status == 400
    return raised.value


def test_a_minimal_body_is_filled_with_defaults() -> None:
    taken = NewMemory.check(GOOD)
    assert taken["kind"] == "raw"
    assert taken["trust"] == 1.0
    assert taken["metadata"] == {}
    assert "place" not in taken


def test_defaults_are_not_shared_between_requests() -> None:
    NewMemory.check(GOOD)["subject_ids"].append("dog:bella")
    assert NewMemory.check(GOOD)["subject_ids"] == []


@pytest.mark.parametrize(
    ("field", "good"),
    [
        ("content", "x" * 200),
        ("content", "\U0001f436"),
        ("content", "  kept as sent  "),
        ("title", None),
        ("kind", "document"),
        ("subject_ids", ["dog:bella", "dog:luna"]),
        ("trust", 0),
        ("trust", 0.75),
        ("sealed", True),
        ("version", 3),
        ("place", {"city": "Austin"}),
        ("metadata", {"a": {"b": [1]}}),
        ("occurred_at", "2026-03-01T09:00:00+01:00"),
        ("occurred_at", "2026-03-01t09:00:00.1234567890z"),
    ],
)
def test_a_value_of_the_right_type_is_taken(field: str, good: Any) -> None:
    assert field in NewMemory.check(GOOD | {field: good})


@pytest.mark.parametrize(
    ("field", "bad", "path"),
    [
        ("content", "x" * 201, "content"),
        ("content", 5, "content"),
        ("content", None, "content"),
        ("content", "", "content"),
        ("content", " \t\u200b\u3164", "content"),
        ("content", ["x"], "content"),
        ("kind", "Raw", "kind"),
        ("kind", 1, "kind"),
        ("kind", ["raw"], "kind"),
        ("subject_ids", "dog:bella", "subject_ids"),
        ("subject_ids", ["a", "b", "c", "d"], "subject_ids"),
        ("subject_ids", ["a", 2], "subject_ids.1"),
        ("subject_ids", ["a", None], "subject_ids.1"),
        ("subject_ids", ["a", ""], "subject_ids.1"),
        ("trust", "0.5", "trust"),
        ("trust", True, "trust"),
        ("trust", 1.01, "trust"),
        ("trust", float("nan"), "trust"),
        ("trust", float("inf"), "trust"),
        ("trust", 10**400, "trust"),
        ("sealed", "true", "sealed"),
        ("sealed", 1, "sealed"),
        ("version", 1.0, "version"),
        ("version", True, "version"),
        ("version", 0, "version"),
        ("place", "Austin", "place"),
        ("place", {}, "place.city"),
        ("place", {"city": "Austin", "state": 5}, "place.state"),
        ("metadata", [], "metadata"),
        ("metadata", {"a": {"b": {"c": {}}}}, "metadata"),
        ("metadata", {"a": "x" * 100}, "metadata"),
        ("occurred_at", "2026-03-01", "occurred_at"),
        ("occurred_at", "2026-02-30T09:00:00Z", "occurred_at"),
        ("occurred_at", "2026-W09-1T09:00:00Z", "occurred_at"),
        ("occurred_at", "0001-01-01T00:00:00+14:00", "occurred_at"),
        ("occurred_at", "٢٠٢٦-03-01T09:00:00Z", "occurred_at"),
        ("occurred_at", 1767225600, "occurred_at"),
    ],
)
def test_a_value_of_another_type_is_refused_by_its_path(field: str, bad: Any, path: str) -> None:
    problem = refused(**{field: bad})
    assert problem.code == "invalid"
    assert list(problem.errors) == [path]


def test_a_naive_time_has_a_code_of_its_own() -> None:
    assert refused(occurred_at="2026-03-01T09:00:00").code == "naive_time"


def test_every_unknown_field_is_named() -> None:
    problem = refused(owner="human:max", place={"city": "Austin", "zip": "1"})
    assert problem.code == "unknown_field"
    assert set(problem.errors) == {"owner", "place.zip"}


@pytest.mark.parametrize("bad", ["a\0b", "a\ud800b"])
def test_bad_text_is_refused_even_where_the_parser_let_it_pass(bad: str) -> None:
    assert refused(content=bad).code == "bad_text"
    assert refused(metadata={"a": [{bad: 1}]}).code == "bad_text"
    assert refused(**{bad: 1}).code == "bad_text"


def test_a_missing_field_is_named() -> None:
    with pytest.raises(Problem) as raised:
        NewMemory.check({})
    assert raised.value.errors == {"content": ["Must be there."]}


def test_an_error_never_repeats_the_text_it_refuses() -> None:
    secret = "Bella has a heart murmur " * 20
    problem = refused(content=secret, kind=secret, title=secret, occurred_at=secret)
    assert "murmur" not in str(problem.errors) + problem.detail + str(problem)


def test_at_most_a_hundred_errors_are_answered() -> None:
    assert len(refused(**{f"field_{n}": n for n in range(500)}).errors) == 100
