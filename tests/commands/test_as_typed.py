"""Commands as people type them from the description: the short forms work, and what is wrong is said once."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from audit.models import Event
from tests import cast
from tests.cast import CUSTODIAN, GRANTEE, OWNER
from tests.commands.shell import Shell

HEALTH = "ctx:bella_health"


def enter(shell: Shell, context: str = HEALTH) -> str:
    cast.principal(OWNER)
    made = shell.answer("context", "enter", context, "--participants", CUSTODIAN, "--as", OWNER)
    return str(made["context_session"])


def test_sharing_and_unsharing_need_no_reason(shell: Shell) -> None:
    """Seen failing when --reason had to be there."""
    cast.principal(OWNER)
    cast.custodian("dog:bella", CUSTODIAN)
    memory = shell.answer("raw", "Bella naps", "--as", OWNER, "--subject", "dog:bella")["id"]
    shared = shell.answer("privacy", "grant", memory, "--to", GRANTEE, "--consent", CUSTODIAN)
    assert shared["missing_consent_from"] == ["dog:bella"]
    assert shell.answer("privacy", "revoke", memory, "--from", GRANTEE)["revoked"] == GRANTEE


def test_leaving_without_an_id_leaves_the_only_open_session(shell: Shell) -> None:
    """Seen failing when the id had to be there."""
    assert shell("context", "leave", "--as", OWNER).code in {1, 2}
    session = enter(shell)
    assert shell.answer("context", "leave", "--as", OWNER)["context_session"] == session
    none = shell("context", "leave", "--as", OWNER)
    assert none.refused == (1, True) and "no open session" in none.err


def test_leaving_without_an_id_names_the_sessions_where_several_are_open(shell: Shell) -> None:
    both = [enter(shell), enter(shell, "ctx:dog_park")]
    ran = shell("context", "leave", "--as", OWNER)
    assert ran.refused == (2, True)
    assert all(one in ran.err for one in (*both, "ctx:dog_park"))


def test_a_wrong_value_is_said_once(shell: Shell) -> None:
    """Seen failing when the detail and the field said the same words."""
    assert shell("recall", "naps", "--limit", "201").err == "limit: Must be from 1 to 200. (invalid)\n"


def test_a_line_of_no_known_type_is_said_to_be_one(shell: Shell, tmp_path: Path) -> None:
    """Seen failing when any line without an owner was said to belong to somebody else."""
    cast.principal(OWNER)
    file = tmp_path / "lines.jsonl"
    file.write_text('{"content":"Bella naps"}\n{"type":"memory","content":"Bella naps"}\n')
    said = shell("import", "jsonl", str(file), "--as", OWNER).out
    assert "line 1: type: Must be export, memory or consent." in said
    assert "line 2: This says in no `owner` whose it is" in said


def test_the_audit_takes_json_where_others_do_and_writes_to_the_output_by_default(
    shell: Shell, tmp_path: Path
) -> None:
    """Seen failing when only some of its verbs took --json, after the verb, and export asked for a file."""
    shell.answer("principal", "create", "human:luna")
    assert shell("audit", "--json", "verify").out.startswith('{"ok":true')
    file = tmp_path / "events.jsonl"
    assert shell.answer("audit", "export", str(file)) == {
        "file": str(file),
        "events": len(file.read_text().splitlines()),
    }
    assert len(shell("audit", "export").out.splitlines()) == Event.objects.count()
    wrong = shell("audit", "verify", "--colour")
    assert wrong.refused == (2, True)
    assert "--settings" not in shell("audit", "--help").out


@pytest.mark.parametrize(("verb", "quiet"), [("recall", True), ("mcp", False)])
def test_a_command_writes_no_log_beside_its_answer_unless_it_serves(
    monkeypatch: pytest.MonkeyPatch, verb: str, quiet: bool
) -> None:
    """Seen failing when a recall wrote its decisions as a line of JSON beside what it found."""
    from memory_admin import cli, logs

    levels: list[int] = []
    monkeypatch.setattr(logs, "configure", levels.append)
    monkeypatch.setattr("django.core.management.execute_from_command_line", lambda words: None)
    monkeypatch.setattr(cli, "connect_once", lambda: None)
    assert cli.manage([verb]) == 0
    assert levels == ([logging.WARNING] if quiet else [])
