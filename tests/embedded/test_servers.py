"""The database and the cache: private, not root's, behind a password, and able to start after any end."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from memory_admin.embedded import EmbeddedPostgres, EmbeddedValkey, RolePasswords, prepare_database
from tests.embedded.running import PROJECT, alive, clean_environment, eventually, family

PASSWORDS = RolePasswords(owner="owner-pass'word", app="app-pass'word")


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedPostgres]:
    with EmbeddedPostgres(tmp_path_factory.mktemp("servers") / "database", fast=True) as server:
        prepare_database(server.superuser_url(), name="shared", passwords=PASSWORDS)
        yield server


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedValkey]:
    with EmbeddedValkey(tmp_path_factory.mktemp("servers") / "cache") as server:
        yield server


def login(server: EmbeddedPostgres, role: str, password: str) -> psycopg.Connection:
    return psycopg.connect(
        host="127.0.0.1", port=server.port, user=role, password=password, dbname="shared", autocommit=True
    )


def pid_of(server: EmbeddedPostgres | EmbeddedValkey) -> int:
    assert server.child is not None
    return server.child.pid


def test_the_database_trusts_nobody_without_a_password(postgres: EmbeddedPostgres) -> None:
    with psycopg.connect(postgres.superuser_url()) as connection:
        methods = connection.execute("SELECT DISTINCT auth_method FROM pg_hba_file_rules").fetchall()
        places = connection.execute(
            "SELECT current_setting('listen_addresses'), current_setting('unix_socket_directories')"
        ).fetchone()
    assert methods == [("scram-sha-256",)]
    assert places == ("127.0.0.1", "")
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        login(postgres, "postgres", "guess")


def test_the_servers_are_never_run_by_root(postgres: EmbeddedPostgres, valkey: EmbeddedValkey) -> None:
    assert all(psutil.Process(pid_of(server)).uids().effective != 0 for server in (postgres, valkey))


def test_what_the_servers_keep_is_private(postgres: EmbeddedPostgres, valkey: EmbeddedValkey) -> None:
    for server in (postgres, valkey):
        modes = {
            path: stat.S_IMODE(path.stat().st_mode) for path in (server.folder, *server.folder.iterdir())
        }
        assert modes == {path: 0o700 if path.is_dir() else 0o600 for path in modes}


def test_no_secret_is_in_the_process_list(postgres: EmbeddedPostgres, valkey: EmbeddedValkey) -> None:
    lines = " ".join(" ".join(psutil.Process(pid_of(server)).cmdline()) for server in (postgres, valkey))
    for name in ("database/superuser.password", "cache/password"):
        folder = postgres.folder.parent if name.startswith("database") else valkey.folder.parent
        assert (folder / name).read_text().strip() not in lines


def test_the_log_of_the_database_holds_no_value_of_a_failed_statement(postgres: EmbeddedPostgres) -> None:
    with psycopg.connect(postgres.superuser_url(), autocommit=True) as connection:
        connection.execute("CREATE TEMP TABLE t (v text UNIQUE, n int CHECK (n > 0))")
        for statement in ("INSERT INTO t VALUES ('ash-is-ill', -1)", "SELECT 'ash-is-ill' FROM nowhere"):
            with pytest.raises(psycopg.Error):
                connection.execute(statement)
    log = (postgres.folder / "server.log").read_text()
    assert "violates check constraint" in log
    assert "ash-is-ill" not in log


def test_the_app_role_can_become_the_reader_and_nothing_more(postgres: EmbeddedPostgres) -> None:
    with login(postgres, "memory_admin_app", PASSWORDS.app) as app, app.transaction():
        app.execute("SET LOCAL ROLE memory_admin_reader")
        assert app.execute("SELECT current_user, '[1]'::vector::text").fetchone() == (
            "memory_admin_reader",
            "[1]",
        )
    with login(postgres, "memory_admin_app", PASSWORDS.app) as app:
        for statement in (
            "CREATE TABLE mine (a int)",
            "CREATE TEMP TABLE mine (a int)",
            "CREATE SCHEMA mine",
            "CREATE ROLE mine",
            "SET ROLE memory_admin_owner",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                app.execute(statement)
    with pytest.raises(psycopg.OperationalError):
        login(postgres, "memory_admin_reader", "")


def test_a_table_of_the_owner_is_closed_to_the_others_until_granted(postgres: EmbeddedPostgres) -> None:
    with login(postgres, "memory_admin_owner", PASSWORDS.owner) as owner:
        owner.execute("CREATE TABLE closed (a int)")
    app = login(postgres, "memory_admin_app", PASSWORDS.app)
    with app, pytest.raises(psycopg.errors.InsufficientPrivilege):
        app.execute("SELECT * FROM closed")


def test_preparing_again_keeps_the_data_and_sets_new_passwords(postgres: EmbeddedPostgres) -> None:
    with login(postgres, "memory_admin_owner", PASSWORDS.owner) as owner:
        owner.execute("CREATE TABLE kept AS SELECT 7 AS a")
    changed = RolePasswords(owner=PASSWORDS.owner, app="changed")
    prepare_database(postgres.superuser_url(), name="shared", passwords=changed)
    login(postgres, "memory_admin_app", "changed").close()
    prepare_database(postgres.superuser_url(), name="shared", passwords=PASSWORDS)
    with login(postgres, "memory_admin_owner", PASSWORDS.owner) as owner:
        assert owner.execute("SELECT a FROM kept").fetchone() == (7,)


def test_the_cache_refuses_to_forget_and_asks_for_its_password(valkey: EmbeddedValkey) -> None:
    names = ("appendonly", "appendfsync", "maxmemory-policy", "bind")
    with redis.Redis.from_url(valkey.url, decode_responses=True) as client:
        answers = client.config_get(*names)
    assert answers == dict(zip(names, ("yes", "everysec", "noeviction", "127.0.0.1"), strict=True))
    stranger = redis.Redis(port=valkey.port, retry=Retry(NoBackoff(), 0))
    with stranger, pytest.raises(redis.AuthenticationError):
        stranger.ping()


def test_the_cache_keeps_what_it_acknowledged_through_kill_9(tmp_path: Path) -> None:
    server = EmbeddedValkey(tmp_path / "cache")
    server.start()
    with redis.Redis.from_url(server.url) as client:
        client.set("promise", "kept")
    os.kill(pid_of(server), signal.SIGKILL)
    server.start()
    with redis.Redis.from_url(server.url) as client:
        assert client.get("promise") == b"kept"
    server.stop()


def test_a_database_starts_although_its_old_process_number_is_in_use(
    tmp_path: Path, valkey: EmbeddedValkey
) -> None:
    server = EmbeddedPostgres(tmp_path / "database", fast=True)
    server.start()
    stale = tmp_path / "database/data/postmaster.pid"
    lines = stale.read_text().splitlines()
    os.kill(pid_of(server), signal.SIGKILL)
    stale.write_text("\n".join([str(pid_of(valkey)), *lines[1:]]) + "\n")
    server.start()
    psycopg.connect(server.superuser_url()).close()
    server.stop()
    assert psutil.Process(pid_of(valkey)).is_running()


RUNNER = """
import sys, threading, time
from pathlib import Path
from memory_admin.embedded import EmbeddedPostgres
server = EmbeddedPostgres(Path(sys.argv[1]), fast=True)
if sys.argv[2] == "thread":
    thread = threading.Thread(target=server.start); thread.start(); thread.join()
else:
    server.start()
print(server.child.pid, flush=True)
time.sleep(60)
"""


def runner(folder: Path, how: str) -> tuple[subprocess.Popen[str], set[psutil.Process]]:
    process = subprocess.Popen(
        [sys.executable, "-c", RUNNER, str(folder), how],
        env=clean_environment(),
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline()
    return process, family(process.pid)


def test_an_orphan_on_our_data_is_ended_before_a_new_start(tmp_path: Path) -> None:
    process, processes = runner(tmp_path / "database", "thread")
    for watched in processes:
        with suppress(psutil.NoSuchProcess):  # some end by themselves
            if "postgres" not in watched.name():
                watched.kill()
    process.wait()
    assert alive(processes), "nothing was orphaned, so nothing was tried"
    with EmbeddedPostgres(tmp_path / "database", fast=True) as server:
        psycopg.connect(server.superuser_url()).close()
        assert not alive(processes)


def test_a_killed_runner_leaves_no_server_even_where_the_kernel_does_not_help(tmp_path: Path) -> None:
    process, processes = runner(tmp_path / "database", "thread")
    process.kill()
    process.wait()
    assert eventually(lambda: not alive(processes), 5), alive(processes)


def test_a_killed_runner_leaves_no_server_even_without_its_watcher(tmp_path: Path) -> None:
    process, processes = runner(tmp_path / "database", "main")
    for watched in processes:
        with suppress(psutil.NoSuchProcess):
            if watched.name().startswith("python") and watched.pid != process.pid:
                watched.kill()
    process.kill()
    process.wait()
    assert eventually(lambda: not alive(processes), 5), alive(processes)


def test_a_folder_serves_one_runner_at_a_time(postgres: EmbeddedPostgres) -> None:
    from memory_admin.embedded import CannotStart

    with pytest.raises(CannotStart, match="another process runs a database"):
        EmbeddedPostgres(postgres.folder).start()
