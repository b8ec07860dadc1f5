"""S10: ids in addresses that are no ids, methods, Accept and identity headers that make no sense."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.urls import resolve

from tests.safety.digests import changed, digest
from tests.safety.problems import ECHO, wrong_with
from tests.safety.whole_api import API, ROWS, Row, Stage, addresses

NO_IDS = (
    ECHO, "a%2Fb", "..%2F..%2Fetc", "%20", "%E2%80%8B", "%EF%BC%8A", "mem_", "mem_" + "f" * 31,
    "mem_" + "F" * 32, "mem_" + "g" * 32, "con_" + "0" * 32, "mem_" + "0" * 32 + "%0A", "%D9%A0" * 32, "0",
    "-1", "1.5", "null",
    "human:sean%00", "human%3Anobody", "human:s%D0%B5an", "HUMAN:sean", "human:", ":", "*", "ctx:*", "%25",
    "%ff",
    "%ED%A0%80", "9" * 30, "'%3B--", "a" * 4000, "human:" + "%CC%81" * 200, "human:" + "x" * 1019,
)  # fmt: skip
ASKED_OF_EVERY_ADDRESS = ("human:" + "x" * 1019, "%ff")


def _without_ids(stage: Stage) -> Iterator[tuple[Row, list[str], int]]:
    """Return the rows with ids in their addresses, cut in parts, and where one of the ids is."""
    for row in ROWS:
        parts = row.path.split("/")
        for place, part in enumerate(parts):
            if "{" in part or ":" in part:
                yield row, [str(stage.filled(one)) for one in parts], place


def _body(stage: Stage, row: Row) -> bytes:
    return b"" if row.body is None else json.dumps(stage.filled(row.body)).encode()


def test_an_id_that_names_nothing_is_refused_and_changes_nothing(stage: Stage) -> None:
    before, wrong = digest(stage.database, records=False), []
    for row, parts, place in _without_ids(stage):
        for bad in NO_IDS if row.path.startswith("/memories/{memory}") else ASKED_OF_EVERY_ADDRESS:
            path = API + "/".join([*parts[:place], bad, *parts[place + 1 :]])
            if _is_taken(row, bad):
                continue
            response = stage.send(row, path, _body(stage, row))
            wrong += [(row.method, row.path, bad[:60], one) for one in wrong_with(response, {400, 404, 405})]
    assert wrong == []
    assert changed(before, digest(stage.database, records=False)) == []


def _is_taken(row: Row, name: str) -> bool:
    """Tell whether a write may name somebody new here: a trust in whom nobody knows yet is no mistake."""
    return row.method == "PUT" and name.startswith(("human:", "HUMAN:"))


def test_what_is_absent_and_what_is_no_id_have_one_answer(stage: Stage) -> None:
    memories = Row("GET", "/memories/{memory}")
    answers = set()
    for bad in ("mem_" + "0" * 32, ECHO, "%ff", "con_" + "0" * 32, "a%2Fb", "9" * 30, stage.names["consent"]):
        response = stage.send(memories, f"{API}/memories/{bad}", b"")
        body = {key: value for key, value in response.json().items() if key != "request_id"}
        answers.add((response.status_code, json.dumps(body, sort_keys=True)))
    assert len(answers) == 1


def test_a_nul_in_an_address_is_refused_at_every_address(stage: Stage) -> None:
    wrong = []
    for row, parts, place in _without_ids(stage):
        path = API + "/".join([*parts[:place], parts[place] + "%00", *parts[place + 1 :]])
        response = stage.send(row, path, _body(stage, row))
        wrong += [(row.path, one) for one in wrong_with(response, {400, 404}, {"bad_text", "not_found"})]
    assert wrong == []


def test_a_number_that_no_column_holds_is_an_unknown_id(stage: Stage) -> None:
    for kind, rest in (("aliases", ""), ("aliases", "/approve"), ("identities", "")):
        for number in ("0", "9223372036854775807", "9223372036854775808", "9" * 100, "-1", "%D9%A3"):
            row = Row("POST" if rest else "DELETE", "", "admin")
            response = stage.send(row, f"{API}/principals/dog:rex/{kind}/{number}{rest}", b"")
            assert wrong_with(response, {404}, {"not_found"}) == [], (kind, number)


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND")


def _by_address(stage: Stage) -> dict[str, tuple[Row, set[str]]]:
    """Return every route with a row and the methods that work there."""
    found = {}
    for row in ROWS:
        here = resolve(API + stage.filled(row.path)).route
        known = {method for method, route in addresses() if route == here}
        found[here] = row, known | ({"HEAD"} if "GET" in known else set())
    return found


# To write it over the network is not only refused, it is reported: see tests/layers.
TRYING_IS_A_VIOLATION = {"/system-profile"}


def test_a_method_that_is_not_there_is_405_with_those_that_are(stage: Stage) -> None:
    before, wrong = digest(stage.database), []
    for row, known in _by_address(stage).values():
        path = API + stage.filled(row.path)
        asked = set(METHODS) if row.path in {"/memories", "/recall"} else {"PUT", "DELETE", "OPTIONS", "HEAD"}
        if row.path in TRYING_IS_A_VIOLATION:
            asked = {"OPTIONS", "HEAD"}
        for method in sorted(asked - known):
            response = stage.send(Row(method, row.path, row.who), path, b"")
            found = wrong_with(response, {405}, {"method_not_allowed"}) if method != "HEAD" else []
            wrong += [(method, row.path, one) for one in [*found, *_wrong_allow(response, known)]]
    assert wrong == []
    assert changed(before, digest(stage.database)) == []


def _wrong_allow(response: Any, known: set[str]) -> list[str]:
    allowed = set(response.get("Allow", "").split(", "))
    return [] if response.status_code == 405 and allowed == known else [f"{response.status_code} {allowed}"]


def test_head_is_get_without_the_body(stage: Stage) -> None:
    for row in [row for row in ROWS if row.method == "GET"]:
        response = stage.play(Row("HEAD", row.path, row.who, query=row.query))
        assert (response.status_code, response.getvalue()) == (200, b""), row.path
        assert response["X-Request-ID"].startswith("req_")


REFUSED_KINDS = ("text/html", "application/xml", "image/*", "application/json-seq", "text/*;q=1")
TAKEN_KINDS = (
    "*/*", "application/*", "application/json;q=0.1", "text/html, application/json", "", "//", ";;;", ",",
    "application/problem+json", "a" * 8000,
)  # fmt: skip


def test_an_accept_header_is_understood_or_answered(stage: Stage) -> None:
    for row in ROWS[:3]:
        for kind in REFUSED_KINDS:
            assert wrong_with(stage.play(row, Accept=kind), {406}, {"not_acceptable"}) == [], (row.path, kind)
    for kind in TAKEN_KINDS:
        response = stage.play(Row("GET", "/whoami"), Accept=kind)
        assert wrong_with(response, {200, 406}, {"not_acceptable"}) == [], kind


TOKENS = (
    "", "Bearer", "Bearer ", "Basic YTpi", "bearer zebrafinch", "Bearer a b", "Bearer ma_" + "x" * 5000,
    "Bearer \xe9",
    "Bearer ma_zebrafinch_" + "A" * 43, "Token zebrafinch", "Bearer " + "\u0661", "Bearer null",
    "Bearer undefined",
)  # fmt: skip


def test_a_token_that_is_none_is_401_with_a_challenge_and_one_answer(stage: Stage) -> None:
    answers = set()
    for token in TOKENS:
        response = stage.as_("owner").get(f"{API}/memories", headers={"Authorization": token})
        assert wrong_with(response, {401}, {"unauthenticated"}) == [], token
        assert response["WWW-Authenticate"].startswith("Bearer"), token
        answers.add(json.dumps({key: one for key, one in response.json().items() if key != "request_id"}))
    assert len(answers) == 1


NOBODIES = (
    "", " ", ECHO, "*", "human:nobody", "human:s\u0435an".encode().decode("latin-1"),
    "human:sean, human:ash", "human:",
    "a" * 5000, "telegram:1", "provider:telegram:zebrafinch", "email:zebrafinch", "\x7f", "human:sean;",
    "%00",
)  # fmt: skip


def test_nobody_may_be_acted_as_and_nothing_is_answered_in_anyones_name(stage: Stage) -> None:
    for header in ("X-Act-As", "X-On-Behalf-Of"):
        for name in NOBODIES:
            response = stage.as_("owner").get(f"{API}/whoami", headers={header: name})
            assert wrong_with(response, {400, 403, 404, 409}) == [], (header, name, response.status_code)


NOWHERE = (
    "", "/", "/nothing", "/memories/", "/Memories", "/memories//grants", "/../v1/whoami", "/whoami.json",
    "/memories/{memory}/", "/memories;a=1", "/%6demories2", "//memories",
)  # fmt: skip


def test_an_address_that_is_none_is_404_for_everyone(stage: Stage) -> None:
    for path in NOWHERE:
        for who in ("owner", "admin"):
            response = stage.send(Row("GET", "", who), API + stage.filled(path), b"")
            assert wrong_with(response, {404}, {"not_found"}) == [], path
