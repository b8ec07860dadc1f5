"""S13: tables of the first release, filled by its own doors, are migrated; everybody reads what they read."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from memory_admin.embedded import prepare_database
from tests import conftest
from tests.conftest import Database

FOLDER = Path(__file__).parent / "first_release"
THEIRS = (("auth", "0012_alter_user_first_name_max_length"), ("sessions", "0001_initial"))
# A server that counts fewer transactions than the one that wrote the rows would put new events among them.
CATCH_UP = "SELECT pg_current_xact_id()::text::bigint"


def old_tables() -> Database:
    """Make a database with the first release's tables and rows, and point Django at it."""
    from django.db import connections
    from django.db.migrations.executor import MigrationExecutor

    name = "test_" + secrets.token_hex(6)
    superuser = conftest._POSTGRES.superuser_url
    prepare_database(superuser("postgres"), name=name, passwords=conftest._PASSWORDS)
    database = Database(
        name=name,
        app_url=conftest._url("memory_admin_app", conftest._PASSWORDS.app, name),
        owner_url=conftest._url("memory_admin_owner", conftest._PASSWORDS.owner, name),
        superuser_url=superuser(name),
    )
    conftest.point_django_at(database)
    recorded = sorted((FOLDER / "migrations.txt").read_text().split())
    newest = dict(line.split(".", 1) for line in recorded)
    MigrationExecutor(connections["owner"]).migrate([*newest.items(), *THEIRS])
    connections["owner"].close()
    fill(database)
    return database


def fill(database: Database) -> None:
    with psycopg.connect(database.superuser_url, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute((FOLDER / "rows.sql").read_bytes())
        found = connection.execute("SELECT max(xid) FROM audit_event").fetchone()
        highest = found[0] if found else 0
        while (row := connection.execute(CATCH_UP).fetchone()) and row[0] <= highest:
            pass


@pytest.fixture(scope="module")
def before() -> Iterator[Database]:
    from django.db import connections

    was = str(connections["default"].settings_dict["NAME"])
    database = old_tables()
    yield database
    for connection in connections.all():
        connection.close()
    conftest.drop_database(database)
    from dataclasses import replace

    conftest.point_django_at(replace(database, name=was))


@pytest.fixture(scope="module")
def backup(before: Database, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the tables as they were."""
    from django.utils import timezone

    from memory_admin.backups import archive, making
    from memory_admin.backups.access import owner_login

    file = tmp_path_factory.mktemp("old") / "old.backup"
    with archive.draft_of(file) as draft:
        making.write(draft, owner_login(), timezone.now(), lambda stage, done, total: None)
    return file


@pytest.fixture(scope="module")
def upgraded(before: Database, backup: Path) -> Database:
    from django.core.management import call_command

    call_command("migrate", database="owner", verbosity=0)
    return before


@pytest.fixture(scope="module")
def then() -> dict[str, Any]:
    """What the first release answered."""
    found: dict[str, Any] = json.loads((FOLDER / "answers.json").read_text(encoding="utf-8"))
    return found


def ask(then: dict[str, Any], who: str, method: str, path: str, body: Any = None) -> Any:
    from tests.safety.outside import client

    speaker = client(then["tokens"][who])
    return speaker.get(path) if method == "GET" else speaker.post(path, body, format="json")


def differences(then: dict[str, Any], who: str) -> Iterator[str]:
    """Yield the memories of which someone is shown another thing than before."""
    for name, old in then["read"][who]["memories"].items():
        got = ask(then, who, "GET", f"/api/v1/memories/{then['memories'][name]}")
        if isinstance(old, int) or got.status_code != 200:
            if old != got.status_code:
                yield f"{name}: {got.status_code}"
        else:
            yield from (f"{name}: {field}" for field in changed(old, got.json()))


def changed(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return the fields that changed: fields may be added, and below full a tier may say other words."""
    if old.get("tier", "full") != "full":
        return ["tier"] if new["tier"] == "full" else []
    return [field for field, value in old.items() if new.get(field, "missing") != value]


def test_everybody_reads_what_they_read_before_and_nothing_more(
    upgraded: Database, then: dict[str, Any]
) -> None:
    assert {who: list(differences(then, who)) for who in then["read"]} == {who: [] for who in then["read"]}


def test_lists_and_recalls_find_the_same(upgraded: Database, then: dict[str, Any]) -> None:
    for who, old in then["read"].items():
        listed = ask(then, who, "GET", "/api/v1/memories?limit=200").json()["items"]
        assert sorted(one["id"] for one in listed) == old["listed"], who
        for query, found in old["recalls"].items():
            items = ask(then, who, "POST", "/api/v1/recall", {"query": query, "limit": 20}).json()["items"]
            full = {memory for memory, tier in found if tier == "full"}
            assert full <= {one["memory_id"] for one in items} <= set(old["listed"]), (who, query)


def test_consents_stand_as_they_stood(upgraded: Database, then: dict[str, Any]) -> None:
    for who, old in then["read"].items():
        items = ask(then, who, "GET", "/api/v1/consents?role=grantor").json()["items"]
        assert sorted([one["id"], one["status"]] for one in items) == old["consents"], who


def test_a_token_that_was_revoked_stays_so(upgraded: Database, then: dict[str, Any]) -> None:
    from tests.safety.outside import client

    assert client(then["revoked_token"]).get("/api/v1/whoami").status_code == 401


def test_the_record_verifies_against_the_seals_of_then(upgraded: Database) -> None:
    from audit.queries import verify

    found = verify(against=FOLDER / "seals.jsonl")
    assert found.ok and found.seals > 0, found.findings


def test_what_is_written_now_stands_beside_what_was_written_then(
    upgraded: Database, then: dict[str, Any]
) -> None:
    body = {"content": "The dog park closes at nine", "access_grants": ["*"]}
    made = ask(then, "si:ash", "POST", "/api/v1/memories", body)
    assert made.status_code == 201, made.content
    asked = {"query": "dog park", "limit": 20}
    items = ask(then, "human:luna", "POST", "/api/v1/recall", asked).json()["items"]
    assert {made.json()["id"], then["memories"]["public"]} <= {one["memory_id"] for one in items}


def test_nothing_is_left_to_migrate_and_every_guard_stands(upgraded: Database) -> None:
    from memory_admin.checks import database

    looked = [check() for check in (database.migrations, database.row_security, database.append_only)]
    assert [one.level for one in looked] == ["ok"] * 3


def test_a_backup_of_the_first_release_is_restored_and_brought_up_to_date(
    upgraded: Database, backup: Path, then: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.conf import settings
    from django.utils import timezone

    from memory_admin.backups import restoring

    monkeypatch.setattr(settings, "SEAL_EXPORT", str(tmp_path / "seals"))
    monkeypatch.setattr(settings, "SEAL_KEY", str(tmp_path / "seal.pem"))
    done = restoring.restore(backup, replace=True, now=timezone.now(), told=lambda stage, did, of: None)
    assert done.migrated > 0 and done.record.verified.ok
    assert {who: list(differences(then, who)) for who in then["read"]} == {who: [] for who in then["read"]}
