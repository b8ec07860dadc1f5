"""`backup` and `restore` as a shell sees them: beside a running `up`, and without it."""

from __future__ import annotations

import json
import signal
import stat
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.embedded.running import Running, clean_environment, command, start


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    run = start(tmp_path_factory.mktemp("backup") / "home")
    yield run
    if run.process.poll() is None:
        run.process.send_signal(signal.SIGTERM)
        run.process.wait(30)


def shell(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = clean_environment(MEMORY_ADMIN_HOME=str(home))
    return subprocess.run(command(*words), env=environment, capture_output=True, text=True)


def answer(home: Path, *words: str) -> Any:
    done = shell(home, *words, "--json")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return json.loads(done.stdout)


def say(run: Running, text: str) -> str:
    """Write a memory over HTTP with the first agent's token."""
    headers = {"Authorization": f"Bearer {run.facts['token']}", "Content-Type": "application/json"}
    body = json.dumps({"content": text}).encode()
    asked = urllib.request.Request(f"{run.facts['url'].rstrip('/')}/api/v1/memories", body, headers)
    with urllib.request.urlopen(asked) as got:
        return str(json.load(got)["id"])


def test_a_backup_is_made_while_up_runs_and_put_back_once_it_is_stopped(
    running: Running, tmp_path: Path
) -> None:
    """In one go, because `up` takes its time to start."""
    home, file = running.home, tmp_path / "one.backup"
    first = say(running, "Bella naps after lunch")
    made = answer(home, "backup", str(file))
    assert (made["file"], stat.S_IMODE(file.stat().st_mode)) == (str(file), 0o600)
    assert shell(home, "backup", str(file)).returncode == 1
    second = say(running, "Bella barks at noon")
    refused = shell(home, "restore", str(file), "--yes")
    assert refused.returncode == 1 and "Stop `memory-admin up`" in refused.stderr
    running.process.send_signal(signal.SIGTERM)
    assert running.process.wait(30) == 0
    careful = shell(home, "restore", str(file))
    assert careful.returncode == 1 and "--yes" in careful.stderr
    done = shell(home, "restore", str(file), "--yes")
    assert done.returncode == 0, done.stderr
    assert "digest equal" in done.stdout and "the audit verifies" in done.stdout
    assert done.stderr.splitlines() == ["check", "restore", "migrate"]
    again = start(home)
    try:
        shown = [
            shell(home, "memory", "show", one, "--as", "si:bella_agent").returncode for one in (first, second)
        ]
        assert shown == [0, 1]
        assert shell(home, "audit", "verify").returncode == 0
        assert say(again, "Bella is back")
    finally:
        again.process.send_signal(signal.SIGTERM)
        again.process.wait(30)


def test_without_up_the_backup_starts_the_database_itself(running: Running) -> None:
    if running.process.poll() is None:
        running.process.send_signal(signal.SIGTERM)
        running.process.wait(30)
    made = answer(running.home, "backup")
    assert Path(made["file"]).parent == running.home / "backups"
    assert answer(running.home, "restore", made["file"], "--check")["whole"] is True


def test_a_file_that_is_not_there_is_said_in_one_line(running: Running) -> None:
    done = shell(running.home, "restore", "/nonexistent/file")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
