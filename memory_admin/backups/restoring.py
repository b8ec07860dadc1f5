"""Putting a backup back: what is checked before, the one transaction, what is put right after."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.core.management import call_command
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from consent.queries.policies import current_policy
from memory_admin.backups import aftermath, archive, narrowing, script
from memory_admin.backups.access import Login, owner_login
from memory_admin.backups.manifest import Manifest
from memory_admin.http.problem import conflict
from profiles.commands import local_caller

Told = Callable[[str, int, int], None]
OTHERS: Final = """
SELECT usename, count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename IS NOT NULL GROUP BY 1 ORDER BY 1
"""
# How long, in seconds, whoever was just stopped has for leaving.
PATIENCE: Final = 3.0
MAJOR: Final = "SELECT current_setting('server_version_num')::int / 10000"
SAME: Final = "SELECT EXISTS (SELECT FROM audit_event WHERE id = %s AND public = %s)"
# What a first start makes by itself does not count as somebody's.
FILLED: Final = """
SELECT (SELECT count(*) FROM consent_memory) + (SELECT count(*) FROM consent_consent)
     + (SELECT count(*) FROM consent_context)
     + (SELECT count(*) FROM profiles_principal WHERE entity_id NOT IN (
            '*', 'human:admin', 'si:bella_agent', 'si:selftest_writer', 'human:selftest_reader'))
"""
NOT_EMPTY: Final = (
    "This installation is not empty. --yes puts the backup in place of all that is in it; "
    "make a backup of it first."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """What is in the database now: anything of anybody's, and whether it goes on from the backup."""

    filled: bool
    continues: bool
    major: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What a restore did."""

    manifest: Manifest
    taken: script.TakenBack
    record: aftermath.Record
    carried: bool
    migrated: int


def inspect(path: Path, *, told: Told) -> tuple[Manifest, Present]:
    """Check a backup against this installation and change nothing; raises Problem 409, 422."""
    manifest = archive.read_manifest(path)
    _refuse_newer(manifest)
    archive.check_dump(path, manifest, lambda size: told("check", size, manifest.dump.bytes))
    return manifest, _present(owner_login(), manifest)


def restore(path: Path, *, replace: bool, now: datetime, told: Told) -> Restored:
    """Put a backup in the place of what is there; raises Problem and changes nothing where it may not.

    `replace` allows it where an installation has something in it."""
    manifest, present = inspect(path, told=told)
    login = owner_login()
    if present.filled and not replace:
        raise conflict("backup_refused", NOT_EMPTY)
    before = current_policy() if present.continues else None
    connections.close_all()
    _refuse_others(login)
    taken = script.put_back(
        script.Backup(path, manifest), login, carry=present.continues, major=present.major, told=told
    )
    migrated = _migrate(manifest, told)
    by = local_caller()
    if before is not None:
        taken.counts["policy"] = narrowing.tighten_policy(before, by=by, now=now)
    taken.counts |= narrowing.narrow(taken.narrowed, by=by, now=now)
    aftermath.erase_again(taken, by=by, now=now)
    aftermath.remove(taken, by=by, now=now)
    record = aftermath.go_on(manifest, by=by, now=now)
    return Restored(
        manifest=manifest, taken=taken, record=record, carried=present.continues, migrated=migrated
    )


def _refuse_newer(manifest: Manifest) -> None:
    """Refuse a schema that this version does not know."""
    known = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
    unknown = [f"{app}.{name}" for app, name in manifest.migrations if (app, name) not in known]
    if unknown:
        raise conflict(
            "backup_refused",
            f"This backup was made by a newer version ({manifest.product}; {unknown[0]} is unknown here). "
            "Install that version, then restore.",
        )


def _present(login: Login, manifest: Manifest) -> Present:
    with login.connect() as connection:
        major = int(_one(connection, MAJOR, ()))
        if major < manifest.server_major:
            raise conflict(
                "backup_refused",
                f"This backup was made on PostgreSQL {manifest.server}, the server here is {major}: "
                "restore it on that version or a newer one.",
            )
        if _one(connection, "SELECT to_regclass('public.audit_event') IS NULL", ()):
            return Present(filled=False, continues=False, major=major)
        filled = int(_one(connection, FILLED, ())) > 0
        point = manifest.record
        same = bool(_one(connection, SAME, (point.event, point.event_public)))
        return Present(filled=filled, continues=same, major=major)


def _one(connection: Any, query: str, values: tuple[Any, ...]) -> Any:
    row = connection.execute(query.encode(), values or None).fetchone()
    return row[0]


def _refuse_others(login: Login) -> None:
    """Refuse while anybody else is connected: what they write now would be lost or stand in the way."""
    with login.connect() as connection:
        connection.autocommit = True  # each look sees who is there then
        others = connection.execute(OTHERS.encode()).fetchall()
        until = time.monotonic() + PATIENCE
        while others and time.monotonic() < until:
            time.sleep(0.1)
            others = connection.execute(OTHERS.encode()).fetchall()
    if others:
        who = ", ".join(f"{count} of {name}" for name, count in others)
        raise conflict(
            "backup_refused",
            f"Others use the database ({who}). Stop `memory-admin up`, or every web, MCP and worker process "
            "(restore starts our own database by itself), then try again.",
        )


def _migrate(manifest: Manifest, told: Told) -> int:
    """Bring an older schema up to date; returns how many migrations ran."""
    told("migrate", 0, 0)
    call_command("migrate", database="owner", interactive=False, verbosity=0)
    connections.close_all()
    with owner_login().connect() as connection:
        connection.execute("ANALYZE")
        now_there = int(_one(connection, "SELECT count(*) FROM django_migrations", ()))
    return now_there - len(manifest.migrations)
