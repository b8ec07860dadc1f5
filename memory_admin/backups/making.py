"""Making a backup: digests and dump of one snapshot, while everybody goes on writing."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Final

import psycopg
from django.db import transaction

from audit import actions
from memory_admin import VERSION
from memory_admin.backups import archive, digests
from memory_admin.backups.access import Login, owner_login, program
from memory_admin.backups.manifest import Dump, Manifest, Point
from memory_admin.backups.script import piped
from memory_admin.http.problem import Problem, conflict
from profiles.services.recording import note
from profiles.types import Caller

Connection = psycopg.Connection[tuple[Any, ...]]
Told = Callable[[str, int, int], None]

# Ways to sign in do not outlive a restore: a link used since, a session ended since would come back.
LEFT_OUT: Final = frozenset({"django_session", "profiles_signinlink"})
OPTIONS: Final = (
    "--format=custom",
    "--schema=public",
    "--enable-row-security",
    "--no-owner",
    "--no-comments",
)
_SNAPSHOT: Final = "SELECT pg_export_snapshot(), current_setting('server_version_num')::int / 10000"
_SERVER: Final = "SELECT split_part(current_setting('server_version'), ' ', 1)"
_MIGRATIONS: Final = "SELECT app, name FROM django_migrations ORDER BY app, name"
_EVENT: Final = "SELECT id, public::text FROM audit_event ORDER BY id DESC LIMIT 1"
_SEAL: Final = "SELECT number, encode(chain_hash, 'hex') FROM audit_seal ORDER BY number DESC LIMIT 1"


def make(path: Path, *, by: Caller, now: datetime, told: Told) -> Manifest:
    """Write a backup to a new file (0600), whole or not at all; `told` hears the stage and how far it is.

    Raises Problem 409 `backup_refused` with what to do, 503 `backup_failed` when the dump failed."""
    login = owner_login()
    with archive.draft_of(path) as file:
        manifest = write(file, login, now, told)
        with transaction.atomic():
            note(
                by, actions.BACKUP_MAKE, ("backup", manifest.digest[:40]), now=now,
                tables=len(manifest.tables), rows=manifest.rows, bytes=manifest.dump.bytes,
            )  # fmt: skip
    return manifest


def write(file: IO[bytes], login: Login, now: datetime, told: Told) -> Manifest:
    """Write dump and manifest of one snapshot into an open file; raises as `make` does."""
    with login.connect() as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        snapshot, major = _one(connection, _SNAPSHOT)
        hidden = digests.hidden_tables(connection)
        if hidden:
            raise conflict(
                "backup_refused", f"Row security hides rows of {', '.join(hidden)} from {login.user}."
            )
        dump = _dumped(file, login, snapshot, major, told)
        found = digests.contents(connection, told, LEFT_OUT)
        manifest = _manifest(connection, found, dump, now)
    archive.finish(file, manifest)
    return manifest


def _dumped(file: IO[bytes], login: Login, snapshot: str, major: int, told: Told) -> Dump:
    """Stream pg_dump's output of the snapshot into the file."""
    left_out = [f"--exclude-table-data=public.{name}" for name in sorted(LEFT_OUT)]
    argv = [str(program("pg_dump", major=major)), *OPTIONS, *left_out, f"--snapshot={snapshot}"]
    running = subprocess.Popen(argv, env=login.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with running:
        dump = archive.write_dump(file, piped(running.stdout), lambda size: told("dump", size, 0))
        said = piped(running.stderr).read().decode(errors="replace").strip().splitlines()
    if running.returncode:
        raise Problem(503, "backup_failed", f"The dump failed: {said[-1] if said else running.returncode}.")
    return dump


def _manifest(
    connection: Connection, found: dict[str, digests.Content], dump: Dump, now: datetime
) -> Manifest:
    event = connection.execute(_EVENT).fetchone() or (None, None)
    seal = connection.execute(_SEAL).fetchone() or (None, None)
    return Manifest(
        made_at=now,
        product=VERSION,
        server=str(_one(connection, _SERVER)[0]),
        migrations=tuple((app, name) for app, name in connection.execute(_MIGRATIONS).fetchall()),
        tables=found,
        record=Point(*event, *seal),
        dump=dump,
    )


def _one(connection: Connection, query: str) -> tuple[Any, ...]:
    return connection.execute(query.encode()).fetchall()[0]
