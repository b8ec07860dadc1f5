"""Bodies: what is taken, and the code each kind of bad one is refused with (S10)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_admin.http.json import parse, render
from memory_admin.http.problem import Problem


def code_of(raw: bytes, **options: str) -> str:
    try:
        parse(raw, **options)
    except Problem as problem:
        assert problem.status == 400
        return problem.code
    return "taken"


def nested(levels: int) -> bytes:
    return b'{"a":' * levels + b"1" + b"}" * levels


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"{}", "taken"),
        ('{"title":"Café ☕","n":[1,-2.5e3,true,null]}'.encode(), "taken"),
        (b'{"a":{"k":1},"b":{"k":2}}', "taken"),
        (b'{"k":1,"k":1}', "duplicate_key"),
        (b'{"a":[{"k":1,"k":2}]}', "duplicate_key"),
        (b'{"a":NaN}', "bad_number"),
        (b'{"a":-Infinity}', "bad_number"),
        (b'{"a":1e999}', "bad_number"),
        (b'{"a":9223372036854775807}', "taken"),
        (b'{"a":9223372036854775808}', "bad_number"),
        (b'{"a":' + b"9" * 5000 + b"}", "bad_number"),
        (b'{"a":"\\u0000"}', "bad_text"),
        (b'{"a":[{"b\\u0000":1}]}', "bad_text"),
        (b'{"":"\\u0000"}', "bad_text"),
        (b'{"a":"\\ud800"}', "bad_text"),
        (b'{"\\udfff":"x"}', "bad_text"),
        (b'{"a":"\\ud83d\\ude00"}', "taken"),
        (b'{"a":"\\\\u0000"}', "taken"),
        (b'{"a":"\x00"}', "invalid_json"),
        (b'{"a":"\xff"}', "bad_text"),
        (b'{"a":"\xed\xa0\x80"}', "bad_text"),
        (b"\xef\xbb\xbf{}", "invalid_json"),
        (b"[]", "not_an_object"),
        (b'"text"', "not_an_object"),
        (b"null", "not_an_object"),
        (b"", "invalid_json"),
        (b"{", "invalid_json"),
        (b"{'a':1}", "invalid_json"),
        (b"{} {}", "invalid_json"),
        (nested(64), "taken"),
        (nested(65), "too_deep"),
        (nested(200), "too_deep"),
        (nested(100_000), "too_deep"),
        (b'{"a":' + b"[" * 100_000, "too_deep"),
        (b'{"a":[' + b"[]," * 500 + b"[]]}", "taken"),
    ],
)
def test_a_body_is_taken_or_refused_with_its_code(raw: bytes, code: str) -> None:
    assert code_of(raw) == code


def test_a_duplicate_key_is_named() -> None:
    with pytest.raises(Problem) as refused:
        parse(b'{"owner":"human:sean","owner":"human:max"}')
    assert "'owner'" in refused.value.detail


def test_items_judged_apart_keep_their_text_for_their_own_check() -> None:
    assert code_of(b'{"items":["\\u0000"]}', judged_apart="items") == "taken"
    assert code_of(b'{"items":[],"reason":"\\u0000"}', judged_apart="items") == "bad_text"


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60) | st.text(alphabet='{}[]",:\\u0d8 19eE.-tfn', max_size=60).map(str.encode))
def test_any_bytes_are_an_object_or_a_problem(raw: bytes) -> None:
    code_of(raw)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.text(), JSON, max_size=4))
def test_whatever_is_taken_comes_back_the_same(value: dict[str, object]) -> None:
    raw = json.dumps(value).encode()
    expected = "taken"
    if "\\u0000" in json.dumps(value).replace("\\\\", ""):
        expected = "bad_text"
    if "Infinity" in json.dumps(value, ensure_ascii=True) and code_of(raw) == "bad_number":
        return
    assert code_of(raw) == expected
    if expected == "taken":
        assert json.loads(render(parse(raw))) == value


def test_an_answer_with_a_lone_surrogate_is_still_an_answer() -> None:
    assert json.loads(render({"a": "x\ud800y", "b": "😀"})) == {"a": "x\ufffdy", "b": "😀"}
