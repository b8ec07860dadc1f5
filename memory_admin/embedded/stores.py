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
    ensure_roles,
    prepare_database,
    prepare_schema,
)

DATABASE = "memory_admin"
PREPARED = """
SELECT app.rolsuper OR app.rolbypassrls,
       EXISTS (SELECT FROM pg_roles r WHERE r.rolname = %s AND pg_has_role(app.oid, r.oid, 'SET')),
       EXISTS (SELECT FROM pg_extension WHERE extname = 'vector')
FROM pg_roles app WHERE app.rolname = %s
"""


@dataclass(frozen=True, slots=True)
class DatabaseUrls:
    """How the site and how migrations log in."""

    app: str = field(repr=False)
    owner: str = field(repr=False)


def embedded_urls(server: EmbeddedPostgres, home: Home) -> DatabaseUrls:
    """Prepare roles and database of our own server and return how to log in."""
    passwords = _passwords(home)
    prepare_database(server.superuser_url(), name=DATABASE, passwords=passwords)
    return _logins(server.superuser_url(DATABASE), passwords)


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
    """Check what the database's administrator prepared: the migrations grant to roles of these names."""
    for variable, url, role in (("DATABASE_URL", app, APP), ("DATABASE_OWNER_URL", owner, OWNER)):
        if urlsplit(url).username != role:
            raise CannotStart(f"{variable} must log in as the role {role}")
    psycopg.connect(owner).close()
    with psycopg.connect(app, autocommit=True) as connection:
        _refuse_unprepared(connection)
    return DatabaseUrls(app=app, owner=owner)


def _given_one(url: str, home: Home) -> DatabaseUrls:
    """Make our roles through the given one, and let nothing else of ours use that."""
    passwords = _passwords(home)
    with psycopg.connect(url, autocommit=True) as connection:
        if not _may_create_roles(connection):
            raise CannotStart(
                f"the role of DATABASE_URL may not create roles: let DATABASE_URL log in as {APP} and set "
                f"DATABASE_OWNER_URL, logging in as {OWNER}"
            )
        ensure_roles(connection, passwords)
        prepare_schema(connection)
    return _logins(url, passwords)


def _refuse_unprepared(connection: psycopg.Connection) -> None:
    """Refuse an app role that row security would not bind, or that cannot become the reader."""
    row = connection.execute(PREPARED, [READER, APP]).fetchone()
    mighty, reader, vector = row or (True, False, False)
    if mighty:
        raise CannotStart(f"{APP} is a superuser or bypasses row security: take that from it")
    if not reader:
        grant = f"CREATE ROLE {READER} NOLOGIN; GRANT {READER} TO {APP} WITH INHERIT FALSE, SET TRUE;"
        raise CannotStart(f"{APP} cannot become {READER}: as a superuser run {grant}")
    if not vector:
        raise CannotStart("the database lacks vectors: as a superuser run CREATE EXTENSION vector;")


def _may_create_roles(connection: psycopg.Connection) -> bool:
    query = "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"
    row = connection.execute(query).fetchone()
    return bool(row and row[0])


def _passwords(home: Home) -> RolePasswords:
    """Return the passwords that .env already holds, or new ones."""
    settings = home.settings()
    return RolePasswords(
        owner=_password(settings.get("DATABASE_OWNER_URL", ""), OWNER),
        app=_password(settings.get("DATABASE_URL", ""), APP),
    )


def _password(url: str, role: str) -> str:
    parts = urlsplit(url)
    return parts.password if parts.username == role and parts.password else secrets.token_urlsafe(32)


def _logins(url: str, passwords: RolePasswords) -> DatabaseUrls:
    return DatabaseUrls(app=_as_role(url, APP, passwords.app), owner=_as_role(url, OWNER, passwords.owner))


def _as_role(url: str, role: str, password: str) -> str:
    parts = urlsplit(url)
    place = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{role}:{quote(password, safe='')}@{place}"))
