"""The examples work: as the documents say to run them, before a site that `up --demo` started."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.embedded.running import PROJECT, Running, clean_environment, start

DOCUMENT = (PROJECT / "docs" / "client.md").read_text(encoding="utf-8")
README = (PROJECT / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"(?m)^ *python (examples/[^#\n]*)", DOCUMENT + README)
COMMANDS = sorted({command.strip() for command in SHOWN})
SAYS = {
    "examples/chat.py": "I was given",
    "examples/langgraph_store.py": "after forgetting: None",
    "examples/mcp_agent.py": "<recalled-memory-",
}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    run = start(tmp_path_factory.mktemp("examples") / "home", "--demo")
    yield run
    run.process.send_signal(signal.SIGTERM)
    run.process.wait(30)


def environment(run: Running) -> dict[str, str]:
    facts = run.facts
    return clean_environment(
        MEMORY_ADMIN_URL=facts["url"],
        MEMORY_ADMIN_MCP_URL=facts["mcp_url"],
        MEMORY_ADMIN_TOKEN=facts["token"],
    )


def test_every_example_is_run_as_the_documents_say() -> None:
    named = {command.split()[0] for command in COMMANDS}
    there = {f"examples/{file.name}" for file in (PROJECT / "examples").glob("[a-z]*.py")}
    assert named == there == set(SAYS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_documents_works(running: Running, command: str) -> None:
    argv = [sys.executable, *shlex.split(command)]
    done = subprocess.run(
        argv, env=environment(running), cwd=PROJECT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert SAYS[argv[1]] in done.stdout
    assert running.facts["token"] not in done.stdout + done.stderr


def test_a_conversation_is_had_line_by_line(running: Running) -> None:
    argv = [sys.executable, "examples/chat.py"]
    said = "How is Bella's heart?\n\nAnd her walks?\n"
    done = subprocess.run(
        argv, env=environment(running), cwd=PROJECT, input=said, capture_output=True, text=True, timeout=60
    )
    assert [line.startswith("You asked: ") for line in done.stdout.splitlines()] == [True, True]


def test_a_token_without_the_scope_is_told_so(running: Running) -> None:
    home = {"MEMORY_ADMIN_HOME": str(running.home)}
    issue = [sys.executable, "-m", "memory_admin.cli", "token", "create", "si:ash", "--scopes", "context"]
    made = subprocess.run([*issue, "--json"], env=clean_environment(**home), capture_output=True, text=True)
    token = re.search(r'"token": ?"([^"]+)"', made.stdout)
    assert token, made.stderr
    for example in SAYS:
        done = subprocess.run(
            [sys.executable, example, *(["walks"] if example != "examples/langgraph_store.py" else [])],
            env=environment(running) | {"MEMORY_ADMIN_TOKEN": token[1]},
            cwd=PROJECT,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode != 0
        assert "scope" in done.stderr or "no tool" in done.stderr, (example, done.stderr)
