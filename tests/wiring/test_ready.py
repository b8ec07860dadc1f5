"""Ready means that the tables are those of this version, older migrations too."""

from __future__ import annotations

from typing import Any

import psycopg
from django.test import Client


def said(db: Any) -> str:
    return str(Client().get("/readyz").json()["checks"]["migrations"])


def test_a_missing_older_migration_is_not_ready(db: Any) -> None:
    assert said(db) == "ok"
    with psycopg.connect(db.superuser_url, autocommit=True) as connection:
        oldest = "SELECT min(id) FROM django_migrations WHERE app = 'consent'"
        connection.execute(f"DELETE FROM django_migrations WHERE id = ({oldest})".encode())
    assert said(db).startswith("1 to run")
