"""Real parts for every test: one database server and one cache a run, a fresh clone of the database a test.

Nothing is rolled back: each test that asks for `db` commits into a copy of its own, made from a migrated
template, so that roles, row security, triggers and other connections behave as in production.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import hypothesis
import psycopg
import pytest

from memory_admin.embedded import EmbeddedPostgres, EmbeddedValkey, RolePasswords, prepare_database

# The ordinary run asks the same questions every time; MEMORY_ADMIN_FUZZ=1 makes up new ones.
hypothesis.settings.register_profile("ordinary", derandomize=True, database=None, deadline=None)
if not os.environ.get("MEMORY_ADMIN_FUZZ"):
    hypothesis.settings.load_profile("ordinary")

_IN_MEMORY = Path("/dev/shm")
_ROOMY = 4 << 30  # containers often have 64 MB there


def _where() -> str | None:
    """Name a folder in memory where there is much room: making a database is writing 700 files."""
    has_room = os.access(_IN_MEMORY, os.W_OK) and shutil.disk_usage(_IN_MEMORY).free > _ROOMY
    return str(_IN_MEMORY) if has_room else None


_FOLDER = Path(tempfile.mkdtemp(prefix="memory-admin-tests-", dir=_where()))
_FOLDER.chmod(0o755)
_POSTGRES = EmbeddedPostgres(_FOLDER / "postgres", fast=True)
_VALKEY = EmbeddedValkey(_FOLDER / "valkey")
_PASSWORDS = RolePasswords(owner=secrets.token_hex(16), app=secrets.token_hex(16))
_TEMPLATE = "template_memory_admin"


def _url(role: str, password: str, name: str) -> str:
    parts = urlsplit(_POSTGRES.superuser_url(name))
    return f"postgres://{role}:{password}@{parts.hostname}:{parts.port}/{name}"


def pytest_configure(config: pytest.Config) -> None:
    """Start the parts before Django reads its settings, so that the settings are the real ones."""
    if config.option.collectonly or config.option.help or _hands_out(config):
        return
    _POSTGRES.start()
    _VALKEY.start()
    prepare_database(_POSTGRES.superuser_url("postgres"), name=_TEMPLATE, passwords=_PASSWORDS)
    os.environ.update(
        {
            "MEMORY_ADMIN_HOME": str(_FOLDER / "home"),
            "MEMORY_ADMIN_SECRET_KEY": secrets.token_hex(32),
            "DATABASE_URL": _url("memory_admin_app", _PASSWORDS.app, _TEMPLATE),
            "DATABASE_OWNER_URL": _url("memory_admin_owner", _PASSWORDS.owner, _TEMPLATE),
            "REDIS_URL": _VALKEY.url,
            "MEMORY_ADMIN_SEAL_EXPORT": str(_FOLDER / "seals"),
            "MEMORY_ADMIN_SEAL_KEY": str(_FOLDER / "seal-key.pem"),
            "MEMORY_ADMIN_ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
            "DJANGO_SETTINGS_MODULE": "memory_admin.settings",
        }
    )
    _prepare_django()


def _hands_out(config: pytest.Config) -> bool:
    """Tell whether this process only hands tests to others, each of which has parts of its own."""
    return bool(getattr(config.option, "numprocesses", None)) and not hasattr(config, "workerinput")


def _prepare_django() -> None:
    import django
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connections

    options: Any = settings.DATABASES["default"]["OPTIONS"]
    options.pop("pool", None)
    # Every test client makes the middleware anew: let it look for static files when asked, not each time.
    settings.WHITENOISE_AUTOREFRESH = True
    django.setup()
    call_command("migrate", database="owner", verbosity=0)
    for connection in connections.all():
        connection.close()


def pytest_unconfigure(config: pytest.Config) -> None:
    _VALKEY.stop()
    _POSTGRES.stop()
    shutil.rmtree(_FOLDER, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Database:
    """A database of this test alone, with the addresses of both roles and of the superuser."""

    name: str
    app_url: str
    owner_url: str
    superuser_url: str


def clone_database() -> Database:
    """Make a database from the migrated template."""
    name = "test_" + secrets.token_hex(6)
    with psycopg.connect(_POSTGRES.superuser_url("postgres"), autocommit=True) as connection:
        connection.execute(
            f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE} OWNER memory_admin_owner STRATEGY file_copy"
        )
    return Database(
        name=name,
        app_url=_url("memory_admin_app", _PASSWORDS.app, name),
        owner_url=_url("memory_admin_owner", _PASSWORDS.owner, name),
        superuser_url=_POSTGRES.superuser_url(name),
    )


def drop_database(database: Database) -> None:
    """Remove a clone, cutting whatever is still connected to it."""
    with psycopg.connect(_POSTGRES.superuser_url("postgres"), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {database.name} WITH (FORCE)")


def point_django_at(database: Database) -> None:
    """Let both of Django's connections speak to this database from now on, in every thread."""
    from django.conf import settings
    from django.db import connections

    for alias in ("default", "owner"):
        connections[alias].close()
        settings.DATABASES[alias]["NAME"] = database.name
        connections.settings[alias]["NAME"] = database.name
        connections[alias].settings_dict["NAME"] = database.name


@pytest.fixture
def db() -> Iterator[Database]:
    """A committed, migrated database of this test's own, and an empty cache."""
    from django.core.cache import cache

    database = clone_database()
    point_django_at(database)
    cache.clear()
    yield database
    from django.db import connections

    for connection in connections.all():
        connection.close()
    drop_database(database)


class Settings:
    """Django's settings with changes that end with the test."""

    def __init__(self) -> None:
        self.__dict__["changes"] = []

    def __setattr__(self, name: str, value: object) -> None:
        from django.test import override_settings

        change = override_settings(**{name: value})
        change.enable()
        self.__dict__["changes"].append(change)

    def __getattr__(self, name: str) -> object:
        from django.conf import settings

        return getattr(settings, name)


@pytest.fixture
def settings() -> Iterator[Settings]:
    """Settings that a test may change for itself."""
    changed = Settings()
    yield changed
    for change in reversed(changed.__dict__["changes"]):
        change.disable()
