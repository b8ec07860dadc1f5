"""The system profile is written on its machine only; every version stays, with author, reason and diff."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from audit import actions
from audit.models import Event
from memory_admin.http import declared
from memory_admin.http.problem import Problem
from memory_admin.mcp.tools import TOOLS
from profiles.commands import acting_caller, local_caller
from profiles.models import SystemProfile
from profiles.rules.system_profile import Setting, Text
from profiles.services import system_profile
from tests.cast import ADMIN, admin, principal
from tests.commands.shell import Shell
from tests.conftest import Database
from tests.layers.people import SEAN, done, own, violations
from tests.profiles.conftest import Ask

SAFE = Text({"safety": "Never give medical orders."}, {"tone": Setting("plain", locked=True)})


@pytest.fixture
def shell(db: Database, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def test_the_command_line_edits_shows_and_lists(shell: Shell) -> None:
    assert shell("system-profile", "show").out.startswith("version 0\nNothing is set yet")
    edit = ("system-profile", "edit", "--section", "safety", "--text", "Be careful.", "--reason", "first")
    assert shell.answer(*edit)["version"] == 1
    shell("system-profile", "edit", "--set", "tone=plain", "--lock", "tone", "--reason", "one voice")
    assert shell("system-profile", "show").out.splitlines() == [
        "version 2", "[safety]", "Be careful.", "", "[settings]", 'tone = "plain" (locked)',
    ]  # fmt: skip
    second, first = shell.answer("system-profile", "history")
    assert (second["author"], second["reason"], first["reason"]) == (ADMIN, "one voice", "first")
    assert '+tone = "plain" (locked)' in second["diff"] and "Be careful" not in second["diff"]
    assert done(actions.SYSTEM_PROFILE_EDIT) == 2


def test_an_old_version_is_restored_as_a_new_one(shell: Shell) -> None:
    for number in (1, 2):
        shell("system-profile", "edit", "--section", "safety", "--text", f"text {number}", "--reason", "r")
    assert shell.answer("system-profile", "restore", "1", "--reason", "better")["restored_from"] == 1
    shown = shell.answer("system-profile", "show")
    assert (shown["version"], shown["sections"]) == (3, [{"name": "safety", "text": "text 1"}])
    assert done(actions.SYSTEM_PROFILE_RESTORE) == 1


def test_what_is_shown_can_be_taken_whole(shell: Shell, tmp_path: Path) -> None:
    system_profile.edit(SAFE, by=local_caller(), now=timezone.now(), reason="first")
    shown = shell.answer("system-profile", "show")
    shown["sections"][0]["text"] = "Other."
    file = tmp_path / "whole.json"
    file.write_text(json.dumps(shown), encoding="utf-8")
    shell("system-profile", "edit", "--whole", str(file), "--reason", "by file")
    assert shell.answer("system-profile", "show")["sections"] == [{"name": "safety", "text": "Other."}]
    file.write_text('{"sections": 5}', encoding="utf-8")
    assert shell("system-profile", "edit", "--whole", str(file), "--reason", "r").refused == (2, True)


@pytest.mark.parametrize(
    "words",
    [("--section", "safety", "--text", "x"), ("--lock", "none", "--reason", "r"), ("--reason", "r"),
     ("--section", "safety", "--reason", "r"), ("--set", "Bad Key=1", "--reason", "r")],
)  # fmt: skip
def test_an_edit_that_says_too_little_changes_nothing(shell: Shell, words: tuple[str, ...]) -> None:
    ran = shell("system-profile", "edit", *words)
    assert ran.code in {1, 2} and ran.refused[1] and not SystemProfile.objects.exists()


def test_everybody_reads_it_and_is_told_how_it_is_changed(ask: Ask) -> None:
    system_profile.edit(SAFE, by=local_caller(), now=timezone.now(), reason="first")
    read = ask(own(SEAN), "GET", "system-profile").json()
    assert (read["version"], read["settings"]) == (1, [{"key": "tone", "value": "plain", "locked": True}])
    assert "memory-admin system-profile edit" in read["edited_by"] and "author" not in read


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_no_token_writes_it_and_trying_is_a_violation(ask: Ask, method: str) -> None:
    """Seen failing when the address refused without a report."""
    token = own(ADMIN, "profile", "admin")
    assert ask(token, method, "system-profile", {"sections": []}).status_code == 405
    assert violations() == [("forbidden_write", ADMIN)] and not SystemProfile.objects.exists()


def addresses(resolver: URLResolver, before: str = "") -> Any:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route, pattern.callback
        else:
            yield from addresses(pattern, route)


def test_no_address_of_the_interface_and_no_tool_writes_it() -> None:
    """Walks every address: one of the interface with the word in it answers GET and nothing else."""
    named = [(route, call) for route, call in addresses(get_resolver()) if "system" in route]
    rest = [(route, call) for route, call in named if route.startswith("api/")]
    assert [route for route, _ in rest] == ["api/v1/system-profile"]
    for _, call in rest:
        kind = call.view_class
        assert [method for method in declared.METHODS if hasattr(kind, method.lower())] == ["GET"]
    assert not [name for name in TOOLS if "system" in name]


def callers() -> dict[str, Any]:
    here = local_caller()
    return {
        "a token": admin(),
        "a page": replace(here, door="web", local=False),
        "an interface that says it is local": replace(here, door="rest"),
        "the machine as somebody else": acting_caller(principal(SEAN).entity_id),
        "a reviewer on the machine": replace(here, door="web", staff_role="reviewer"),
    }


@pytest.mark.parametrize("who", ["a token", "a page", "an interface that says it is local",
                                 "the machine as somebody else", "a reviewer on the machine"])  # fmt: skip
def test_the_service_itself_refuses_whoever_is_not_on_the_machine(db: Database, who: str) -> None:
    """Seen failing when `require_local` asked for an administrator alone."""
    by = callers()[who]
    with pytest.raises(Problem, match="403 local_only"):
        system_profile.edit(SAFE, by=by, now=timezone.now(), reason="r")
    with pytest.raises(Problem, match="403 local_only"):
        system_profile.restore(1, by=by, now=timezone.now(), reason="r")
    assert not SystemProfile.objects.exists()


def test_who_saw_an_older_version_is_told(db: Database) -> None:
    by, now = local_caller(), timezone.now()
    system_profile.edit(SAFE, by=by, now=now, reason="first")
    with pytest.raises(Problem, match="409 version_conflict"):
        system_profile.edit(Text(), by=by, now=now, reason="second", expected=0)


@pytest.mark.parametrize("what", ["UPDATE profiles_systemprofile SET reason = ''",
                                  "DELETE FROM profiles_systemprofile"])  # fmt: skip
def test_a_version_is_never_changed_not_even_by_the_owner_of_the_tables(db: Database, what: str) -> None:
    system_profile.edit(SAFE, by=local_caller(), now=timezone.now(), reason="first")
    for url in (db.app_url, db.owner_url):
        with psycopg.connect(url) as server, pytest.raises(psycopg.Error):
            server.execute(what)


def test_the_record_holds_no_word_of_it(db: Database) -> None:
    system_profile.edit(SAFE, by=local_caller(), now=timezone.now(), reason="first")
    event = Event.objects.get(action=actions.SYSTEM_PROFILE_EDIT)
    assert (event.details, event.reason) == ({"version": 1}, "first")
