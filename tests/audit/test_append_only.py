"""What happened cannot be unsaid: by trigger for everyone, by grant for the site."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from tests.audit.conftest import GUARDED, NOW, happen


@pytest.fixture
def written(db: Any) -> Any:
    """One event, one recall with one delivery, one seal."""
    from django.db import transaction

    from audit.services import record_recall
    from audit.types import DeliveredItem, Event, RecallRecord

    item = DeliveredItem(memory_id=5, memory_version=1, tier="full", provenance="untrusted")
    with transaction.atomic():
        record_recall(RecallRecord(actor_id=7), [item], Event(action="memory.recall"), now=NOW)
    return db


STATEMENTS = [
    *(
        f"UPDATE {table} SET {column} = {column}"
        for table, column in zip(GUARDED, ("code", "kind", "door", "tier"), strict=True)
    ),
    *(f"DELETE FROM {table}" for table in GUARDED),
    *(f"TRUNCATE {table} CASCADE" for table in GUARDED),
]


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize("role", ["owner", "superuser", "app"])
def test_nobody_changes_what_was_written(written: Any, role: str, statement: str) -> None:
    denied = pytest.raises(psycopg.errors.InsufficientPrivilege)
    with psycopg.connect(getattr(written, f"{role}_url")) as connection, denied as refusal:
        connection.execute(statement)
    assert role == "app" or "append-only" in str(refusal.value)


def test_replica_mode_does_not_open_the_tables(written: Any) -> None:
    with psycopg.connect(written.superuser_url) as connection:
        connection.execute("SET session_replication_role = replica")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("DELETE FROM audit_event")


@pytest.mark.parametrize("column", ["id", "xid"])
def test_the_site_cannot_choose_where_an_event_stands(written: Any, column: str) -> None:
    insert = (
        f"INSERT INTO audit_event (public, at, action, {column}) VALUES (gen_random_uuid(), now(), 'x', 1)"
    )
    denied = pytest.raises(psycopg.errors.InsufficientPrivilege)
    with psycopg.connect(written.app_url) as connection, denied:
        connection.execute(insert)


def test_the_reader_writes_events_and_reads_none(written: Any) -> None:
    from django.db import connection, transaction

    from audit.services import record, record_recall
    from audit.types import DeliveredItem, Event, RecallRecord

    item = DeliveredItem(memory_id=5, memory_version=1, tier="full", provenance="untrusted")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE memory_admin_reader")
        record(Event(action="memory.read"), now=NOW)
        record_recall(RecallRecord(actor_id=7), [item], Event(action="memory.recall"), now=NOW)
        cursor.execute("SELECT count(*) FROM audit_delivery")
        assert cursor.fetchone() == (2,)
    with psycopg.connect(written.app_url) as plain:
        plain.execute("SET ROLE memory_admin_reader")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            plain.execute("SELECT action FROM audit_event")


@pytest.mark.parametrize("table", ["audit_refusal_repeat", "audit_violation"])
def test_the_site_may_count_and_review_but_not_delete(written: Any, table: str) -> None:
    with psycopg.connect(written.app_url) as connection:
        connection.execute(f"UPDATE {table} SET id = id WHERE false")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(f"DELETE FROM {table}")


def test_happening_needs_a_transaction(db: Any) -> None:
    from audit.services import record
    from audit.types import Event

    happen()
    with pytest.raises(RuntimeError):
        record(Event(action="memory.create"), now=NOW)
