"""Every item is on some page, every time stays the moment it was, and whatever was asked is on record."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.utils import timezone

from consent.services.memories import create_many
from tests.cast import NOW, caller, custodian, draft
from tests.conftest import Database
from tests.field_reports.people import Person, administrator, person


def test_saving_again_elsewhere_moves_no_time(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """T02: created_at shifts by the host's offset on each save."""
    ash = person("si:ash")
    memory = ash.write("the harness rubs", occurred_at="2026-03-01T18:00:00+09:00")
    first = ash.get(f"/memories/{memory}")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    for version in (1, 2):
        with timezone.override("Asia/Tokyo"):
            ash.asked("PATCH", f"/memories/{memory}", {"title": f"t{version}", "version": version})
    again = ash.get(f"/memories/{memory}")
    assert (again["created_at"], again["occurred_at"]) == (first["created_at"], "2026-03-01T09:00:00Z")
    assert datetime.fromisoformat(again["updated_at"]) > datetime.fromisoformat(first["updated_at"])


def _written(owner: str, count: int, **fields: tuple[str, ...]) -> None:
    drafts = [draft(f"note {number:04}", **fields) for number in range(count)]
    create_many(drafts, by=caller(owner), now=NOW, atomic=True)


def test_every_memory_is_on_some_page(db: Database) -> None:
    """G01: only the first 20 or 100 are reachable."""
    ash = person("si:ash")
    _written("si:ash", 25)
    assert len(ash.listed(limit=10)) == len(ash.listed(limit=10, owner="si:ash")) == 25


def test_a_limit_too_large_is_refused_and_the_cursor_reaches_all(db: Database) -> None:
    """G03: a silent cap at 1000, the offset ignored."""
    ash = person("si:ash")
    _written("si:ash", 450)
    refused = ash.send("GET", "/memories?limit=5000")
    assert (refused.status_code, refused.json()["code"]) == (400, "limit_too_large")
    assert ash.send("GET", "/memories?offset=10").status_code == 400
    assert len(ash.listed(limit=200)) == 450


def test_what_is_hidden_makes_no_page_short(db: Database) -> None:
    """G04: a client stops at a short page, which the server filtered after paging."""
    sean = person("human:sean")
    for turn in range(6):
        hidden = [draft(f"hidden {turn} {number}") for number in range(9)]
        seen = draft(f"seen {turn}", access_grants=("human:sean",))
        create_many([*hidden, seen], by=caller("si:ash"), now=NOW, atomic=True)
    sizes: list[int] = []
    cursor: str | None = ""
    while cursor is not None:
        page = sean.get("/memories", limit=2, **({"cursor": cursor} if cursor else {}))
        sizes.append(len(page["items"]))
        cursor = page["next"]
    assert sizes == [2, 2, 2]


def _pages(one: Person, during: list[str]) -> list[str]:
    """Return the texts of all pages in order, writing a new memory before each further page."""
    texts, cursor = [], None
    while True:
        page = one.get("/memories", limit=3, **({"cursor": cursor} if cursor else {}))
        texts += [item["content"] for item in page["items"]]
        cursor = page["next"]
        if cursor is None:
            return texts
        one.write(during.pop())


def test_what_is_written_meanwhile_moves_no_page(db: Database) -> None:
    """G05: rows inserted between pages are skipped or repeated."""
    ash = person("si:ash")
    _written("si:ash", 10)
    texts = _pages(ash, [f"later {number}" for number in range(10)])
    old = [text for text in texts if text.startswith("note")]
    assert sorted(old) == sorted(set(old)) == [f"note {number:04}" for number in range(10)]


def _events(boss: Person, **query: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = boss.get("/audit/events", limit=200, **query)["items"]
    return found


def test_the_record_is_on_from_the_start(db: Database) -> None:
    """A01: the audit list is empty because it is off."""
    ash, boss = person("si:ash"), administrator()
    memory = ash.write("the harness rubs")
    (event,) = _events(boss, action="memory.create")
    assert (event["actor"], event["object_id"], event["outcome"]) == ("si:ash", memory, "ok")


def test_refusals_are_on_record(db: Database) -> None:
    """A03: answers of 400 and more are not logged."""
    ash, boss = person("si:ash", "memory"), administrator()
    memory = ash.write("the harness rubs")
    ash.send("PATCH", f"/memories/{memory}", {"title": "x", "version": 7})
    ash.send("GET", "/consents")
    ash.send("GET", "/memories/mem_" + "0" * 32)
    refused = _events(boss, action="request.refused", outcome="refused")
    assert {event["code"] for event in refused} == {"version_conflict", "scope_missing", "not_found"}
    assert {event["actor"] for event in refused} == {"si:ash"}


def test_what_was_allowed_is_on_record_with_its_request(db: Database) -> None:
    """A04, A09: only denials are logged; lists are missing."""
    ash, boss = person("si:ash"), administrator()
    memory = ash.write("the harness rubs")
    asked = {
        "memory.list": "/memories", "memory.search": "/memories?q=harness",
        "memory.read": f"/memories/{memory}",
        "memory.versions": f"/memories/{memory}/versions", "memory.recall": "",
    }  # fmt: skip
    for action, path in asked.items():
        answer = ash.send("GET", path) if path else ash.send("POST", "/recall", {"query": "harness"})
        (event,) = _events(boss, action=action)
        assert (event["outcome"], event["request_id"]) == ("ok", answer["X-Request-ID"]), action


def test_each_memory_forgotten_or_written_has_its_own_line(db: Database) -> None:
    """A05: a "forget" is not audited; a bulk floods or is one line without ids."""
    ash, boss = person("si:ash"), administrator()
    items = [{"content": f"note {number}"} for number in range(30)]
    made = [one["memory"]["id"] for one in ash.asked("POST", "/memories/batch", {"items": items})["results"]]
    assert sorted(str(event["object_id"]) for event in _events(boss, action="memory.create")) == sorted(made)
    ash.asked("DELETE", f"/memories/{made[0]}", status=204)
    assert [event["object_id"] for event in _events(boss, action="memory.delete")] == [made[0]]


def test_a_request_that_was_refused_or_withdrawn_leaves_its_line(db: Database) -> None:
    """A06: deleting an access request leaves no trace."""
    custodian("dog:bella", "human:sean")
    ash, sean, boss = person("si:ash"), person("human:sean"), administrator()
    wish = {"grantor": "human:sean", "grantee": "si:ash", "scope": "subject:dog:bella", "purpose": "care"}
    asked = ash.asked("POST", "/consents", wish, status=202)["id"]
    sean.asked("POST", f"/consents/{asked}/deny", {"reason": "not now"})
    actions = [event["action"] for event in _events(boss, object_id=asked)]
    assert actions == ["consent.deny", "consent.request"]


def test_the_record_of_a_memory_outlives_it(db: Database) -> None:
    """A07: deleting a record deletes its log."""
    ash, boss = person("si:ash"), administrator()
    memory = ash.write("the harness rubs")
    ash.asked("DELETE", f"/memories/{memory}", status=204)
    assert [event["action"] for event in _events(boss, object_id=memory)] == [
        "memory.delete",
        "memory.create",
    ]
    assert "harness" not in str(_events(boss))
