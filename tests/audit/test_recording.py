"""No record, no answer; refusals counted; deliveries without content; evidence masked."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import psycopg
import pytest

from tests.audit.conftest import NOW, happen


def test_an_event_keeps_what_happened(db: Any) -> None:
    from django.db import transaction

    from audit.models import Event as Row
    from audit.services import record
    from audit.types import Event

    event = Event(
        action="grant.add",
        actor_id=1,
        acting_id=2,
        behalf_id=3,
        credential_id=4,
        object_type="memory",
        object_id="mem_1",
        reason="care team",
        code="pending",
        details={"grantee": 9, "ids": [1, 2], "share": 0.5},
        request_id="req_1",
        door="rest",
    )
    with transaction.atomic():
        public = record(event, now=NOW)
    row = Row.objects.get(public=public)
    assert {name: getattr(row, name) for name in Event.__slots__} == {
        name: getattr(event, name) for name in Event.__slots__
    }
    assert row.at == NOW and row.xid > 0


def test_many_events_are_kept_as_one_would_be(db: Any) -> None:
    from django.db import transaction

    from audit.models import Event as Row
    from audit.services import record_all
    from audit.types import Event

    many = [Event(action="memory.create", object_id=str(n), details={"n": n}) for n in range(3)]
    with transaction.atomic():
        record_all(many, now=NOW)
        record_all([], now=NOW)
    assert [row.details for row in Row.objects.order_by("id")] == [{"n": 0}, {"n": 1}, {"n": 2}]
    with pytest.raises(RuntimeError):
        record_all(many, now=NOW)


@pytest.mark.parametrize("table", ["audit_event", "audit_recall", "audit_delivery"])
def test_an_unwritable_audit_voids_the_caller_s_change(db: Any, table: str) -> None:
    from django.db import connection, transaction

    from audit.services import record, record_recall
    from audit.types import DeliveredItem, Event, RecallRecord
    from memory_admin.http.problem import Problem

    with psycopg.connect(db.owner_url) as owner:
        owner.execute(f"REVOKE INSERT ON {table} FROM memory_admin_app")
    item = DeliveredItem(memory_id=5, memory_version=1, tier="full", provenance="untrusted")
    with pytest.raises(Problem) as refusal, transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO audit_refusal_repeat (minute, action, object_type, object_id, code, count, told)"
                " VALUES (now(), 'the change', '', '', '', 1, false)"
            )
        if table == "audit_event":
            record(Event(action="memory.create"), now=NOW)
        record_recall(RecallRecord(actor_id=7), [item], Event(action="memory.recall"), now=NOW)
    assert (refusal.value.status, refusal.value.code) == (503, "not_recorded")
    assert counts(db) == {"audit_event": 0, "audit_recall": 0, "audit_delivery": 0, "audit_refusal_repeat": 0}


def counts(db: Any) -> dict[str, int]:
    """Return how many rows each table has, as a bystander sees it."""
    tables = ("audit_event", "audit_recall", "audit_delivery", "audit_refusal_repeat")
    with psycopg.connect(db.superuser_url) as other:
        return {
            table: other.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # type: ignore[index]
            for table in tables
        }


def test_a_failure_to_record_says_nothing_of_what_was_to_be_recorded(
    db: Any, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    from django.db import transaction

    from audit.services import record
    from audit.types import Event
    from memory_admin.http.problem import Problem

    with psycopg.connect(db.owner_url) as owner:
        owner.execute("ALTER TABLE audit_event ADD CONSTRAINT none CHECK (reason = '')")
    with (
        caplog.at_level(logging.DEBUG, logger="audit"),
        pytest.raises(Problem) as refusal,
        transaction.atomic(),
    ):
        record(Event(action="memory.create", reason="a secret reason"), now=NOW)
    said = repr(refusal.value) + refusal.value.detail + caplog.text + "".join(capsys.readouterr())
    assert "secret" not in said and refusal.value.__cause__ is None


def test_a_recall_keeps_who_was_shown_what(db: Any) -> None:
    from django.db import transaction

    from audit import queries
    from audit.models import Event as Row
    from audit.services import record_recall
    from audit.types import DeliveredItem, Event, RecallRecord

    items = [
        DeliveredItem(
            memory_id=5, memory_version=2, tier="partial", provenance="untrusted", role="user", quoted=True
        ),
        DeliveredItem(
            memory_id=4,
            memory_version=1,
            tier="full",
            provenance="user_provided",
            decision="excluded",
            reason="secret_material",
        ),
    ]
    with transaction.atomic():
        public = record_recall(
            RecallRecord(actor_id=7, query_hash="ab", policy_version=3, request_id="req_1"),
            items,
            Event(action="memory.recall", actor_id=7, request_id="req_1"),
            now=NOW,
        )
    found = queries.recall(public)
    assert found is not None and found.query is None and found.policy_version == 3
    shown = queries.deliveries_of_recall(found.id)
    assert [(one.memory_id, one.tier, one.decision, one.position) for one in shown] == [
        (5, "partial", "included", 1),
        (4, "full", "excluded", 2),
    ]
    assert [one.recall.actor_id for one in queries.deliveries_of_memory(5, limit=10)] == [7]
    assert Row.objects.get().object_id == f"rec_{public.hex}"


def test_a_recall_of_nothing_is_recorded_too(db: Any) -> None:
    from django.db import transaction

    from audit.services import record_recall
    from audit.types import Event, RecallRecord

    with transaction.atomic():
        record_recall(RecallRecord(actor_id=7), [], Event(action="memory.recall"), now=NOW)
    assert counts(db)["audit_recall"] == counts(db)["audit_event"] == 1


def refused(times: int, *, now: Any = NOW, actor: int | None = 7) -> None:
    """Be refused some times."""
    from audit.services import refuse
    from audit.types import Event

    for _ in range(times):
        refuse(
            Event(
                action="memory.read",
                actor_id=actor,
                object_type="memory",
                object_id="mem_1",
                code="not_found",
            ),
            now=now,
        )


@pytest.mark.parametrize("actor", [7, None])
def test_repeated_refusals_are_one_event_and_a_count(db: Any, actor: int | None) -> None:
    from audit.models import Event, RefusalRepeat

    refused(5, actor=actor)
    assert Event.objects.get().outcome == "refused"
    assert RefusalRepeat.objects.get().count == 5


def test_another_minute_or_another_refusal_is_another_event(db: Any) -> None:
    from audit.models import Event

    refused(2)
    refused(2, now=NOW + timedelta(minutes=1))
    refused(2, actor=8)
    assert Event.objects.count() == 3


def test_repeats_are_told_once_the_minute_is_over(db: Any, vault: Any) -> None:
    from audit.models import Event
    from audit.services import seal

    refused(4)
    seal(now=NOW)
    assert not Event.objects.filter(action="refusal.repeat").exists()
    for _ in range(2):
        seal(now=NOW + timedelta(minutes=1))
    told = Event.objects.get(action="refusal.repeat")
    assert (told.details["repeats"], told.details["action"], told.actor_id) == (3, "memory.read", 7)


def test_a_refusal_stays_when_what_was_refused_is_rolled_back(db: Any) -> None:
    from django.db import transaction

    with pytest.raises(RuntimeError), transaction.atomic():
        refused(1)
    refused(1)
    assert counts(db)["audit_event"] == 1


def test_what_cannot_be_stored_is_cut_not_refused(db: Any) -> None:
    from audit.models import Event as Row
    from audit.services import refuse
    from audit.types import Event

    refuse(Event(action="memory.read", object_id="a\0\ud800" + "b" * 5000, code="not_found"), now=NOW)
    assert Row.objects.get().object_id == "a?" + "b" * 197


@pytest.mark.parametrize(
    "details",
    [
        {"text": "Bella has a heart murmur"},
        {"who": "human:sean"},
        {"A": 1},
        {"x": ["ok", "not ok"]},
        {"x": {"y": 1}},
        {"x": float("nan")},
    ],
)
def test_details_take_no_text_and_no_names(details: Any) -> None:
    from audit.types import Event

    with pytest.raises(ValueError) as refusal:
        Event(action="memory.create", details=details)
    assert "Bella" not in str(refusal.value) and "sean" not in str(refusal.value)


def test_details_take_codes_ids_and_numbers() -> None:
    from audit.types import Event

    Event(
        action="x",
        details={"scope": "recall:self", "ids": ["mem_1f", 3], "tier": "full", "at": None, "share": 0.5},
    )


def violated(**fields: Any) -> Any:
    """Report one violation."""
    from audit.services import report_violation
    from audit.types import Span, ViolationReport

    span = Span(start=0, end=5, category="name", memory_id=5, weight=0.5)
    now = fields.pop("now", NOW)
    given: dict[str, Any] = {
        "kind": "disclosure_leak",
        "severity": "high",
        "accessor_id": 7,
        "response": "Bella, 3, is ill.",
    }
    return report_violation(ViolationReport(spans=(span,), **(given | fields)), now=now)


def test_evidence_is_masked(db: Any) -> None:
    from audit.queries import violation

    found = violation(violated(query="Wie geht's Béllä 犬?"))
    assert found is not None
    assert (found.response, found.query) == ("•••••, •, •• •••.", "••• ••••'• ••••• •?")
    assert found.spans == [{"start": 0, "end": 5, "category": "name", "memory_id": 5, "weight": 0.5}]


def test_the_same_violation_within_the_hour_is_counted(db: Any) -> None:
    from audit.models import Event, Violation

    assert violated() == violated() != violated(accessor_id=8)
    assert sorted(Violation.objects.values_list("repeats", flat=True)) == [0, 1]
    assert Event.objects.filter(action="violation.report").count() == 2
    violated(now=NOW + timedelta(hours=1))
    assert Violation.objects.count() == 3


def test_an_unknown_kind_of_violation_is_refused(db: Any) -> None:
    with pytest.raises(ValueError):
        violated(kind="bad_mood")


def test_a_review_is_kept_and_on_record(db: Any) -> None:
    from uuid import uuid4

    from audit.models import Event as Row
    from audit.queries import violation
    from audit.services import review_violation
    from audit.types import Event, Review

    public = violated()
    event = Event(action="", actor_id=3, reason="was allowed")
    assert review_violation(Review(violation=public, status="dismissed", assignee_id=3), event, now=NOW)
    assert not review_violation(Review(violation=uuid4(), status="dismissed"), event, now=NOW)
    found = violation(public)
    assert found is not None and (found.status, found.resolution) == ("dismissed", "was allowed")
    assert Row.objects.get(action="violation.review").details == {"status": "dismissed"}


def test_pages_go_forth_and_back_over_equal_times(db: Any) -> None:
    from audit.queries import EventFilter, events, key, stream

    happen(7)
    everything = events(EventFilter(), limit=100)
    assert len(everything) == 7
    first = events(EventFilter(), limit=3)
    second = events(EventFilter(), limit=3, after=key(first[-1]))
    assert [*first, *second] == everything[:6]
    assert events(EventFilter(), limit=3, after=key(second[0]), backward=True) == first[::-1]
    assert list(stream(EventFilter())) == everything[::-1]


def test_filters_narrow(db: Any) -> None:
    from audit.queries import EventFilter, events

    happen(2)
    happen(1, action="grant.add", actor=8)
    refused(1, actor=9)

    def found(**chosen: Any) -> int:
        return len(events(EventFilter(**chosen), limit=10))

    assert found(action="memory.") == 3 and found(action="memory.create") == 2
    assert found(actor_id=8) == 1 and found(outcome="refused") == 1
    assert found(object_type="memory", object_id="m0") == 2
    assert found(since=NOW) == 4 and found(until=NOW) == 0
    assert found(request_id="") == 4 and found(request_id="req_1") == 0
