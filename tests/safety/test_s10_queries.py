"""S10: query parameters that are unknown, repeated, of another type or no text; cursors of other lists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from memory_admin.http import declared, query
from memory_admin.http import fields as kinds
from tests.safety.digests import changed, digest
from tests.safety.problems import ECHO, wrong_with
from tests.safety.whole_api import API, ROWS, Row, Stage

UNKNOWN = (
    "_connector=OR", "owner__email__startswith=a", "user_id=zebrafinch", "owner[]=a", "OWNER=a",
    "limit%20=1", "=1", "page=2", "offset=5", "format=json", "%E2%80%8Blimit=1", "q__icontains=a",
    "__proto__=a",
)  # fmt: skip
MANY = "&".join(["a=1"] * 200)
UNREADABLE = ("limit=%00", "a=%ff", "%ed%a0%80=1", "a=%ED%A0%80", "a=%C0%80", "%00=1", MANY)
LIMITS = ("201", "0", "-1", "1e2", "1.0", "0x10", "%D9%A3", "", "+5", "5%20", "9" * 20, "null", "true")
NAIVE = ("2026-03-01T09:00:00", "2026-03-01%2009:00:00.5")
NO_TIMES = ("2026-03-01", "yesterday", "1767225600", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "")


def _lists(stage: Stage) -> list[Row]:
    """Return the rows that answer a page."""
    return [row for row in ROWS if row.method == "GET" and "cursor" in _shape(stage, row).shared().fields]


def _shape(stage: Stage, row: Row) -> Any:
    return declared.takes_query(stage.of(row), row.method)


def _asked(stage: Stage, row: Row, *more: str) -> Any:
    """Ask a row with parameters in place of its own of the same name."""
    names = {one.partition("=")[0] for one in more}
    own = [one for one in row.query.lstrip("?").split("&") if one and one.partition("=")[0] not in names]
    path = API + stage.filled(row.path) + "?" + "&".join([*own, *more])
    return stage.send(row, path, b"" if row.body is None else json.dumps(stage.filled(row.body)).encode())


def test_a_parameter_nobody_declared_is_refused_at_every_address(stage: Stage) -> None:
    before, wrong = digest(stage.database), []
    for row in ROWS:
        for given in UNKNOWN if row.path == "/memories" else UNKNOWN[:2]:
            response = _asked(stage, row, given)
            wrong += [(row.path, given, one) for one in wrong_with(response, {400}, {"unknown_field"})]
    assert wrong == []
    assert changed(before, digest(stage.database)) == []


def test_a_query_that_is_no_text_is_refused(stage: Stage) -> None:
    wrong = []
    for row in ROWS:
        for given in UNREADABLE if row.path == "/memories" else UNREADABLE[:2]:
            response = _asked(stage, row, given)
            found = wrong_with(response, {400}, {"bad_text", "bad_request"})
            wrong += [(row.path, given, one) for one in found]
    assert wrong == []


def test_a_limit_is_1_to_200_and_never_cut_silently(stage: Stage) -> None:
    wrong = []
    for row in _lists(stage):
        for limit in LIMITS if row.path == "/memories" else LIMITS[:3]:
            codes = {"limit_too_large"} if limit.startswith(("201", "999")) else {"invalid"}
            response = _asked(stage, row, f"limit={limit}")
            wrong += [(row.path, limit, one) for one in wrong_with(response, {400}, codes)]
        assert _asked(stage, row, "limit=200").status_code == 200
    assert wrong == []


def test_every_parameter_refuses_what_it_is_not(stage: Stage) -> None:
    before, wrong = digest(stage.database), []
    for row, name, given, codes in _wrong_parameters(stage):
        response = _asked(stage, row, f"{name}={given}")
        found = wrong_with(response, {400}, codes) or _not_named(response, name)
        wrong += [(row.path, name, given, one) for one in found]
    assert wrong == []
    assert changed(before, digest(stage.database)) == []


def _not_named(response: Any, name: str) -> list[str]:
    """Return a fault unless the errors name the parameter as it was sent."""
    errors = json.loads(response.content)["errors"]
    return [] if any(key.split(".")[0] == name for key in errors) else [f"errors {errors}"]


def _wrong_parameters(stage: Stage) -> Iterator[tuple[Row, str, str, set[str]]]:
    """Return for every parameter of every address what it must refuse, and with which codes."""
    for row in ROWS:
        for name, field in _shape(stage, row).shared().fields.items():
            if name not in {"limit", "cursor"}:
                for given, codes in _not_a(field.child if isinstance(field, query.Repeated) else field):
                    yield row, name, given, codes


def _not_a(field: Any) -> Iterator[tuple[str, set[str]]]:
    yield "", {"invalid"}
    if isinstance(field, kinds.TimeField):
        yield from ((given, {"naive_time"}) for given in NAIVE)
        yield from ((given, {"invalid"}) for given in NO_TIMES)
    elif isinstance(field, query.QueryFlag):
        yield from ((given, {"invalid"}) for given in ("1", "yes", "True", ECHO))
    elif isinstance(field, kinds.ChoiceOf):
        yield from ((given, {"invalid"}) for given in ("RAW", ECHO, "raw%20", "raw,note"))
    else:
        yield "%20%20", {"invalid"}
        yield "a" * 5000, {"invalid"}
        yield "a%00b", {"bad_text"}


def test_a_parameter_given_twice_is_refused_where_it_counts_once(stage: Stage) -> None:
    wrong = []
    for row in _lists(stage):
        response = _asked(stage, row, "limit=1", "limit=2")
        wrong += [(row.path, one) for one in wrong_with(response, {400}, {"repeated_parameter"})]
    assert wrong == []
    assert _asked(stage, Row("GET", "/memories"), "kind=raw", "kind=note").status_code == 200


def test_an_entity_that_cannot_be_read_is_400_under_the_name_it_was_sent(stage: Stage) -> None:
    for name in ("owner", "subject", "source", "context"):
        for bad in ("zebrafinch", "zebra:", ":finch", "*", "human:se%C2%ADan"):
            response = _asked(stage, Row("GET", "/memories"), f"{name}={bad}")
            assert wrong_with(response, {400}, {"invalid"}) == [], (name, bad)
            assert _not_named(response, name) == [], (name, bad)


def _pages(stage: Stage) -> Iterator[tuple[Row, str]]:
    """Return the lists with more than one page, each with the cursor of its second."""
    for row in _lists(stage):
        following = json.loads(_asked(stage, row, "limit=1").content)["next"]
        if following is not None:
            yield row, following


def test_a_cursor_is_taken_by_the_list_that_gave_it(stage: Stage) -> None:
    asked = {row.path: _asked(stage, row, f"cursor={cursor}").status_code for row, cursor in _pages(stage)}
    assert set(asked.values()) == {200}
    assert asked.keys() >= {"/memories", "/consents", "/contexts", "/principals", "/audit/events"}


def test_a_cursor_that_was_cut_or_altered_is_refused(stage: Stage) -> None:
    wrong = []
    for row, cursor in _pages(stage):
        for bad in _altered(cursor):
            found = wrong_with(_asked(stage, row, f"cursor={bad}"), {400}, {"bad_cursor"})
            wrong += [(row.path, bad, one) for one in found]
    assert wrong == []


def _altered(cursor: str) -> Iterator[str]:
    yield from ("", "%20", "null", "0", "1", "MQ==", ECHO, "a" * 5000, "%00"[:0] + "%E2%98%83")
    yield cursor[:-1]
    yield cursor[1:]
    yield cursor[: len(cursor) // 2]
    yield cursor + "A"
    yield cursor + "="
    yield cursor.swapcase()
    yield ("A" if cursor[0] != "A" else "B") + cursor[1:]
    yield cursor[:20] + ("A" if cursor[20] != "A" else "B") + cursor[21:]
    yield cursor * 2


def test_a_cursor_of_another_caller_is_refused(stage: Stage) -> None:
    wrong = []
    for row, cursor in _pages(stage):
        for who in stage.tokens:
            if who == row.who:
                continue
            other = Row(row.method, row.path, who, row.body, row.query)
            response = _asked(stage, other, f"cursor={cursor}")
            found = wrong_with(response, {400, 403, 404}, {"bad_cursor", "scope_missing", "not_found"})
            wrong += [(row.path, who, one) for one in found]
    assert wrong == []


def test_a_cursor_with_other_filters_or_from_another_list_is_refused(stage: Stage) -> None:
    cursors = {row.path: cursor for row, cursor in _pages(stage)}
    lists = [row for row in _lists(stage) if row.path in cursors]
    for row in lists:
        for path, cursor in cursors.items():
            if path != row.path:
                response = _asked(stage, row, f"cursor={cursor}")
                assert wrong_with(response, {400}, {"bad_cursor"}) == [], (row.path, path)
    memories = Row("GET", "/memories", query="?limit=1&tag=health&kind=raw")
    for more in ("kind=note", "tag=vet", "owner=si:ash", "state=paused", "visibility=self", "q=heart"):
        response = _asked(stage, memories, more, f"cursor={cursors['/memories']}")
        assert wrong_with(response, {400}, {"bad_cursor", "invalid"}) == [], more


def test_a_cursor_beside_a_search_is_refused_for_a_search_has_one_page(stage: Stage) -> None:
    cursors = {row.path: cursor for row, cursor in _pages(stage)}
    for cursor in (cursors["/memories"], ECHO):
        response = _asked(stage, Row("GET", "/memories"), "q=heart", f"cursor={cursor}")
        assert wrong_with(response, {400}, {"bad_cursor", "invalid"}) == []


def test_pages_go_back_the_way_they_came(stage: Stage) -> None:
    for row, cursor in _pages(stage):
        first = json.loads(_asked(stage, row, "limit=1").content)
        second = json.loads(_asked(stage, row, f"cursor={cursor}").content)
        if row.path not in {"/audit/events", "/privacy/audit"}:  # asking adds events; the other reads onwards
            back = json.loads(_asked(stage, row, f"cursor={second['previous']}").content)
            assert [_name(one) for one in back["items"]] == [_name(one) for one in first["items"]], row.path


def _name(item: dict[str, Any]) -> str:
    return json.dumps({key: value for key, value in item.items() if key != "deliveries"}, sort_keys=True)
