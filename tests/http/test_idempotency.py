"""The pure part of writing once and of changing only what was read."""

from __future__ import annotations

import pytest

from memory_admin.http.idempotency import body_fingerprint, expected_version, key
from memory_admin.http.problem import Problem


def test_spelling_does_not_change_a_fingerprint_and_content_does() -> None:
    same = body_fingerprint("POST", "/m", {"a": 1, "b": ["é", None]})
    assert same == body_fingerprint("POST", "/m", {"b": ["é", None], "a": 1})
    for other in (
        body_fingerprint("PUT", "/m", {"a": 1, "b": ["é", None]}),
        body_fingerprint("POST", "/n", {"a": 1, "b": ["é", None]}),
        body_fingerprint("POST", "/m", {"a": 1, "b": ["e", None]}),
        body_fingerprint("POST", "/m", {"a": "1", "b": ["é", None]}),
    ):
        assert other != same


@pytest.mark.parametrize("good", ["a", "x" * 200, "0b1c-~!"])
def test_visible_ascii_is_a_key(good: str) -> None:
    assert key(good) == good


@pytest.mark.parametrize("bad", ["", "x" * 201, "a b", "é", "a\n", "\x7f"])
def test_anything_else_is_no_key(bad: str) -> None:
    with pytest.raises(Problem):
        key(bad)


@pytest.mark.parametrize(
    ("header", "body", "version"),
    [
        (None, None, None),
        ('"3"', None, 3),
        ("3", None, 3),
        (None, 4, 4),
        ('"4"', 4, 4),
        ("*", None, None),
        ("*", 2, 2),
    ],
)
def test_a_version_is_read_from_header_or_body(
    header: str | None, body: int | None, version: int | None
) -> None:
    assert expected_version(header, body) == version


@pytest.mark.parametrize("bad", ["", '"3', '3"', 'W/"3"', '"1", "2"', '"x"', '"-1"', '"٣"'])
def test_a_header_that_is_no_version_is_refused(bad: str) -> None:
    with pytest.raises(Problem) as refused:
        expected_version(bad, None)
    assert refused.value.code == "bad_if_match"
