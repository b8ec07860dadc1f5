"""Where this run's database and cache are: our own, or those the environment names."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
import redis

from memory_admin.embedded.home import Home
from memory_admin.embedded.postgres import EmbeddedPostgres
from memory_admin.embedded.problems import CannotStart
from memory_admin.embedded.roles import (
    APP,
    OWNER,
    READER,
    RolePasswords,
    ensure_login,
    ensure_reader,
    prepare_database,
    prepare_schema,
)

DATABASE = "memory_admin"
MIGHT = """
SELECT rolsuper OR rolbypassrls, pg_has_role(%s, 'SET') FROM pg_roles WHERE rolname = current_user
"""


@dataclass(frozen=True, slots=True)
class DatabaseUrls:
    """How the site and how migrations log in."""

    app: str = field(repr=False)
    owner: str = field(repr=False)


def embedded_urls(server: EmbeddedPostgres, home: Home) -> DatabaseUrls:
    """Prepare roles and database of our own server and return how to log in."""
    settings = home.settings()
    passwords = RolePasswords(
        owner=_password(settings.get("DATABASE_OWNER_URL", ""), OWNER),
        app=_password(settings.get("DATABASE_URL", ""), APP),
    )
    prepare_database(server.superuser_url(), name=DATABASE, passwords=passwords)
    plain = server.superuser_url(DATABASE)
    app, owner = _as_role(plain, APP, passwords.app), _as_role(plain, OWNER, passwords.owner)
    return DatabaseUrls(app=app, owner=owner)


def external_urls(environment: Mapping[str, str], home: Home) -> DatabaseUrls | None:
    """Check and prepare the database the environment names, if any; raises CannotStart with the way out."""
    app, owner = environment.get("DATABASE_URL", ""), environment.get("DATABASE_OWNER_URL", "")
    if not app and not owner:
        return None
    if not app:
        raise CannotStart(f"DATABASE_OWNER_URL is set alone: set DATABASE_URL too, logging in as {APP}")
    try:
        return _given_both(app, owner) if owner else _given_one(app, home)
    except psycopg.OperationalError as error:
        reason = str(error).strip().splitlines()[-1]
        raise CannotStart(f"the database of DATABASE_URL does not answer: {reason}") from None
    except psycopg.Error as error:
        reason = error.diag.message_primary or type(error).__name__
        raise CannotStart(f"the database of DATABASE_URL cannot be prepared: {reason}") from None


def check_cache(url: str) -> None:
    """Raise CannotStart unless the cache at REDIS_URL answers."""
    try:
        with redis.Redis.from_url(url, socket_timeout=5) as client:
            client.ping()
    except (redis.RedisError, ValueError) as error:
        raise CannotStart(f"REDIS_URL does not answer: {error}") from None


def _given_both(app: str, owner: str) -> DatabaseUrls:
    if urlsplit(app).username != APP:
        raise CannotStart(f"DATABASE_URL must log in as {APP}: the migrations grant to that role")
    with psycopg.connect(owner, autocommit=True) as connection:
        if _may_create_roles(connection):
            ensure_reader(connection)
            prepare_schema(connection, owner=_current_role(connection))
    with psycopg.connect(app, autocommit=True) as connection:
        _refuse_too_mighty(connection)
    return DatabaseUrls(app=app, owner=owner)


def _given_one(url: str, home: Home) -> DatabaseUrls:
    """Let the given role own the tables and make the app role, which the site logs in as, from it."""
    password = _password(home.settings().get("DATABASE_URL", ""), APP)
    with psycopg.connect(url, autocommit=True) as connection:
        if not _may_create_roles(connection):
            raise CannotStart(
                "the role of DATABASE_URL may not create roles: set DATABASE_OWNER_URL (the role that owns "
                f"the tables) and let DATABASE_URL log in as {APP}"
            )
        ensure_login(connection, APP, password)
        ensure_reader(connection)
        prepare_schema(connection, owner=_current_role(connection))
    return DatabaseUrls(app=_as_role(url, APP, password), owner=url)


def _refuse_too_mighty(connection: psycopg.Connection) -> None:
    """Refuse an app role that row security would not bind, or that cannot become the reader."""
    try:
        row = connection.execute(MIGHT, [READER]).fetchone()
    except psycopg.errors.UndefinedObject:
        row = (False, False)
    if row is None or row[0]:
        raise CannotStart(f"{APP} is a superuser or bypasses row security: take that from it")
    if not row[1]:
        raise CannotStart(
            f"{APP} cannot become {READER}: as a superuser run "
            f"CREATE ROLE {READER} NOLOGIN; GRANT {READER} TO {APP} WITH INHERIT FALSE, SET TRUE;"
        )


def _may_create_roles(connection: psycopg.Connection) -> bool:
    query = "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"
    row = connection.execute(query).fetchone()
    return bool(row and row[0])


def _current_role(connection: psycopg.Connection) -> str:
    return connection.info.user


def _password(url: str, role: str) -> str:
    """Return the password .env already holds for the role, or a new one."""
    parts = urlsplit(url)
    return parts.password if parts.username == role and parts.password else secrets.token_urlsafe(32)


def _as_role(url: str, role: str, password: str) -> str:
    parts = urlsplit(url)
    place = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{role}:{quote(password, safe='')}@{place}"))
