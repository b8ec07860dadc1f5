"""S10: a write with an Idempotency-Key has one effect, another body is refused, and a version is kept to."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from memory_admin.http import declared
from tests.safety.conftest import staged
from tests.safety.digests import changed, digest
from tests.safety.problems import wrong_with
from tests.safety.whole_api import API, ROWS, Row, Stage, writes

KEY = {"Idempotency-Key": "first-try"}


def test_the_same_write_with_the_same_key_has_one_effect(fresh: Stage) -> None:
    wrong = []
    for row in writes(fresh):
        first = fresh.play(row, **KEY)
        before = digest(fresh.database, records=False)
        again = fresh.play(row, **KEY)
        if again.status_code != first.status_code:
            wrong.append((row.method, row.path, f"{first.status_code} then {again.status_code}"))
        wrong += [
            (row.method, row.path, one) for one in changed(before, digest(fresh.database, records=False))
        ]
        wrong += [(row.method, row.path, "other ids") for _ in [1] if _ids(first) != _ids(again)]
    assert wrong == []


def _ids(response: Any) -> list[object]:
    """Return the ids an answer names at its top."""
    body = json.loads(response.content or b"{}")
    return [body.get(name) for name in ("id", "memory", "context_session", "principal")]


def test_another_body_under_the_same_key_is_refused_and_changes_nothing(fresh: Stage) -> None:
    wrong = []
    for row in writes(fresh):
        if not declared.takes(fresh.of(row), row.method).shared().fields:
            continue
        fresh.play(row, **KEY)
        before = digest(fresh.database, records=False)
        other = fresh.play(Row(row.method, row.path, row.who, _other(row)), **KEY)
        wrong += [(row.path, one) for one in wrong_with(other, {409}, {"idempotency_conflict"})]
        wrong += [(row.path, one) for one in changed(before, digest(fresh.database, records=False))]
    assert wrong == []


def _other(row: Row) -> dict[str, Any]:
    """Return a body that differs from the row's and is as well formed."""
    different: dict[str, dict[str, Any]] = {
        "/principals": {"display_name": "Another"}, "/principals/dog:rex": {"display_name": "Another"},
        "/principals/dog:rex/aliases": {"text": "Rexroth"}, "/memories": {"title": "Another"},
        "/principals/dog:rex/identities": {"external_id": "8"}, "/memories/batch": {"atomic": False},
        "/memories/{note}": {"title": "Another"}, "/contexts/{context}/enter": {"role": "keeper"},
        "/sessions/s1/facts": {"ttl_seconds": 700}, "/knowledge": {"title": "Another"},
        "/violations/{violation}": {"note": "another"}, "/violations": {"note": "another"},
        "/memories/ingest": {"atomic": False}, "/memories/{note}/generalize": {"abstraction_note": "one"},
    }  # fmt: skip
    return {**(row.body or {}), **different.get(row.path, {"reason": "another"})}


def test_a_key_belongs_to_one_credential(fresh: Stage) -> None:
    note = Row("POST", "/memories", body={"content": "A note"})
    first, second = fresh.play(note, **KEY), fresh.play(Row("POST", "/memories", "grantee", note.body), **KEY)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["id"] != second.json()["id"]


def test_a_key_on_a_read_is_refused(stage: Stage) -> None:
    wrong = []
    for row in ROWS:
        if not declared.is_write(stage.of(row), row.method):
            found = wrong_with(stage.play(row, **KEY), {400}, {"idempotency_key_on_read"})
            wrong += [(row.method, row.path, one) for one in found]
    assert wrong == []


def test_a_key_that_is_none_is_refused(stage: Stage) -> None:
    for key in ("", " ", "a b", "a" * 201, "\xe9", "a\tb", "\x7f"):
        response = stage.play(
            Row("POST", "/memories", body={"content": "A note"}), **{"Idempotency-Key": key}
        )
        assert wrong_with(response, {400}, {"bad_idempotency_key"}) == [], key


def test_a_refused_write_leaves_its_key_free(fresh: Stage) -> None:
    refused = fresh.play(
        Row("POST", "/memories", body={"content": "A note", "metadata": {"owner": "x"}}), **KEY
    )
    assert refused.status_code == 422
    assert fresh.play(Row("POST", "/memories", body={"content": "A note"}), **KEY).status_code == 201


def test_a_repeated_write_of_what_is_gone_by_now_says_so_and_writes_nothing(fresh: Stage) -> None:
    note = Row("POST", "/memories", body={"content": "Soon forgotten"})
    made = fresh.play(note, **KEY).json()["id"]
    assert fresh.as_("owner").delete(f"{API}/memories/{made}").status_code == 204
    before = digest(fresh.database, records=False)
    assert wrong_with(fresh.play(note, **KEY), {404}, {"not_found"}) == []
    assert changed(before, digest(fresh.database, records=False)) == []


def test_a_key_with_an_address_longer_than_any_column_is_answered(stage: Stage) -> None:
    for path in (
        "/memories/" + "a" * 900,
        "/contexts/ctx:" + "a" * 900,
        "/consents/" + "a" * 900 + "/approve",
    ):
        row = Row("PATCH" if "approve" not in path else "POST", path, body={"reason": "because"})
        assert wrong_with(stage.send(row, API + path, json.dumps(row.body).encode(), **KEY), {400, 404}) == []


@pytest.mark.parametrize("threads", [2, 6])
def test_the_same_write_at_the_same_time_has_one_effect(threads: int) -> None:
    with staged() as stage:
        before = digest(stage.database, records=False)["consent_memory"][0]
        row = Row("POST", "/memories", body={"content": "Told twice at once", "access_grants": ["*"]})
        answers = at_once(threads, lambda: stage.play(row, **KEY))
        assert {one.status_code for one in answers} == {201}
        assert len({one.json()["id"] for one in answers}) == 1
        assert digest(stage.database, records=False)["consent_memory"][0] == before + 1


def at_once(threads: int, act: Any) -> list[Any]:
    """Return the answers of an act that several threads begin together."""
    from django.db import connections

    start, answers = threading.Barrier(threads), []

    def run() -> None:
        start.wait()
        answers.append(act())
        connections.close_all()

    running = [threading.Thread(target=run) for _ in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return answers


def _versioned() -> list[Row]:
    return [row for row in ROWS if row.body and "version" in row.body]


def test_a_stale_version_is_409_and_changes_nothing(stage: Stage) -> None:
    before, rows = digest(stage.database, records=False), _versioned()
    for row in rows:
        stale = Row(row.method, row.path, row.who, {**(row.body or {}), "version": 7})
        assert wrong_with(stage.play(stale), {409}, {"version_conflict"}) == [], row.path
        named = Row(row.method, row.path, row.who, _unversioned(row))
        response = stage.play(named, **{"If-Match": '"7"'})
        assert wrong_with(response, {409}, {"version_conflict"}) == [], row.path
    assert len(rows) == 5
    assert changed(before, digest(stage.database, records=False)) == []


def _unversioned(row: Row) -> dict[str, Any]:
    return {key: value for key, value in (row.body or {}).items() if key != "version"}


def test_a_change_without_a_version_says_that_it_needs_one(stage: Stage) -> None:
    for row in _versioned():
        if row.method == "PATCH":
            response = stage.play(Row(row.method, row.path, row.who, _unversioned(row)))
            assert wrong_with(response, {400}, {"version_missing"}) == [], row.path


def test_two_versions_that_disagree_are_refused(stage: Stage) -> None:
    for row in _versioned():
        response = stage.play(row, **{"If-Match": '"2"'})
        assert wrong_with(response, {400}, {"version_mismatch"}) == [], row.path


NO_VERSIONS = ("", "1.0", "x", '"1', '1"', 'W/"1"', '"1", "2"', "-1", '"' + "9" * 19 + '"', "0x1", "null")


def test_an_if_match_that_is_no_version_is_refused(stage: Stage) -> None:
    for row in _versioned():
        bare = Row(row.method, row.path, row.who, _unversioned(row))
        for given in NO_VERSIONS:
            response = stage.play(bare, **{"If-Match": given})
            assert wrong_with(response, {400}, {"bad_if_match"}) == [], (row.path, given)


def test_a_change_that_names_nothing_to_change_is_refused(stage: Stage) -> None:
    before = digest(stage.database)
    for row in [row for row in ROWS if row.method == "PATCH"]:
        body = {"version": 1} if "version" in (row.body or {}) else {}
        assert wrong_with(stage.play(Row("PATCH", row.path, row.who, body)), {400}, {"invalid"}) == [], (
            row.path
        )
    assert changed(before, digest(stage.database)) == []


def test_a_memory_is_replaced_or_edited_but_not_both_at_once(stage: Stage) -> None:
    body = {"superseded_by": "{memory}", "title": "Lost?", "version": 1}
    response = stage.play(Row("PATCH", "/memories/{note}", body=body))
    assert wrong_with(response, {400}, {"invalid"}) == []
