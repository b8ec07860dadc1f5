"""What there is to say is found without an installation, and every command of ours says it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from django.core.management import get_commands

from memory_admin import verbs

ROOT = Path(__file__).resolve().parent.parent.parent


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run `memory-admin` where nothing is installed."""
    nowhere = {"PATH": os.environ["PATH"], "MEMORY_ADMIN_HOME": "/nonexistent", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "memory_admin.cli", *words]
    return subprocess.run(command, env=nowhere, cwd=ROOT, capture_output=True, text=True)


def test_every_command_of_ours_is_listed_in_one_line() -> None:
    ours = {name for name, app in get_commands().items() if app in verbs.APPS} - verbs.CALLED_BY_UP
    found = verbs.verbs()
    assert set(found) == ours | {"up", "serve", "embeddings"}
    assert all(text.endswith(".") and "\n" not in text and len(text) < 110 for text in found.values()), found


def test_help_needs_no_installation_and_lists_none_of_djangos_commands() -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "recall" in done.stdout and "makemigrations" not in done.stdout


def test_a_commands_help_needs_no_installation_and_leaves_out_djangos_options() -> None:
    done = run("privacy", "grant", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "--require" in done.stdout and "--settings" not in done.stdout


def test_a_misspelt_command_is_answered_with_the_nearest_in_one_line() -> None:
    for words in (("recal", "--help"), ("help", "recal")):
        done = run(*words)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "no command 'recal'; did you mean recall?" in done.stderr


def test_what_is_asked_wrongly_is_said_in_one_line_without_the_usage() -> None:
    done = run("recall", "--limit", "many", "--help")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("memory-admin recall: error: argument --limit")
    up = run("up", "--port", "many")
    assert (up.returncode, up.stdout, up.stderr.count("\n")) == (2, "", 1)


def manage(*words: str) -> subprocess.CompletedProcess[str]:
    """Run `python manage.py` where nothing is installed."""
    nowhere = {"PATH": os.environ["PATH"], "MEMORY_ADMIN_HOME": "/nonexistent"}
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, env=nowhere, cwd=ROOT, capture_output=True, text=True)


def test_manage_py_takes_the_same_verbs_before_there_is_an_installation() -> None:
    """Seen failing when manage.py knew Django's commands only: no `up`, and a traceback for the rest."""
    up = manage("up", "--help")
    assert (up.returncode, up.stderr) == (0, "")
    assert "--home" in up.stdout and "--demo" in up.stdout
    missing = manage("doctor")
    assert (missing.returncode, missing.stdout, missing.stderr.count("\n")) == (2, "", 1)
    assert "memory-admin up" in missing.stderr
