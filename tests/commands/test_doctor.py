"""The doctor finds what is broken and says what to do; each check has its yes and its no."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connections, transaction
from django.utils import timezone

from audit import actions
from audit.services import record
from audit.types import Event
from jobs.models import Job
from memory_admin.checks import database, fail, ok, parts, run, warn, work, worst
from memory_admin.management.commands.doctor import CHECKS
from tests.commands.shell import Shell

# The tests' own server is quick instead of durable and has no workers; all have to be noticed.
HERE = {"durability", "worker", "regular work"}


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "WAIT", 0.2)


def as_owner(*statements: str) -> None:
    with connections["owner"].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def test_every_part_is_looked_at_whatever_the_others_say(shell: Shell) -> None:
    ran = shell("doctor")
    assert ran.code == 1
    assert ran.err == "Not well: durability, worker, regular work.\n"
    assert all(f"{name}: " in ran.out for name in CHECKS)
    failed = [line for line in ran.out.splitlines() if line.startswith("fail")]
    assert {line.split(": ")[0].split(maxsplit=1)[1] for line in failed} == HERE


def test_machines_get_the_same_with_what_to_do(shell: Shell) -> None:
    answer = json.loads(shell("doctor", "--json").out)
    assert answer["level"] == "fail"
    assert [one["name"] for one in answer["checks"]] == list(CHECKS)
    assert all(one["fix"] for one in answer["checks"] if one["level"] != "ok")


def test_row_security_that_is_off_or_not_forced_is_a_failure(db: object) -> None:
    assert database.row_security().level == "ok"
    as_owner("ALTER TABLE consent_rendering NO FORCE ROW LEVEL SECURITY")
    assert "consent_rendering" in database.row_security().said
    as_owner("ALTER TABLE consent_memory DISABLE ROW LEVEL SECURITY")
    assert database.row_security().level == "fail"


def test_an_audit_that_could_be_changed_is_a_failure(db: object) -> None:
    assert database.append_only().level == "ok"
    as_owner("ALTER TABLE audit_event DISABLE TRIGGER append_only")
    found = database.append_only()
    assert (found.level, "audit_event" in found.said) == ("fail", True)


def test_a_role_that_owns_the_tables_is_a_failure(db: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert database.roles().level == "ok"
    monkeypatch.setattr(database, "connection", connections["owner"])
    found = database.roles()
    assert (found.level, "owns the tables" in found.said) == ("fail", True)


def test_migrations_that_wait_are_a_failure(db: object) -> None:
    assert database.migrations().level == "ok"
    as_owner("DELETE FROM django_migrations WHERE app = 'audit' AND name LIKE '0002%'")
    assert database.migrations().level == "fail"


def test_tables_of_a_newer_version_are_a_failure(db: object) -> None:
    as_owner("INSERT INTO django_migrations (app, name, applied) VALUES ('consent', '9999_later', now())")
    assert database.migrations().level == "fail" and "newer version" in database.migrations().said


def test_jobs_that_wait_too_long_are_a_failure(db: object) -> None:
    assert work.queue().level == "ok"
    made = timezone.now() - timedelta(seconds=30)
    job = Job.objects.create(kind="erase", started_by=1, created_at=made)
    assert work.queue().level == "warn"
    Job.objects.update(created_at=timezone.now() - timedelta(minutes=5))
    assert (work.queue().level, "1 jobs wait, 300 s" in work.queue().said) == ("fail", True)
    Job.objects.filter(pk=job.pk).update(state="failed", ended_at=timezone.now())
    assert "1 failed today" in work.queue().said


def test_a_door_that_does_not_answer_is_said_with_its_address(settings: Any) -> None:
    settings.PUBLIC_URL = "http://127.0.0.1:9"
    assert (work.site().level, "http://127.0.0.1:9 does not answer" in work.site().said) == ("warn", True)


def test_a_backup_long_ago_or_never_is_noticed(db: object) -> None:
    assert "never" in work.backup().said or "none" in work.backup().said
    for age, level in ((timedelta(days=1), "ok"), (timedelta(days=8), "warn")):
        at = timezone.now() - age
        with transaction.atomic():
            record(Event(action=actions.BACKUP_MAKE, door="cli"), now=at)
        found = work.backup()
        assert found.level == level
        as_superuser_forget(db)


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (timedelta(minutes=5), "within the last hour"),
        (timedelta(days=1), "1 day ago"),
        (timedelta(days=2, hours=3), "2 days and 3 hours ago"),
    ],
)
def test_a_backup_is_told_to_be_as_old_as_people_say_it(age: timedelta, words: str, db: object) -> None:
    """Seen failing when one just made was said to be 0 days and 0 hours old."""
    with transaction.atomic():
        record(Event(action=actions.BACKUP_MAKE, door="cli"), now=timezone.now() - age)
    assert work.backup().said == f"the last one was made {words}"


def as_superuser_forget(db: Any) -> None:
    """Take the events away again, as nobody but a superuser can."""
    with psycopg.connect(db.superuser_url) as connection:
        connection.execute("ALTER TABLE audit_event DISABLE TRIGGER append_only")
        connection.execute("DELETE FROM audit_event")


def test_a_clock_that_is_off_is_noticed(db: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert parts.clock().level == "ok"
    now = timezone.now
    for gap, level in ((5, "warn"), (-5, "warn"), (60, "fail")):
        monkeypatch.setattr(timezone, "now", lambda gap=gap: now() + timedelta(seconds=gap))
        assert parts.clock().level == level


def test_a_home_that_others_can_read_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_ADMIN_HOME", str(tmp_path))
    tmp_path.chmod(0o700)
    (tmp_path / ".env").write_text("X=1")
    (tmp_path / ".env").chmod(0o600)
    assert parts.home().level == "ok"
    (tmp_path / ".env").chmod(0o640)
    assert ".env" in parts.home().said and parts.home().level == "fail"
    monkeypatch.setenv("MEMORY_ADMIN_HOME", str(tmp_path / "none"))
    assert parts.home().level == "ok"


def test_a_full_disk_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    for free, level in ((10**8, "fail"), (5 * 10**8, "warn"), (10**10, "ok")):
        usage = type("Usage", (), {"free": free})
        monkeypatch.setattr("shutil.disk_usage", lambda _, usage=usage: usage)
        assert parts.disk().level == level


def test_a_check_that_breaks_is_a_failure_with_its_reason() -> None:
    def broken() -> Any:
        raise RuntimeError("no route\nto host")

    found = list(run({"one": broken, "two": lambda: ok("fine"), "three": lambda: warn("odd", "look")}))
    assert [one.level for one in found] == ["fail", "ok", "warn"]
    assert "RuntimeError no route" in found[0].said
    assert (worst(found), worst(found[1:]), worst(found[1:2])) == ("fail", "warn", "ok")
    assert fail("x", "y").fix == "y"
