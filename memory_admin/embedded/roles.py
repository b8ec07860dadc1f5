"""The database's three roles: owner (migrates), app (the site logs in), reader (row security)."""

from dataclasses import dataclass, field

import psycopg
from psycopg import sql

OWNER = "memory_admin_owner"
APP = "memory_admin_app"
READER = "memory_admin_reader"
CREATE = "CREATE ROLE {} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD {}"
ALTER = "ALTER ROLE {} LOGIN PASSWORD {}"


@dataclass(frozen=True, slots=True)
class RolePasswords:
    """The passwords of the two roles that log in."""

    owner: str = field(repr=False)
    app: str = field(repr=False)


def prepare_database(superuser_url: str, *, name: str, passwords: RolePasswords) -> None:
    """Create or mend the roles and the database `name`; running it again changes nothing but passwords."""
    with psycopg.connect(superuser_url, autocommit=True) as connection:
        ensure_roles(connection, passwords)
        _ensure_database(connection, name)
    with psycopg.connect(superuser_url, dbname=name, autocommit=True) as connection:
        prepare_schema(connection)


def ensure_roles(connection: psycopg.Connection, passwords: RolePasswords) -> None:
    """Create the three roles, or set the passwords of those that log in."""
    ensure_login(connection, OWNER, passwords.owner)
    ensure_login(connection, APP, passwords.app)
    ensure_reader(connection)


def ensure_login(connection: psycopg.Connection, role: str, password: str) -> None:
    """Create a plain login role, or set its password; the server only ever sees the scram verifier."""
    verifier = connection.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
    statement = ALTER if _has_role(connection, role) else CREATE
    connection.execute(sql.SQL(statement).format(sql.Identifier(role), sql.Literal(verifier)))


def ensure_reader(connection: psycopg.Connection) -> None:
    """Create the reader, which nobody logs in as and the app may become for one transaction."""
    if not _has_role(connection, READER):
        connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(READER)))
    grant = sql.SQL("GRANT {} TO {} WITH INHERIT FALSE, SET TRUE")
    connection.execute(grant.format(sql.Identifier(READER), sql.Identifier(APP)))


def prepare_schema(connection: psycopg.Connection) -> None:
    """Install the vector extension and leave nothing to PUBLIC: migrations grant table by table."""
    roles = {"owner": OWNER, "app": APP, "reader": READER, "database": connection.info.dbname}
    names = {key: sql.Identifier(value) for key, value in roles.items()}
    for statement in SCHEMA:
        connection.execute(sql.SQL(statement).format(**names))


SCHEMA = (
    "CREATE EXTENSION IF NOT EXISTS vector",
    "REVOKE ALL ON DATABASE {database} FROM PUBLIC",
    "GRANT CONNECT ON DATABASE {database} TO {owner}, {app}",
    "REVOKE ALL ON SCHEMA public FROM PUBLIC",
    "GRANT USAGE, CREATE ON SCHEMA public TO {owner}",
    "GRANT USAGE ON SCHEMA public TO {app}, {reader}",
)


def _ensure_database(connection: psycopg.Connection, name: str) -> None:
    if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
        create = sql.SQL("CREATE DATABASE {} OWNER {} TEMPLATE template0 ENCODING 'UTF8'")
        connection.execute(create.format(sql.Identifier(name), sql.Identifier(OWNER)))


def _has_role(connection: psycopg.Connection, role: str) -> bool:
    return connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone() is not None
