"""The doctor finds what is broken and says what to do; each check has its yes and its no."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from memory_admin.checks import database, fail, ok, parts, run, warn, worst
from memory_admin.management.commands.doctor import CHECKS
from tests.commands.shell import Shell

# The tests' own server is quick instead of durable and has no worker; both have to be noticed.
HERE = {"durability", "worker"}


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
    assert ran.err == "Not well: durability, worker.\n"
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
