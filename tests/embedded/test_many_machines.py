"""Parts run one by one, as on several machines: roles by deploy/database.sh, parts as in compose.yaml."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
import yaml

from memory_admin.embedded import EmbeddedPostgres, EmbeddedValkey
from memory_admin.embedded.serve import main as serve
from tests.embedded.running import PROJECT, clean_environment, command, eventually, family, free_port

COMPOSE = yaml.safe_load((PROJECT / "compose.yaml").read_text())
PARTS = ("site", "mcp", "worker", "clock")


def roles_sql(database: str) -> str:
    """Return what the script would have psql run."""
    script = (PROJECT / "deploy/database.sh").read_text()
    sql = script.split("<<'SQL'\n")[1].split("\nSQL")[0]
    return (
        sql.replace(":'owner'", "'owner-word'").replace(":'app'", "'app-word'").replace(':"base"', database)
    )


@dataclass
class Machines:
    """What runs, and how each part finds the others."""

    environment: dict[str, str]
    prepared: dict[str, Any]
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, *arguments: str) -> None:
        self.running.append(subprocess.Popen(command(*arguments), env=self.environment, cwd="/"))

    def stop(self) -> None:
        """End every part with all that it started."""
        for one in self.running:
            started = family(one.pid) if one.poll() is None else set()
            one.terminate()
            with suppress(subprocess.TimeoutExpired):
                one.wait(20)
            for process in started:
                with suppress(psutil.NoSuchProcess):
                    process.kill()
        self.running.clear()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    with EmbeddedPostgres(tmp_path / "db", fast=True) as server, EmbeddedValkey(tmp_path / "cache") as cache:
        with psycopg.connect(server.superuser_url(), autocommit=True) as connection:
            for statement in filter(str.strip, roles_sql("postgres").split(";")):
                connection.execute(statement.encode())
        place = f"127.0.0.1:{server.port}/postgres"
        environment = clean_environment(
            MEMORY_ADMIN_SECRET_KEY="a-key-of-this-test",
            MEMORY_ADMIN_HOME=str(tmp_path / "home"),
            DATABASE_URL=f"postgres://memory_admin_app:app-word@{place}",
            REDIS_URL=cache.url,
        )
        owner = {"DATABASE_OWNER_URL": f"postgres://memory_admin_owner:owner-word@{place}"}
        done = subprocess.run(command("prepare"), env=environment | owner, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-2000:]
        made = Machines(environment, json.loads(done.stdout.splitlines()[-1]))
        try:
            yield made
        finally:
            made.stop()


def answer(port: int, path: str, token: str = "") -> Any:
    asked = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", headers={"Authorization": f"Bearer {token}"}
    )
    try:
        with urllib.request.urlopen(asked, timeout=5) as told:
            return json.loads(told.read() or b"{}")
    except (OSError, ValueError):
        return None


def test_two_sites_a_door_a_worker_and_a_clock_serve_one_database(machines: Machines) -> None:
    first, second, door = free_port(), free_port(), free_port()
    for port in (first, second):
        machines.start("serve", "site", "--port", str(port), "--processes", "1")
    machines.start("serve", "mcp", "--port", str(door), "--processes", "1")
    machines.start("serve", "worker", "--processes", "1")
    machines.start("serve", "clock")
    for port in (first, second, door):
        assert eventually(lambda port=port: answer(port, "/healthz") is not None, 90)  # type: ignore[misc]
    token = machines.prepared["token"]
    who = [answer(port, "/api/v1/whoami", token) for port in (first, second)]
    assert who[0]["principal"] and who[0]["principal"] == who[1]["principal"]
    assert all(one.poll() is None for one in machines.running)
    machines.stop()


def test_every_part_in_the_compose_file_is_one_that_can_be_served() -> None:
    served = [one["command"] for one in COMPOSE["services"].values() if "serve" in one.get("command", [])]
    assert sorted(words[1] for words in served) == sorted(PARTS)
    assert COMPOSE["services"]["prepare"]["command"] == ["prepare"]


def test_every_setting_in_the_compose_file_has_a_line_in_the_example() -> None:
    asked = set(re.findall(r"\$\{(\w+):[?-]", (PROJECT / "compose.yaml").read_text()))
    given = set(re.findall(r"^(\w+)=", (PROJECT / "deploy/example.env").read_text(), re.MULTILINE))
    assert asked == given


def test_no_secret_that_lies_beside_the_compose_file_gets_into_the_image() -> None:
    """Seen failing while all but a few folders were copied: .env and the key of the seals with them."""
    lines = (PROJECT / ".dockerignore").read_text().splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    let_in = {rule[1:] for rule in rules if rule.startswith("!")}
    packages = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"][
        "root_packages"
    ]
    needed = {"requirements.in", "requirements.txt", "pyproject.toml", "manage.py"}
    assert rules[0] == "*" and let_in == needed | set(packages)


def test_the_image_has_what_is_laid_over_it() -> None:
    """Seen failing for the folder of seals, which would have been root's: the clock could not write there."""
    made = (PROJECT / "Dockerfile").read_text().split("install --directory")[1].split("\n")[0]
    laid_over = {"/home/memory-admin/home"}
    for name in PARTS:
        laid_over |= {one.split(":")[1] for one in COMPOSE["services"][name].get("volumes", [])}
    assert "--owner=memory-admin" in made and laid_over <= set(made.split())


def test_only_preparing_has_the_owners_rights() -> None:
    for name, service in COMPOSE["services"].items():
        holds = any("OWNER" in str(value) for value in service.get("environment", {}).values())
        assert holds == (name in {"prepare", "database"}), name


def of_signing_in() -> set[str]:
    """Return the variables that the page on signing in lists."""
    page = (PROJECT / "docs/sign-in.md").read_text(encoding="utf-8")
    return set(re.findall(r"`(MEMORY_ADMIN_[A-Z_]+)`", page)) - {"MEMORY_ADMIN_PUBLIC_URL"}


def environments() -> dict[str, dict[str, Any]]:
    return {name: one.get("environment", {}) for name, one in COMPOSE["services"].items()}


def test_the_site_is_given_every_setting_of_signing_in_and_no_other_part_is() -> None:
    """Seen failing while every part held the mail server's password and the provider's secret."""
    holding = {name: of_signing_in() & set(given) for name, given in environments().items()}
    assert len(of_signing_in()) >= 8
    assert holding == {name: of_signing_in() if name == "site" else set() for name in holding}


def test_the_parts_that_ask_a_model_are_told_where_it_is_and_no_other_has_its_key() -> None:
    """Seen failing while the compose file handed none of them on."""
    of_models = ("MEMORY_ADMIN_EMBEDDINGS_", "MEMORY_ADMIN_VALIDATION_")
    told = {
        name: {one for one in given if one.startswith(of_models)} for name, given in environments().items()
    }
    assert {name for name, given in told.items() if given} == {"site", "mcp", "worker"}
    for part in ("site", "mcp", "worker"):
        assert told[part] == {start + end for start in of_models for end in ("URL", "MODEL", "KEY")}


def test_signing_in_reads_what_the_compose_file_hands_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Left empty in the example every way but links is off; filled in, all of it arrives."""
    from memory_admin import mail, openid

    left = given(monkeypatch, {})
    assert (openid.provider(), mail.server(left["MEMORY_ADMIN_EMAIL_URL"]).host) == ({}, "")
    provider = {"OIDC_ISSUER": "https://id.example.org", "OIDC_CLIENT_ID": "it", "OIDC_CLIENT_SECRET": "word"}
    words = {"OIDC_NAME": "Our people", "OIDC_EMAIL": "1", "EMAIL_URL": "smtps://a:b@mail.example.org:465"}
    filled = given(monkeypatch, provider | words)
    assert mail.server(filled["MEMORY_ADMIN_EMAIL_URL"]).host == "mail.example.org"
    read = openid.provider()
    assert (read["name"], read["by_email"]) == ("Our people", True)


def given(monkeypatch: pytest.MonkeyPatch, words: dict[str, str]) -> dict[str, str]:
    """Set what the site is given where .env is the example with these words filled in."""
    lines = (PROJECT / "deploy/example.env").read_text().splitlines()
    known = dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#")) | words
    handed = {
        name: re.sub(r"\$\{(\w+):[?-]\}", lambda found: known[found[1]], str(value))
        for name, value in environments()["site"].items()
        if name in of_signing_in()
    }
    for name, value in handed.items():
        monkeypatch.setenv(name, value)
    return handed


def test_what_is_missing_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MEMORY_ADMIN_SECRET_KEY", "DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    assert serve(["site"]) == 2
    assert "set MEMORY_ADMIN_SECRET_KEY, DATABASE_URL, REDIS_URL" in capsys.readouterr().err
