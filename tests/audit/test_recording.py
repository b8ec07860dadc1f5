"""No record, no answer; deliveries without content."""

from __future__ import annotations

import logging
from typing import Any

import psycopg
import pytest

from tests.audit.conftest import NOW


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
