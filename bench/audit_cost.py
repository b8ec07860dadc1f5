"""What the audit costs: `python -m bench.audit_cost` measures it on a database of its own and prints a table.

Milliseconds inside an open transaction, on the machine it runs on; no test depends on them."""

from __future__ import annotations

import os
import secrets
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from memory_admin.embedded import EmbeddedPostgres, RolePasswords, prepare_database

NAME = "bench_audit"
ROUNDS = 500


def start(folder: Path) -> EmbeddedPostgres:
    """Start a database of our own and let Django speak to it."""
    server = EmbeddedPostgres(folder / "postgres", fast=True)
    server.start()
    passwords = RolePasswords(owner=secrets.token_hex(16), app=secrets.token_hex(16))
    prepare_database(server.superuser_url("postgres"), name=NAME, passwords=passwords)
    where = server.superuser_url(NAME).rpartition("@")[2]
    os.environ |= {
        "MEMORY_ADMIN_HOME": str(folder / "home"),
        "MEMORY_ADMIN_SECRET_KEY": secrets.token_hex(32),
        "DATABASE_URL": f"postgres://memory_admin_app:{passwords.app}@{where}",
        "DATABASE_OWNER_URL": f"postgres://memory_admin_owner:{passwords.owner}@{where}",
        "REDIS_URL": "redis://127.0.0.1:1",
        "MEMORY_ADMIN_SEAL_EXPORT": str(folder / "seals"),
        "MEMORY_ADMIN_SEAL_KEY": str(folder / "seal.pem"),
        "DJANGO_SETTINGS_MODULE": "memory_admin.settings",
    }
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", database="owner", verbosity=0)
    return server


def measured(act: Callable[[], object], *, rounds: int = ROUNDS) -> str:
    """Return median and 95th percentile of an act inside a transaction that is already open."""
    from django.db import connection, transaction

    times = []
    for _ in range(rounds):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            begun = time.perf_counter()
            act()
            times.append((time.perf_counter() - begun) * 1000)
    return f"{statistics.median(times):8.2f} {statistics.quantiles(times, n=20)[-1]:8.2f}"


def main() -> None:
    """Measure recording, sealing and verifying."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        server = start(folder)
        try:
            report()
        finally:
            server.stop()


def report() -> None:
    """Print the table."""
    from audit.queries import export_path, verify
    from audit.services import record, record_all, record_recall, seal
    from audit.types import DeliveredItem, Event, RecallRecord

    now = datetime.now(UTC)
    event = Event(action="memory.recall", actor_id=7, request_id="req_1", door="rest")
    recall = RecallRecord(actor_id=7, query_hash="ab" * 32, door="rest", request_id="req_1")
    item = DeliveredItem(memory_id=5, memory_version=1, tier="full", provenance="user_provided", role="user")
    print(f"{'ms':32}{'p50':>8} {'p95':>8}")
    print(f"{'one event':32}{measured(lambda: record(event, now=now))}")
    for count in (0, 1, 10, 20):
        shown = [item] * count
        took = measured(lambda shown=shown: record_recall(recall, shown, event, now=now))  # type: ignore[misc]
        print(f"{f'recall of {count}':32}{took}")
    many = [event] * 1000
    print(f"{'1,000 events at once':32}{measured(lambda: record_all(many, now=now), rounds=20)}")
    for words, act in (("seal", lambda: seal(now=now)), ("verify", lambda: verify(against=export_path()))):
        begun = time.perf_counter()
        done = act()
        took_all = time.perf_counter() - begun
        print(f"{words}: {done.events} events in {took_all:.2f} s")


if __name__ == "__main__":
    main()
