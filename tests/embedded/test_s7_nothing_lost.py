"""S7: parts killed under write load: nothing acknowledged is missing, nothing doubled, nothing half done."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest

from tests.embedded.crashes import faults, goes_on, kill, loaded, superuser
from tests.embedded.running import Running, eventually, start

QUICK = ("database", "web worker", "worker", "clock", "cache", "backend")
SLOW = ("database", "site", "worker", "clock", "cache", "backend", "web worker")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    run = start(tmp_path_factory.mktemp("crashes") / "home")
    yield run
    run.process.send_signal(signal.SIGTERM)
    run.process.wait(60)


def test_kills_of_each_part_under_load_lose_nothing(running: Running) -> None:
    with loaded(running) as load:
        for part in QUICK:
            assert goes_on(load), f"before {part}"
            kill(running, part)
            assert goes_on(load), f"after {part}"
    assert faults(running, load) == []
    assert len(load.written) > 30 and len(load.unshared) > 20 and len(load.batches) > 20


@pytest.mark.slow
def test_a_hundred_kills_under_load_lose_nothing(tmp_path: Path) -> None:
    run = start(tmp_path / "home")
    try:
        with loaded(run) as load:
            for number, part in enumerate(islice(cycle(SLOW), 100)):
                assert goes_on(load), f"before {number} {part}"
                kill(run, part)
                assert goes_on(load), f"after {number} {part}"
                time.sleep(3)  # `up` gives up on a part that ends more than five times a minute
        assert faults(run, load) == []
    finally:
        run.process.send_signal(signal.SIGTERM)
        run.process.wait(60)


def test_a_database_that_acknowledges_before_it_writes_is_caught(running: Running) -> None:
    """The mutant of this file: with synchronous_commit off a kill loses writes, and the check says so."""
    with superuser(running) as connection:
        for setting in (
            "synchronous_commit = off",
            "wal_writer_delay = '10s'",
            "wal_writer_flush_after = '1GB'",
        ):
            connection.execute(f"ALTER SYSTEM SET {setting}".encode())
        connection.execute("SELECT pg_reload_conf()")
    try:
        with loaded(running) as load:
            assert goes_on(load) and goes_on(load)
            kill(running, "database")
            assert goes_on(load)
        assert [one for one in faults(running, load) if one.startswith("lost")]
    finally:
        assert eventually(lambda: reset(running), 30)


def reset(run: Running) -> bool:
    with superuser(run) as connection:
        connection.execute("ALTER SYSTEM RESET ALL")
        connection.execute("SELECT pg_reload_conf()")
    return True
