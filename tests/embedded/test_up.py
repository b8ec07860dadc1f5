"""`memory-admin up` as a script sees it."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from memory_admin.embedded import EmbeddedPostgres
from tests.embedded.running import (
    Running,
    alive,
    clean_environment,
    command,
    eventually,
    family,
    free_port,
    start,
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("up") / "home"


@pytest.fixture(scope="module")
def running(home: Path) -> Iterator[Running]:
    run = start(home)
    yield run
    run.process.send_signal(signal.SIGTERM)
    run.process.wait(30)


def answers(run: Running, name: str = "url") -> bool:
    address = run.facts[name].removesuffix("/mcp")
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def settings(home: Path) -> dict[str, str]:
    return dict(line.split("=", 1) for line in (home / ".env").read_text().splitlines() if line[0] != "#")


def test_ready_means_that_the_site_answers(running: Running) -> None:
    assert answers(running)
    assert answers(running, "mcp_url")
    assert running.facts["mcp_url"] == f"http://127.0.0.1:{running.port + 1}/mcp"
    assert set(running.pids) == {"up", "database", "cache", "site", "mcp", "clock", "worker"}


def test_the_processes_of_the_site_share_what_they_load(running: Running) -> None:
    """Seen failing with the application loaded by each process for itself."""
    site = psutil.Process(running.pids["site"])
    used = [one.memory_full_info() for one in (site, *site.children())]
    assert len(used) == 3 and sum(one.pss for one in used) < 1.5 * max(one.rss for one in used)


def test_a_worker_loads_no_pages() -> None:
    """Seen failing with the checks of every address run at its start."""
    look = "from memory_admin.celery import app; app.loader.import_default_modules()"
    look += "; import sys; sys.exit('memory_admin.urls' in sys.modules)"
    given = dict.fromkeys(
        ("MEMORY_ADMIN_SECRET_KEY", "DATABASE_URL", "REDIS_URL"), "postgres://nobody@127.0.0.1:9/x"
    )
    run = subprocess.run([sys.executable, "-c", look], env={**clean_environment(), **given}, check=False)
    assert run.returncode == 0


def test_half_a_request_from_many_stalls_nobody(running: Running) -> None:
    lines = (
        "POST /sign-out/ HTTP/1.1",
        f"Host: 127.0.0.1:{running.port}",
        f"Cookie: csrftoken={'a' * 32}",
        "Content-Type: application/x-www-form-urlencoded",
        "Content-Length: 900",
    )
    half = ("\r\n".join(lines) + "\r\n\r\na").encode()
    stuck = [socket.create_connection(("127.0.0.1", running.port)) for _ in range(60)]
    try:
        for one in stuck:
            one.sendall(half)
        assert all(answers(running) for _ in range(4))
    finally:
        for one in stuck:
            one.close()


def test_all_of_it_together_stays_small(running: Running) -> None:
    used = sum(process.memory_full_info().pss for process in family(running.pids["up"]))
    assert used < 600_000_000


def test_the_home_is_private(running: Running) -> None:
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (running.home, *running.home.rglob("*"))}
    assert [path for path, mode in modes.items() if mode & 0o077] == []


def test_other_commands_find_the_installation_by_its_home(running: Running) -> None:
    done = subprocess.run(
        command("principal", "list"),
        env=clean_environment(MEMORY_ADMIN_HOME=str(running.home)),
        capture_output=True,
        text=True,
    )
    assert "si:bella_agent" in done.stdout


def test_a_command_without_a_running_installation_says_so_in_one_line(tmp_path: Path) -> None:
    gone = f"postgres://memory_admin_app@127.0.0.1:{free_port()}/x"
    gone_settings = {
        "MEMORY_ADMIN_SECRET_KEY": "x",
        "REDIS_URL": "redis://127.0.0.1:9/0",
        "DATABASE_URL": gone,
    }
    fixes = {"Run `memory-admin up` once": {}, "is `memory-admin up` running?": gone_settings}
    for reason, more in fixes.items():
        environment = clean_environment(MEMORY_ADMIN_HOME=str(tmp_path), **more)
        done = subprocess.run(command("principal", "list"), env=environment, capture_output=True, text=True)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
        assert reason in done.stderr


def test_the_serving_processes_never_hold_the_owners_password(running: Running) -> None:
    owner = settings(running.home)["DATABASE_OWNER_URL"]
    for name in ("site", "mcp", "clock", "worker"):
        environment = Path(f"/proc/{running.pids[name]}/environ").read_text()
        assert "DATABASE_URL=" in environment
        assert owner not in environment


def test_a_second_start_on_the_same_home_is_refused(running: Running) -> None:
    done = refused(running.home)
    assert "another `memory-admin up` is running" in done.stderr


@pytest.mark.parametrize("name", ["site", "mcp", "clock", "worker", "cache", "database"])
def test_a_killed_part_is_started_again_and_leaves_nothing_of_itself(running: Running, name: str) -> None:
    old = family(running.pids[name])
    os.kill(running.pids[name], signal.SIGKILL)
    parent = psutil.Process(running.pids["up"])

    def back() -> bool:
        gone = running.pids[name] not in [child.pid for child in parent.children()]
        return gone and answers(running) and answers(running, "mcp_url")

    assert eventually(back, 20)
    assert eventually(lambda: not alive(old), 5), alive(old)
    assert running.process.poll() is None
    assert "memory_admin" in settings(running.home)["DATABASE_URL"]


def test_a_killed_up_leaves_nothing_and_the_next_one_keeps_the_data(tmp_path: Path) -> None:
    first = start(tmp_path / "home")
    processes = family(first.pids["up"])
    with psycopg.connect(settings(first.home)["DATABASE_OWNER_URL"]) as owner:
        owner.execute("CREATE TABLE kept AS SELECT 7 AS a")
    first.process.kill()
    first.process.wait()
    assert eventually(lambda: not alive(processes), 5), alive(processes)
    second = start(tmp_path / "home")
    with psycopg.connect(settings(second.home)["DATABASE_OWNER_URL"]) as owner:
        assert owner.execute("SELECT a FROM kept").fetchone() == (7,)
    processes = family(second.pids["up"])
    second.process.send_signal(signal.SIGINT)
    assert second.process.wait(30) == 0
    assert not alive(processes)


def refused(home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `up` where it cannot start: exit code 2, one line on standard error, nothing on standard output."""
    more = arguments or ("--port", str(free_port()))
    done = subprocess.run(
        command("up", "--home", str(home), *more),
        env=clean_environment(**environment),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done.stderr
    return done


def test_a_taken_port_is_named_with_the_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"port {port} of 127.0.0.1 is taken" in refused(tmp_path / "home", "--port", port).stderr


def test_a_home_that_cannot_be_written_is_named_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "choose another one with --home" in refused(tmp_path / "file" / "home").stderr


def test_a_wrong_folder_of_programs_is_named_with_the_way_out(tmp_path: Path) -> None:
    done = refused(tmp_path / "home", MEMORY_ADMIN_PG_BIN=str(tmp_path))
    assert "has no initdb and postgres" in done.stderr


def test_data_of_another_version_is_refused_before_it_is_touched(tmp_path: Path) -> None:
    data = tmp_path / "home/database/data"
    data.mkdir(parents=True, mode=0o700)
    (data / "PG_VERSION").write_text("15\n")
    assert "was made by PostgreSQL 15" in refused(tmp_path / "home").stderr


def test_a_cache_that_does_not_answer_is_named(tmp_path: Path) -> None:
    done = refused(tmp_path / "home", REDIS_URL=f"redis://127.0.0.1:{free_port()}/0")
    assert "REDIS_URL does not answer" in done.stderr


def test_a_database_of_ones_own_takes_the_place_of_ours(tmp_path: Path) -> None:
    with EmbeddedPostgres(tmp_path / "own", fast=True) as server:
        with psycopg.connect(server.superuser_url(), autocommit=True) as connection:
            connection.execute("CREATE ROLE plain LOGIN PASSWORD 'plain'")
        plain = f"postgresql://plain:plain@127.0.0.1:{server.port}/postgres"
        assert "set DATABASE_OWNER_URL" in refused(tmp_path / "home", DATABASE_URL=plain).stderr
        run = start(tmp_path / "home", DATABASE_URL=server.superuser_url())
        run.process.terminate()
        assert run.process.wait(30) == 0
        assert set(run.pids) == {"up", "cache", "site", "mcp", "clock", "worker"}
        found = clean_environment(MEMORY_ADMIN_HOME=str(run.home), DATABASE_URL=server.superuser_url())
        code = "from django.conf import settings as s; print(s.DATABASES['default']['USER'])"
        done = subprocess.run(command("shell", "-c", code), env=found, capture_output=True, text=True)
        assert done.stdout.splitlines()[-1] == "memory_admin_app"
        app = settings(run.home)["DATABASE_URL"]
        with psycopg.connect(app) as connection:
            row = connection.execute("SELECT rolsuper, rolname FROM pg_roles WHERE rolname = current_user")
            assert row.fetchone() == (False, "memory_admin_app")
