"""The database: does it answer, as whom, with which guards standing."""

from __future__ import annotations

from typing import Any, Final

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from memory_admin.checks import Health, fail, ok, warn

OLDEST: Final = 160_000
GUARDED: Final = ("consent_memory", "consent_memoryversion", "consent_rendering", "consent_vector")
APPEND_ONLY: Final = ("audit_event", "audit_seal", "audit_recall", "audit_delivery")
NEWER: Final = "Install the version that ran last, or restore a backup of this one."
MIGRATE: Final = "Start `memory-admin up`, or run `python manage.py migrate --database owner`."


def rows(sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a statement."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def answers() -> Health:
    """Look whether the database answers, is new enough and has its extension."""
    ((number, version, vector),) = rows(
        "SELECT current_setting('server_version_num')::int, current_setting('server_version'),"
        " EXISTS (SELECT FROM pg_extension WHERE extname = 'vector')"
    )
    if number < OLDEST:
        return fail(f"PostgreSQL {version} is too old", "Use PostgreSQL 16 or newer.")
    if not vector:
        return fail("the extension vector is missing", "Let a superuser run CREATE EXTENSION vector in it.")
    return ok(f"PostgreSQL {version} answers")


def durable() -> Health:
    """Look whether what was acknowledged survives a crash."""
    ((fsync, commit),) = rows("SELECT current_setting('fsync'), current_setting('synchronous_commit')")
    if fsync == "off" or commit == "off":
        name = "fsync" if fsync == "off" else "synchronous_commit"
        return fail(f"{name} is off: a crash loses writes that were acknowledged", f"Turn {name} on.")
    return ok("acknowledged writes survive a crash")


def roles() -> Health:
    """Look whether the site signs in as a role that row security binds."""
    ((name, above, owns, reads),) = rows(
        "SELECT current_user, r.rolsuper OR r.rolbypassrls,"
        " EXISTS (SELECT FROM pg_class WHERE relname = ANY (%s) AND pg_has_role(relowner, 'MEMBER')),"
        " pg_has_role('memory_admin_reader', 'MEMBER') FROM pg_roles r WHERE rolname = current_user",
        list(GUARDED),
    )
    fix = "Let DATABASE_URL name the role memory_admin_app, which is neither superuser nor owner."
    if above:
        return fail(f"{name} stands above row security", fix)
    if owns:
        return fail(f"{name} owns the tables and could take their guards away", fix)
    if not reads:
        return fail(f"{name} may not read as memory_admin_reader", fix)
    return ok(f"{name} signs in and reads as memory_admin_reader")


def migrations() -> Health:
    """Look whether the tables are those of this version."""
    loader = MigrationLoader(connection)
    waiting = loader.disk_migrations.keys() - loader.applied_migrations.keys()
    if waiting:
        return fail(f"{len(waiting)} migrations wait", MIGRATE)
    apps = {app for app, _ in loader.disk_migrations}
    later = {
        app for app, name in loader.applied_migrations.keys() - loader.disk_migrations.keys() if app in apps
    }
    if later:
        return fail(f"a newer version made the tables of {', '.join(sorted(later))}", NEWER)
    return ok("the tables are up to date")


def row_security() -> Health:
    """Look whether row security is on and forced where memory text is."""
    found = rows(
        "SELECT relname FROM pg_class WHERE relname = ANY (%s) AND relrowsecurity AND relforcerowsecurity",
        list(GUARDED),
    )
    return _all_there(GUARDED, {name for (name,) in found}, "row security is off or not forced on")


def append_only() -> Health:
    """Look whether the audit refuses changes, whoever asks."""
    found = rows(
        "SELECT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
        " WHERE t.tgname = 'append_only' AND t.tgenabled = 'A' AND c.relname = ANY (%s)",
        list(APPEND_ONLY),
    )
    return _all_there(APPEND_ONLY, {name for (name,) in found}, "nothing keeps the audit append-only in")


def _all_there(wanted: tuple[str, ...], found: set[str], otherwise: str) -> Health:
    missing = sorted(set(wanted) - found)
    if missing:
        fix = "Somebody took a guard away: run `memory-admin audit verify --against FILE`, then restore it."
        return fail(f"{otherwise} {', '.join(missing)}", fix)
    return ok(f"stands on {len(wanted)} tables")


def connections_left() -> Health:
    """Look how many more connections the server takes."""
    ((used, most),) = rows("SELECT count(*), current_setting('max_connections')::int FROM pg_stat_activity")
    said = f"{used} of {most} connections are used"
    return warn(said, "Raise max_connections, or run fewer processes.") if used > 0.9 * most else ok(said)
