"""S10: every field of every body, asked with every type it is not, with bad text and with extremes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from memory_admin.http import fields as kinds
from memory_admin.http.serializer import StrictSerializer
from tests.safety.digests import changed, digest
from tests.safety.problems import ECHO, wrong_with
from tests.safety.whole_api import API, Row, Stage, shape_of, with_bodies

Path = tuple[str | int, ...]
OF_A_TYPE: dict[type, Any] = {
    str: ECHO, int: -1, float: 0.5, bool: True, list: [[ECHO]], dict: {ECHO: 1}, type(None): None
}  # fmt: skip


def _takes(field: Any) -> set[type]:
    """Return the JSON types a field may take, told from its kind and not from its code."""
    found: dict[type, set[type]] = {
        kinds.TextField: {str}, kinds.ChoiceOf: {str}, kinds.TimeField: {str}, kinds.WholeField: {int},
        kinds.NumberField: {int, float}, kinds.FlagField: {bool}, kinds.ObjectField: {dict},
        kinds.ListOf: {list}, StrictSerializer: {dict},
    }  # fmt: skip
    (taken,) = [found[kind] for kind in type(field).__mro__ if kind in found][:1]
    return taken | ({type(None)} if field.allow_null else set())


def _fields(shape: Any, at: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Return every field of a shape with its path, those inside objects and lists too."""
    for name, field in shape.shared().fields.items():
        yield (*at, name), field
        is_list = isinstance(field, kinds.ListOf)
        inner, below = (field.child, (*at, name, 0)) if is_list else (field, (*at, name))
        if isinstance(inner, StrictSerializer):
            yield from _fields(type(inner), below)
        elif inner is not field:
            yield below, inner


def _with(body: Any, path: Path, value: Any) -> dict[str, Any]:
    """Return a body with a value at a path, making what leads there."""
    made: dict[str, Any] = json.loads(json.dumps(body))
    here: Any = made
    for step, after in pairwise(path):
        fresh: Any = [] if isinstance(after, int) else {}
        if isinstance(step, int):
            here[:1] = here[:1] if here and isinstance(here[0], type(fresh)) else [fresh]
        elif not isinstance(here.get(step), type(fresh)):
            here[step] = fresh
        here = here[step]
    if isinstance(path[-1], int):
        here[:1] = [value]
    else:
        here[path[-1]] = value
    return made


def _sent(stage: Stage, row: Row, body: dict[str, Any]) -> Any:
    return stage.send(row, API + stage.filled(row.path), json.dumps(body).encode())


def _each_field(stage: Stage) -> Iterator[tuple[Row, dict[str, Any], Path, Any]]:
    """Return every field that is judged with its body, once a shape; items of a batch are asked alone."""
    rows = {shape_of(stage, row): row for row in with_bodies(stage)}
    for shape, row in rows.items():
        for path, field in _fields(shape):
            if stage.of(row).judged_apart != path[0] or len(path) == 1:
                yield row, stage.filled(row.body), path, field


def test_a_value_of_a_wrong_type_is_named_by_its_path_and_changes_nothing(stage: Stage) -> None:
    before, wrong, asked = digest(stage.database), [], 0
    for row, body, path, field in _each_field(stage):
        for value in _of_other_types(field, 7 if row.path in {"/memories", "/recall"} else 2, asked):
            response, asked = _sent(stage, row, _with(body, path, value)), asked + 1
            found = wrong_with(response, {400}) or _not_named(response, path)
            wrong += [(row.method, row.path, path, value, one) for one in found]
    assert wrong == []
    assert changed(before, digest(stage.database)) == []
    assert asked > 300


def _of_other_types(field: Any, most: int, turn: int) -> list[Any]:
    """Return at most so many values of types that a field does not take, another choice at every turn."""
    found = [one for kind, one in OF_A_TYPE.items() if kind not in _takes(field)]
    start = turn % len(found)
    return [*found[start:], *found[:start]][:most]


def _not_named(response: Any, path: Path) -> list[str]:
    named = ".".join(map(str, path))
    errors = json.loads(response.content)["errors"]
    return [] if any(key == named or key.startswith(named + ".") for key in errors) else [f"errors {errors}"]


def test_text_no_database_keeps_is_refused_wherever_text_is_taken(stage: Stage) -> None:
    before, wrong = digest(stage.database), []
    for row, body, path, field in _each_field(stage):
        if str not in _takes(field) and dict not in _takes(field):
            continue
        for bad in ("a\0b", "\udfff"):
            value = bad if str in _takes(field) else {"a": [{bad: 1}]}
            response = _sent(stage, row, _with(body, path, value))
            wrong += [(row.path, path, one) for one in wrong_with(response, {400}, {"bad_text"})]
    assert wrong == []
    assert changed(before, digest(stage.database)) == []


LOOKUPS = ("user_id", "_connector", "owner__email__startswith")
STRANGE = (*LOOKUPS, "__proto__", "", "query\u200b", "Query", "*", "a.b")


def test_a_field_nobody_declared_is_refused_at_every_address(stage: Stage) -> None:
    before, wrong = digest(stage.database), []
    for row in with_bodies(stage):
        for name in STRANGE if row.path == "/recall" else LOOKUPS:
            response = _sent(stage, row, {**stage.filled(row.body), name: ECHO})
            wrong += [(row.path, name, one) for one in wrong_with(response, {400}, {"unknown_field"})]
    assert wrong == []
    assert changed(before, digest(stage.database)) == []


def test_a_field_nobody_declared_is_refused_inside_of_others(stage: Stage) -> None:
    for row, body, path, field in _each_field(stage):
        if isinstance(field, StrictSerializer):
            response = _sent(stage, row, _with(body, (*path, "_connector"), ECHO))
            assert wrong_with(response, {400}, {"unknown_field"}) == [], (row.path, path)


EXTREMES = (
    "a" * 1_000_000, "\u0301" * 3000, "\U0001f436" * 2000, " ", "\u200b", "\u202e", "';DROP TABLE memory;--",
    "{memory}", "%s", "%(name)s", "../../etc/passwd", "con_", "mem_" + "F" * 32, "*", "2026-03-01T09:00:00",
    "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00", "2026-02-30T00:00:00Z", "a" * 129 + ":b",
    "si:" + "x" * 500, "human:\u0455ean", "human:sean\u200d", "memory:" + "x" * 50, "subject:*", "((((",
    "(a+)+$", "(?P<a>.)(?P=a)",
)  # fmt: skip


NUMBERS = (2**63 - 1, -(2**63), 2**31, 0, -0.0, 5e-324, 1.7e308, 0.1 + 0.2)


def _extremes(field: Any) -> tuple[Any, ...]:
    return EXTREMES if str in _takes(field) else NUMBERS if _takes(field) & {int, float} else ()


def _crashes(stage: Stage, places: int) -> list[tuple[str, Path, str, int]]:
    """Return what crashed: each field is asked with so many of the extremes, the next with the next ones."""
    found, turn = [], 0
    for row, body, path, field in _each_field(stage):
        values = _extremes(field)
        for _ in range(min(places, len(values))):
            value, turn = values[turn % len(values)], turn + 1
            answered = _sent(stage, row, _with(body, path, value)).status_code
            if answered >= 500:
                found.append((row.path, path, str(value)[:40], answered))
    return found


def test_extreme_values_are_never_a_server_error(stage: Stage) -> None:
    assert _crashes(stage, 2) == []


@pytest.mark.slow
def test_every_extreme_value_in_every_field_is_never_a_server_error(fresh: Stage) -> None:
    assert _crashes(fresh, len(EXTREMES)) == []


PATTERNS = ("((((", "[", r"(?=a)", r"(?<!a)b", r"(a)\1", "(?P<a", "*a", "\\")


def test_a_pattern_that_cannot_be_read_is_refused_where_it_is_written(stage: Stage) -> None:
    """Kept, it would withhold the whole memory below full, and its owner would not know why."""
    before = digest(stage.database)
    for pattern in PATTERNS:
        rule = {"redactions": [{"field": "content", "pattern": pattern}]}
        for given in (rule, {"forbidden_patterns": [pattern]}):
            writing = Row("POST", "/memories", body={"content": "A note", **given})
            editing = Row("PATCH", "/memories/{note}", body={"version": 1, **given})
            for row in (writing, editing):
                assert wrong_with(stage.play(row), {400}, {"invalid"}) == [], (row.method, pattern)
    assert changed(before, digest(stage.database)) == []
