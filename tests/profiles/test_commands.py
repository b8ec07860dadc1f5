"""The directory, tokens and links on the command line: answers, exit codes, errors on standard error."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from django.core.management import ManagementUtility, call_command

from profiles.models import Custodian, Membership, Principal
from profiles.services import principals
from tests.profiles.cast import NOW, agent, caller_with

pytestmark = pytest.mark.usefixtures("db")


def run(capsys: Any, *argv: str) -> tuple[int, str, str]:
    """Run a command as a shell would; returns exit code, standard output, standard error."""
    code = 0
    try:
        ManagementUtility(["memory-admin", *argv]).execute()
    except SystemExit as end:
        code = int(end.code or 0)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def answered(capsys: Any, *argv: str) -> Any:
    """Run a command that succeeds with --json and return its answer, one line and nothing else."""
    code, out, err = run(capsys, *argv, "--json")
    assert (code, err, out.count("\n")) == (0, "", 1)
    return json.loads(out)


def test_an_agent_gets_a_token_in_two_commands(capsys: Any) -> None:
    answered(capsys, "principal", "create", "si:ash", "--name", "Ash")
    answered(capsys, "principal", "create", "si:max")
    made = answered(
        capsys, "token", "create", "si:ash", "--scopes", "memory,recall", "--act-as", "si:max",
        "--max-provenance", "verified_external", "--expires", "30d", "--application", "demo",
    )  # fmt: skip
    assert set(made) == {"id", "token"}
    caller = caller_with(made["token"], act_as="si:max")
    assert (caller.principal, caller.max_provenance, caller.application) == (
        "si:ash",
        "verified_external",
        "demo",
    )
    assert made["token"] not in run(capsys, "token", "list")[1] + run(capsys, "token", "list", "--json")[1]


def test_a_token_is_paused_resumed_rotated_and_revoked(capsys: Any) -> None:
    answered(capsys, "principal", "create", "si:ash")
    first = answered(capsys, "token", "create", "si:ash", "--scopes", "memory")["id"]
    assert answered(capsys, "token", "pause", first, "--reason", "odd answers")["state"] == "paused"
    assert answered(capsys, "token", "resume", first)["state"] == "active"
    second = answered(capsys, "token", "rotate", first)
    assert caller_with(second["token"]).principal == "si:ash"
    assert answered(capsys, "token", "revoke", second["id"])["state"] == "revoked"
    states = [one["state"] for one in answered(capsys, "token", "list", "si:ash")["items"]]
    assert states == ["revoked", "revoked"]


def test_custodian_and_member_register_whoever_is_new(capsys: Any) -> None:
    shown = answered(capsys, "principal", "custodian", "dog:bella", "human:sean")
    assert (shown["subject"], shown["custodian"]) == ("dog:bella", "human:sean")
    answered(capsys, "principal", "member", "group:care_team", "human:sean", "--until", "30d")
    assert (Custodian.objects.count(), Membership.objects.count()) == (1, 1)
    code, out, _ = run(capsys, "principal", "show", "human:sean")
    assert code == 0 and "agrees for dog:bella" in out and "belongs to group:care_team" in out
    answered(capsys, "principal", "custodian", "dog:bella", "human:sean", "--end")
    code, _, err = run(capsys, "principal", "custodian", "dog:bella", "human:sean", "--end")
    assert code == 1 and "not_found" in err


def test_names_accounts_and_duplicates_are_kept(capsys: Any) -> None:
    for name in ("human:sean", "human:sean2"):
        answered(capsys, "principal", "create", name)
    assert answered(capsys, "principal", "alias", "human:sean", "Seanie")["approved"]
    assert (
        answered(capsys, "principal", "identity", "human:sean2", "telegram", "42")["provider"] == "telegram"
    )
    merged = answered(capsys, "principal", "merge", "human:sean2", "human:sean", "--reason", "one person")
    assert merged["id"] == "human:sean"
    whole = answered(capsys, "principal", "show", "human:sean")
    assert [one["text"] for one in whole["aliases"]] == ["Seanie"]
    assert [one["external_id"] for one in whole["identities"]] == ["42"]
    answered(capsys, "principal", "alias", "human:sean", "seanie", "--remove")
    answered(capsys, "principal", "update", "human:sean", "--email", "sean@example.org", "--email-verified")
    assert answered(capsys, "principal", "show", "human:sean")["email"] == "sean@example.org"


def test_held_look_alikes_wait_in_a_list_of_their_own(capsys: Any) -> None:
    answered(capsys, "principal", "create", "human:sean")
    principals.register(["human:se\u0430n"], by=agent("si:ash"), now=NOW)
    held = answered(capsys, "principal", "list", "--held")["items"]
    assert [one["id"] for one in held] == ["human:se\u0430n"]
    code, _, err = run(capsys, "principal", "create", "human:s\u0435an")
    assert code == 1 and "human:sean" in err and "lookalike" in err
    answered(capsys, "principal", "update", "human:se\u0430n", "--release", "--reason", "two people")
    assert answered(capsys, "principal", "list", "--held")["items"] == []


def test_a_link_for_the_local_administrator_needs_nothing_before(capsys: Any) -> None:
    shown = answered(capsys, "signin-link", "human:admin", "--role", "administrator", "--hours", "2")
    assert re.fullmatch(r"http://127\.0\.0\.1:8000/sign-in/[\w-]{43}/", shown["url"])
    out = io.StringIO()
    call_command("signin-link", "human:admin", stdout=out)
    assert out.getvalue().startswith("http://")


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["principal", "show", "human:nobody"], 1),
        (["principal", "create", "nobody"], 2),
        (["principal", "show", "nobody"], 2),
        (["principal", "update", "human:admin"], 2),
        (["principal", "create", "human:sean", "--name", "a\u202eb"], 2),
        (["principal"], 2),
        (["principal", "dance"], 2),
        (["token", "pause", "tok_99"], 1),
        (["token", "pause", "tok_x"], 2),
        (["token", "create", "human:admin"], 2),
        (["token", "create", "human:admin", "--scopes", "root"], 1),
        (["token", "create", "human:admin", "--scopes", "memory", "--expires", "soon"], 2),
        (["signin-link", "human:admin", "--hours", "100"], 1),
        (["signin-link", "human:nobody"], 1),
    ],
)
def test_what_fails_says_so_on_standard_error(capsys: Any, argv: list[str], code: int) -> None:
    ended, out, err = run(capsys, *argv)
    assert (ended, out) == (code, "")
    assert err and "Traceback" not in err


def test_the_command_line_is_the_local_administrator(capsys: Any) -> None:
    answered(capsys, "principal", "create", "human:sean")
    row = Principal.objects.get(entity_id="human:admin")
    assert row.verified_at is not None
