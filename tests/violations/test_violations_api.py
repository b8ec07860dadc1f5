"""Violations over HTTP: the queue worst first, one with its history, a review, a review of many."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from audit.models import Event, Violation
from audit.services import report_violation
from audit.types import Span, ViolationReport
from consent.models import Memory
from consent.services.memories import create
from profiles.models import Account
from tests.cast import ADMIN, CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, caller, draft, principal
from tests.safety.outside import client, token_of

API = "/api/v1/violations"
SECRET = "zephyrquartz"


def leak(owner: str = CUSTODIAN, **fields: Any) -> str:
    """Report a leak of a memory of someone's by an agent; returns its id."""
    memory = create(draft(f"{SECRET} of {owner}"), by=caller(owner), now=NOW)
    given: dict[str, Any] = {
        "kind": "disclosure_leak",
        "severity": "high",
        "owner_id": principal(owner).pk,
        "accessor_id": principal(GRANTEE).pk,
        "memory_id": memory.memory_id,
        "trust": 0.25,
        "response": f"It is {SECRET}.",
        "spans": (Span(start=6, end=18, category="name", memory_id=memory.memory_id, weight=0.5),),
        "score": 0.4,
        "action_taken": "redacted",
        "dedupe_key": f"{owner}/{fields.get('severity')}",
    }
    now = fields.pop("now", NOW)
    return f"vio_{report_violation(ViolationReport(**(given | fields)), now=now).hex}"


@pytest.fixture
def overseer(db: object) -> Any:
    return client(token_of(ADMIN, "audit", "admin"))


def ids(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [one["id"] for one in answer.json()["items"]]


def test_the_queue_is_worst_first_and_its_pages_hold_everything_once(overseer: Any) -> None:
    made = {
        (severity, hour): leak(severity=severity, now=NOW + timedelta(hours=hour))
        for severity in ("low", "critical", "medium")
        for hour in range(3)
    }
    order = [made[one, hour] for one in ("critical", "medium", "low") for hour in (2, 1, 0)]
    assert ids(overseer.get(API)) == order
    assert ids(overseer.get(f"{API}?sort=newest"))[:3] == [
        made[one, 2] for one in ("medium", "critical", "low")
    ]
    first = overseer.get(f"{API}?limit=4").json()
    second = overseer.get(f"{API}?limit=4&cursor={first['next']}").json()
    third = overseer.get(f"{API}?limit=4&cursor={second['next']}").json()
    pages = [first, second, third]
    assert [one["id"] for page in pages for one in page["items"]] == order
    back = overseer.get(f"{API}?limit=4&cursor={third['previous']}").json()
    assert back["items"] == second["items"]


def test_a_violation_says_who_what_and_where_and_no_word_of_it(overseer: Any) -> None:
    found = overseer.get(f"{API}/{leak()}").json()
    memory = f"mem_{Memory.objects.get().public_id.hex}"
    assert (found["owner"], found["accessor"], found["memory"]) == (CUSTODIAN, GRANTEE, memory)
    assert found["response"] == "•• •• ••••••••••••."
    assert found["spans"] == [{"start": 6, "end": 18, "category": "name", "memory": memory, "weight": 0.5}]
    assert (found["trust"], found["score"], found["action_taken"]) == (0.25, 0.4, "redacted")
    assert [step["action"] for step in found["history"]] == ["violation.report"]
    assert SECRET not in str(found)


def test_an_owner_sees_where_its_own_memory_was_told_and_nothing_of_anybody_elses(overseer: Any) -> None:
    """Seen failing while the page alone left out what was of others: REST told their ids and categories."""
    other = create(draft(f"{SECRET} of kim"), by=caller("human:kim"), now=NOW)
    own = create(draft(f"{SECRET} of sean"), by=caller(CUSTODIAN), now=NOW)
    spans = tuple(
        Span(start=start, end=start + 5, category=category, memory_id=memory.memory_id, weight=0.5)
        for start, category, memory in ((0, "health", other), (6, "name", own))
    )
    told = leak(memory_id=own.memory_id, spans=spans)
    sean = client(token_of(CUSTODIAN, "privacy"))
    (listed,) = sean.get(API).json()["items"]
    changed = sean.patch(
        API, {"items": [{"id": told, "version": 1}], "status": "in_review"}, format="json"
    ).json()
    shown = [listed, sean.get(f"{API}/{told}").json()]
    shown += [one["violation"] for one in changed["results"] if "violation" in one]
    for one in shown:
        assert [(span["memory"], span["category"]) for span in one["spans"]] == [(own.public_id, "name")]
        assert other.public_id not in str(one) and "health" not in str(one)
    assert len(overseer.get(f"{API}/{told}").json()["spans"]) == 2


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("kind=disclosure_leak", 2), ("kind=guard_tripped", 0), ("severity=high", 2), ("severity=low", 0),
        ("status=open", 2), ("status=dismissed", 0), (f"owner={CUSTODIAN}", 1), ("owner=si:nobody", 0),
        (f"accessor={GRANTEE}", 2), (f"accessor={OUTSIDER}", 0), ("memory=mem_" + "0" * 32, 0),
        ("assignee=none", 2), (f"assignee={ADMIN}", 0), ("since=2026-03-01T00:00:00Z", 2),
        ("since=2026-03-02T00:00:00Z", 0), ("until=2026-03-01T00:00:00Z", 0),
    ],
)  # fmt: skip
def test_filters_narrow_the_queue(overseer: Any, query: str, number: int) -> None:
    leak(), leak("human:kim")
    assert len(ids(overseer.get(f"{API}?{query}"))) == number


@pytest.mark.parametrize(
    "query", ["kind=bad_mood", "severity=awful", "status=gone", "sort=none", "since=noon", "colour=red"]
)
def test_a_filter_that_cannot_be_read_is_refused(overseer: Any, query: str) -> None:
    assert overseer.get(f"{API}?{query}").status_code == 400


def test_a_person_sees_what_is_about_its_own_and_an_agent_needs_the_scope(db: object) -> None:
    own, other = leak(), leak("human:kim")
    sean = client(token_of(CUSTODIAN, "privacy"))
    assert ids(sean.get(API)) == [own]
    assert sean.get(f"{API}/{own}").status_code == 200
    hidden, absent = sean.get(f"{API}/{other}"), sean.get(f"{API}/vio_{'0' * 32}")
    assert hidden.status_code == absent.status_code == 404
    assert {**hidden.json(), "request_id": ""} == {**absent.json(), "request_id": ""}
    for path in (API, f"{API}/{own}"):
        refused = client(token_of(OWNER, "privacy", "memory")).get(path)
        assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")


def test_a_review_needs_the_version_and_is_history_afterwards(overseer: Any) -> None:
    Account.objects.create(principal=principal(ADMIN), role="administrator", created_at=NOW)
    path = f"{API}/{leak()}"
    assert overseer.patch(path, {"status": "confirmed"}, format="json").json()["code"] == "version_missing"
    done = overseer.patch(
        path,
        {"status": "escalated", "severity": "critical", "assignee": ADMIN, "note": "look again"},
        format="json",
        headers={"If-Match": '"1"'},
    )
    assert done.status_code == 200, done.content
    found = done.json()
    assert (found["status"], found["severity"], found["assignee"]) == ("escalated", "critical", ADMIN)
    assert done.headers["ETag"] == '"2"'
    step = found["history"][-1]
    assert (step["actor"], step["note"], step["status"], step["assignee"]) == (
        ADMIN,
        "look again",
        "escalated",
        ADMIN,
    )
    stale = overseer.patch(path, {"status": "open", "note": "x", "version": 1}, format="json")
    assert (stale.status_code, stale.json()["version"]) == (409, 2)


@pytest.mark.parametrize("who", [GRANTEE, "human:nobody", CUSTODIAN])
def test_only_who_reviews_is_assigned(overseer: Any, who: str) -> None:
    refused = overseer.patch(f"{API}/{leak()}", {"assignee": who, "version": 1}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "assignee_unknown")


def test_many_are_reviewed_at_once_with_a_result_each(db: object) -> None:
    watcher = client(token_of("si:watcher", "audit"))
    plain, grave = leak(), leak("human:kim", severity="critical")
    items = [{"id": one, "version": 1} for one in (plain, grave, "vio_" + "0" * 32)]
    done = watcher.patch(API, {"items": items, "status": "dismissed"}, format="json").json()
    assert (done["changed"], done["failed"]) == (1, 2)
    assert [one["status"] for one in done["results"]] == [200, 403, 404]
    assert done["results"][0]["violation"]["status"] == "dismissed"
    assert done["results"][1]["error"]["code"] == "person_required"
    twice = watcher.patch(API, {"items": items[:1] * 2, "status": "open", "note": "x"}, format="json")
    assert twice.status_code == 422


def test_a_repeated_key_reviews_once(overseer: Any) -> None:
    path, sent = f"{API}/{leak()}", {"status": "in_review", "version": 1}
    for _ in range(2):
        done = overseer.patch(path, sent, format="json", headers={"Idempotency-Key": "k1"})
        assert (done.status_code, done.json()["version"]) == (200, 2)
    assert Event.objects.filter(action="violation.review").count() == 1


def test_what_is_forgotten_leaves_the_violation_without_its_memory(overseer: Any) -> None:
    path = f"{API}/{leak()}"
    Memory.objects.all().delete()
    assert overseer.get(path).json()["memory"] is None
    assert timezone.now() > Violation.objects.get().at
