"""The self test finds nothing in a sound installation, and names the doors of one that leaks."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
import uvicorn

from tests.commands.shell import Shell
from tests.conftest import Database
from tests.embedded.running import free_port
from tests.pages import live

# The decision of the database, of which row security is a part, answering yes to everything.
ALWAYS = """
CREATE OR REPLACE FUNCTION consent_judge(wanted bigint[]) RETURNS TABLE (label bigint, reach smallint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
$$ SELECT w, 4::smallint FROM unnest(wanted) AS w $$
"""


@contextmanager
def agents_door() -> Iterator[str]:
    from memory_admin.mcp.http import application

    port = free_port()
    server = uvicorn.Server(uvicorn.Config(application(), port=port, log_level="error", lifespan="on"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}/mcp"
    server.should_exit = True
    thread.join()


@pytest.fixture
def installation(db: Database, settings: Any) -> Iterator[Database]:
    with live.server() as site, agents_door() as door:
        settings.PUBLIC_URL, settings.MCP_URL = site, door
        settings.CSRF_TRUSTED_ORIGINS = [site]
        yield db


@pytest.fixture
def shell(installation: Database, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def by_verdict(out: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in json.loads(out)["doors"]:
        found.setdefault(one["verdict"], []).append(one["door"])
    return found


def test_a_sound_installation_keeps_it_at_every_door_and_nothing_stays_behind(shell: Shell) -> None:
    from audit.models import Violation
    from consent.models import Memory
    from memory_admin.selftest import cast, doors
    from profiles.models import Credential, Principal

    ran = shell("selftest", "isolation", "--json")
    assert by_verdict(ran.out).keys() == {"kept"}, ran.out
    assert (ran.code, len(json.loads(ran.out)["doors"])) == (0, len(doors.OPEN) + len(doors.CLOSED))
    assert not Memory.objects.exists() and not Credential.objects.filter(revoked_at=None).exists()
    assert not Principal.objects.filter(entity_id__in=cast.PEOPLE, active=True).exists()
    assert set(Violation.objects.values_list("status", "resolution")) == {("dismissed", cast.REASON)}
    again = shell("selftest", "isolation")
    assert (
        again.code == 0
        and "kept      GET /memories/{id}  (404 without the hidden one, 200 with the shared one)" in again.out
    )


def test_a_decision_that_always_says_yes_is_caught(
    shell: Shell, installation: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both guards broken at once: the database's decision, and the pure one that checks after it."""
    from consent.queries import showing

    with psycopg.connect(installation.superuser_url) as connection:
        connection.execute(ALWAYS)
    from consent.rules.decide import decide as sound

    monkeypatch.setattr(showing, "decide", lambda label, scene: yes(sound(label, scene)))
    ran = shell("selftest", "isolation", "--json")
    leaked = by_verdict(ran.out)["leaked"]
    assert ran.code == 1 and "Leaked through: " in ran.err
    assert {"GET /memories/{id}", "memory_get", "memory show --as", "page /memories/{id}/"} <= set(leaked)


def yes(ruling: Any) -> Any:
    from dataclasses import replace

    return replace(ruling, allowed=True)


def test_a_write_that_does_not_ask_whose_it_is_is_caught(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    from consent.models import Memory
    from consent.services import editing
    from memory_admin.http.public_id import public_uuid

    def anybodys(public_id: str, by: Any) -> Memory:
        return Memory.objects.get(public_id=str(public_uuid(public_id, "mem")))

    monkeypatch.setattr(editing, "owned", anybodys)
    monkeypatch.setattr(editing, "own", anybodys)  # an edit asks twice: before it holds the row, and after
    leaked = by_verdict(shell("selftest", "isolation", "--json").out)["leaked"]
    assert {"PATCH /memories/{id}", "memory_update", "memory_forget"} <= set(leaked)


def test_a_door_that_shows_nothing_at_all_proves_nothing(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    from consent import recall as recalling

    monkeypatch.setattr(recalling, "show", lambda found, taken: showing_nothing())
    found = by_verdict(shell("selftest", "isolation", "--json").out)
    assert {"POST /recall", "memory_recall", "recall --as"} <= set(found["unclear"])


def showing_nothing() -> Any:
    from consent.queries.showing import Shown

    return Shown((), ())


def test_a_site_that_does_not_answer_is_said_in_one_line(shell: Shell, settings: Any) -> None:
    settings.PUBLIC_URL = "http://127.0.0.1:9"
    ran = shell("selftest", "isolation")
    assert ran.refused == (1, True) and "is `memory-admin up` running?" in ran.err
