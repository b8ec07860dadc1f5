"""Ready means that the tables are those of this version, older migrations too."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import psycopg
from django.db import connection, transaction
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from audit.services import record
from audit.types import Event


def said(db: Any) -> str:
    return str(Client().get("/readyz").json()["checks"]["migrations"])


def test_a_missing_older_migration_is_not_ready(db: Any) -> None:
    assert said(db) == "ok"
    with psycopg.connect(db.superuser_url, autocommit=True) as connection:
        oldest = "SELECT min(id) FROM django_migrations WHERE app = 'consent'"
        connection.execute(f"DELETE FROM django_migrations WHERE id = ({oldest})".encode())
    assert said(db).startswith("1 to run")


def test_a_site_without_the_key_is_ready_while_what_happened_is_sealed_elsewhere(db: Any) -> None:
    """Seen failing when a site that cannot seal by itself was never ready, and when one always was."""
    with override_settings(SEAL_KEY="", SEAL_EXPORT=""):
        assert seals() == "ok"
        happened(timedelta(minutes=1))
        assert seals() == "ok"
        happened(timedelta(minutes=10))
        assert seals() == "late"


def seals() -> str:
    return str(Client().get("/readyz").json()["checks"]["seals"])


def happened(ago: timedelta) -> None:
    with transaction.atomic():
        record(Event(action="memory.read", actor_id=1, acting_id=1), now=timezone.now() - ago)


def test_a_probe_does_not_count_what_waits_to_be_sealed(db: Any) -> None:
    """Seen failing while each probe counted every unsealed event: where the clock is away, all of them."""
    happened(timedelta(minutes=1))
    with CaptureQueriesContext(connection) as asked:
        assert seals() in {"ok", "never"}
    about = [one["sql"] for one in asked if "audit_event" in one["sql"]]
    assert about and not any("count(" in sql.lower() for sql in about)
