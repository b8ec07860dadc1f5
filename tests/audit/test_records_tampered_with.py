"""S9 beside the events: what was shown to whom is covered by the seals too; each change is named."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from audit.models import Delivery, Event, Recall
from audit.queries import shown as queries_shown
from audit.queries import verify
from audit.services import record_recall, seal
from audit.services.forgetting import drop_deliveries, forget_queries, unlink_deliveries
from audit.types import DeliveredItem, RecallRecord
from audit.types import Event as Happened
from tests.audit.conftest import Vault, tampering


def items(*memories: int) -> list[DeliveredItem]:
    return [
        DeliveredItem(
            memory_id=one, memory_version=2, tier="full", provenance="user_provided", confidence=0.9
        )
        for one in memories
    ]


def shown(*memories: int, days: int = 0, **event: Any) -> int:
    now = timezone.now() - timedelta(days=days)
    made = RecallRecord(actor_id=7, acting_id=8, query="how is she?", query_hash="x", request_id="req_1")
    with transaction.atomic():
        record_recall(made, items(*memories), Happened(action="memory.recall", **event), now=now)
    return Event.objects.latest("id").pk


@pytest.fixture
def record(db: Any, vault: Vault) -> Any:
    """Three answers on record and sealed."""
    shown(1), shown(2, 3), shown(4, object_type="principal", object_id="8")
    assert seal(now=timezone.now()).state == "sealed"
    return db


def found() -> list[tuple[str, int, str]]:
    return [(one.kind, one.seal, one.detail) for one in verify().findings]


def bad() -> list[int | None]:
    return [one.event_id for one in verify().findings]


def test_what_nobody_touched_verifies(record: Any) -> None:
    assert found() == []


DELIVERY = {
    "memory_version": "3", "tier": "'hint'", "provenance": "'untrusted'", "decision": "'excluded'",
    "reason": "'x'", "role": "'system'", "quoted": "NOT quoted", "sanitized": "NOT sanitized",
    "instruction_like": "NOT instruction_like", "kind": "'note'", "source_type": "'x'", "epistemic": "'x'",
    "confidence": "0.1", "owner_id": "99", "through_id": "99", "rules": "'x'", "memory_id": "99",
    "position": "position + 10",
}  # fmt: skip
RECALL = {
    "at": "at + interval '1 second'", "actor_id": "9", "acting_id": "9", "behalf_id": "9",
    "credential_id": "9", "application": "'x'", "context_session_id": "9", "policy_version": "9",
    "detector_version": "'x'", "door": "'x'", "request_id": "'x'",
}  # fmt: skip


@pytest.mark.parametrize("column", sorted(DELIVERY.keys() - {"position"}))
def test_an_edit_of_a_delivery_shows(record: Any, column: str) -> None:
    """Seen failing for each before: nothing held deliveries against what was sealed."""
    with tampering(record) as attacker:
        attacker.execute(f"UPDATE audit_delivery SET {column} = {DELIVERY[column]} WHERE memory_id = 3")
    named = "memories" if column == "memory_id" else "shown"
    assert found() == [("record_edit", 1, named)]
    assert bad() == [Event.objects.filter(action="memory.recall").order_by("id")[1].pk]


@pytest.mark.parametrize("column", RECALL)
def test_an_edit_of_a_recall_shows(record: Any, column: str) -> None:
    with tampering(record) as attacker:
        attacker.execute(f"UPDATE audit_recall SET {column} = {RECALL[column]} WHERE id = 2")
    assert found() == [("record_edit", 1, "shown")]


def test_two_deliveries_that_change_places_show(record: Any) -> None:
    with tampering(record) as attacker:
        attacker.execute("UPDATE audit_delivery SET position = 3 - position WHERE memory_id IN (2, 3)")
    assert found() == [("record_edit", 1, "memories")]


@pytest.mark.parametrize("memory", [1, 3, 4])
def test_a_delivery_taken_out_shows(record: Any, memory: int) -> None:
    with tampering(record) as attacker:
        attacker.execute("DELETE FROM audit_delivery WHERE memory_id = %s", [memory])
    assert found() == [("record_edit", 1, "shown")]


def test_a_delivery_slipped_in_shows(record: Any) -> None:
    left_out = ("id", "memory_id", "position")
    columns = ", ".join(str(one.column) for one in Delivery._meta.concrete_fields if one.name not in left_out)
    with tampering(record) as attacker:
        attacker.execute(
            f"INSERT INTO audit_delivery ({columns}, memory_id, position) SELECT {columns}, 5, 2"
            " FROM audit_delivery WHERE memory_id = 1; SET CONSTRAINTS ALL IMMEDIATE"
        )
    assert found() == [("record_edit", 1, "shown")]


def test_a_record_taken_out_and_one_slipped_in_show(record: Any) -> None:
    with tampering(record) as attacker:
        attacker.execute("DELETE FROM audit_delivery WHERE recall_id = 2")
        attacker.execute("DELETE FROM audit_recall WHERE id = 2; SET CONSTRAINTS ALL IMMEDIATE")
    assert found() == [("record_delete", 1, "recall")]
    with tampering(record) as attacker:
        attacker.execute(
            "INSERT INTO audit_recall (public, at, application, query_hash, policy_version, detector_version,"
            " door, request_id) SELECT gen_random_uuid(), at, '', '', 0, '', '', request_id FROM audit_recall"
            " WHERE id = 3"
        )
    assert ("record_insert", 0, "recall") in found()


def test_which_memory_it_was_goes_by_an_erasure_alone(record: Any) -> None:
    """Seen failing with any missing memory let pass."""
    with tampering(record) as attacker:
        attacker.execute("UPDATE audit_delivery SET memory_id = 0 WHERE memory_id = 3")
    assert found() == [("record_edit", 1, "memories")]
    assert unlink_deliveries([2]) == 1
    assert found() == []


def test_words_of_a_query_are_forgotten_without_a_trace_in_the_rest(record: Any) -> None:
    assert forget_queries([1, 2]) == 2
    assert found() == []


def test_deliveries_dropped_by_rule_are_no_finding_and_others_are(db: Any, vault: Vault) -> None:
    shown(1, days=40), shown(2, 3, days=35), shown(4)
    with tampering(db) as attacker:
        attacker.execute("DELETE FROM audit_delivery WHERE memory_id = 1")
    assert found() == [("record_edit", 0, "shown")]
    assert drop_deliveries(timezone.now() - timedelta(days=30)) == 2
    assert found() == []
    assert Delivery.objects.count() == 1 and Recall.objects.count() == 3


def test_taking_something_out_leaves_an_event_whoever_does_it(record: Any) -> None:
    """Seen failing before: with the site's own password it left none."""
    before = Event.objects.count()
    with connection.cursor() as cursor:
        cursor.execute("SELECT audit_unlink_deliveries(ARRAY[3, 4]), audit_unlink_deliveries(ARRAY[77])")
    event = Event.objects.latest("id")
    assert Event.objects.count() == before + 1
    assert (event.action, event.details, event.door) == ("audit.forget", {"unlinked": 2}, "database")


def test_records_from_before_are_not_asked_for_digests(db: Any, vault: Vault) -> None:
    shown(1)
    with tampering(db) as attacker:
        attacker.execute("UPDATE audit_event SET details = '{}'")
        attacker.execute("UPDATE audit_delivery SET tier = 'hint'")
    shown(2)
    assert seal(now=timezone.now()).state == "sealed"
    assert found() == []


def test_what_is_unlinked_while_it_is_looked_at_is_no_finding(
    record: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing when what was taken out was read before the records."""
    read = queries_shown._items

    def meanwhile(recalls: Any, using: str) -> Any:
        unlink_deliveries([2])
        return read(recalls, using)

    monkeypatch.setattr(queries_shown, "_items", meanwhile)
    assert found() == []
