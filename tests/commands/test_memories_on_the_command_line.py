"""Writing, reading and forgetting memories on the command line."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.test import Client

from audit.models import Event
from consent.management.commands import stack
from consent.models import Memory
from consent.services.memories import create
from profiles.rules.credentials import CredentialSpec
from profiles.services import credentials
from tests import cast
from tests.cast import GRANTEE, NOW, OUTSIDER, OWNER
from tests.commands.shell import Shell

TEXT = "The vet opens at eight"


@pytest.fixture(autouse=True)
def people(db: object) -> None:
    for one in (OWNER, GRANTEE, OUTSIDER, cast.CUSTODIAN):
        cast.principal(one)
    cast.custodian("dog:bella", cast.CUSTODIAN)


def test_a_memory_is_private_unless_said_otherwise(shell: Shell) -> None:
    made = shell.answer("raw", TEXT, "--as", OWNER)
    assert (made["owner"], made["scope"], made["access_grants"]) == (OWNER, "self_only", [])
    assert "seen by: its owner alone" in shell("memory", "show", made["id"], "--as", OWNER).out
    assert shell("memory", "show", made["id"], "--as", GRANTEE).refused == (1, True)
    assert shell("memory", "show", made["id"]).refused == (1, True)  # there is no root


def test_the_four_privacy_fields_are_taken_as_the_handbook_writes_them(shell: Shell) -> None:
    made = shell.answer(
        "raw", "Bella has a heart murmur", "--as", OWNER, "--subject", "dog:bella",
        "--access", cast.CUSTODIAN, GRANTEE, "--consent", cast.CUSTODIAN, "--source", "vet:dr_smith",
    )  # fmt: skip
    assert (made["subject_ids"], made["source_entity"]) == (["dog:bella"], "vet:dr_smith")
    assert made["access_grants"] == [cast.CUSTODIAN]
    assert made["pending_grants"] == [{"grantee": GRANTEE, "missing_consent_from": ["dog:bella"]}]


def test_a_text_can_come_from_standard_input(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("From a pipe\nin two lines"))
    assert shell.answer("raw", "-", "--as", OWNER)["content"] == "From a pipe\nin two lines"


def test_the_same_again_writes_nothing_and_says_so(shell: Shell) -> None:
    first = shell.answer("raw", TEXT, "--as", OWNER)
    assert "nothing new was written" in shell("raw", TEXT, "--as", OWNER).out
    assert shell.answer("memory", "show", first["id"], "--as", OWNER)["version"] == 1
    assert Memory.objects.count() == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["raw", TEXT, "--as", OWNER, "--subject", "nonsense"], 2),
        (["raw", TEXT, "--as", OWNER, "--kind", "poem"], 2),
        (["raw", "", "--as", OWNER], 2),
        (["raw", TEXT, "--as", "group:care_team"], 1),
        (["raw", TEXT, "--as", OWNER, "--context-session", "ctxs_" + "0" * 32], 1),
        (["recall", "?"], 2),
        (["recall", TEXT, "--limit", "201"], 2),
        (["recall", TEXT, "--as", OWNER, "--context-session", "ctxs_" + "0" * 32], 1),
        (["memory", "list", "--limit", "0"], 2),
        (["memory", "delete", "mem_" + "0" * 32, "--as", OWNER, "--reason", "x"], 2),
        (["memory", "delete", "mem_" + "0" * 32, "--as", OWNER, "--reason", "x", "--yes"], 1),
        (["stack", "load", "si:nobody"], 1),
    ],
)
def test_what_is_refused_is_said_in_one_line_and_leaves_nothing(
    shell: Shell, words: list[str], code: int
) -> None:
    assert shell(*words).refused == (code, True)
    assert not Memory.objects.exists()


def over_rest(asker: str, query: str) -> Any:
    """Return what POST /recall answers, with the ids that differ by request taken out."""
    spec, holder = CredentialSpec("test", ("recall",)), cast.principal(asker)
    _, token = credentials.issue(principal=holder, spec=spec, by=cast.admin(), now=NOW)
    found = Client().post(
        "/api/v1/recall", json.dumps({"query": query, "explain": True}), "application/json",
        headers={"Authorization": f"Bearer {token}"},
    )  # fmt: skip
    return same(json.loads(found.content))


def same(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name not in {"recall_id", "messages", "budget"}}


def test_recall_answers_what_rest_answers(shell: Shell) -> None:
    shell("raw", TEXT, "--as", OWNER, "--access", GRANTEE)
    shell("raw", "The vet is closed on Sunday", "--as", OWNER)
    ours = shell.answer("recall", "vet", "--as", GRANTEE, "--explain")
    assert same(ours) == over_rest(GRANTEE, "vet")
    assert [item["content"] for item in ours["items"]] == [TEXT]


def test_recall_tells_people_what_at_which_tier_and_why(shell: Shell) -> None:
    made = shell.answer("raw", TEXT, "--as", OWNER, "--access", GRANTEE)
    out = shell("recall", "vet", "--as", GRANTEE).out
    assert f"1. [full] raw of {OWNER}" in out
    assert f"through {GRANTEE}" in out and TEXT in out and made["id"] in out
    assert shell("recall", "vet", "--as", OUTSIDER).out.startswith("Nothing found.\nrec_")


def test_reading_ones_own_stack_regardless_of_context_says_so(shell: Shell) -> None:
    shell("raw", TEXT, "--as", OWNER)
    out = shell("recall", "vet", "--as", OWNER, "--visibility", "self").out
    assert out.startswith("Its own stack, regardless of any context.\n1. ")
    assert "own stack" not in shell("recall", "vet", "--as", OWNER).out


def test_stored_text_can_do_nothing_to_the_terminal(shell: Shell) -> None:
    hostile = "red \x1b[31m bell \x07 backwards \N{RIGHT-TO-LEFT OVERRIDE} end"
    create(cast.draft(hostile), by=cast.caller(OWNER), now=NOW)
    for words in (["recall", "bell", "--as", OWNER], ["memory", "list", "--as", OWNER]):
        out = shell(*words).out
        assert "\x1b" not in out and "\x07" not in out and "\N{RIGHT-TO-LEFT OVERRIDE}" not in out
        assert "<U+001B>[31m" in out


def test_a_stack_is_loaded_whole_page_by_page_each_on_record(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stack, "PAGE", 2)
    made = [
        create(cast.draft(f"Shared {n}", access_grants=(GRANTEE,)), by=cast.caller(OWNER), now=NOW)
        for n in range(5)
    ]
    create(cast.draft("Kept"), by=cast.caller(OWNER), now=NOW)
    loaded = [
        json.loads(line)["id"]
        for line in shell("stack", "load", OWNER, "--as", GRANTEE, "--json").out.splitlines()
    ]
    assert sorted(loaded) == sorted(one.public_id for one in made)
    assert Event.objects.filter(action="memory.list").count() == 3
    assert "Kept" not in shell("stack", "load", OWNER, "--as", GRANTEE).out


def test_a_memory_is_forgotten_only_by_its_owner_and_only_for_sure(shell: Shell) -> None:
    made = shell.answer("raw", TEXT, "--as", OWNER, "--access", GRANTEE)["id"]
    assert shell("memory", "delete", made, "--as", GRANTEE, "--reason", "mine", "--yes").refused == (1, True)
    assert shell("memory", "delete", made, "--as", OWNER, "--reason", "over").refused == (2, True)
    assert Memory.objects.count() == 1
    assert shell.answer("memory", "delete", made, "--as", OWNER, "--reason", "over", "--yes") == {
        "deleted": made
    }
    assert not Memory.objects.exists()


def test_a_list_is_narrowed_and_searched(shell: Shell) -> None:
    shell("raw", TEXT, "--as", OWNER, "--tag", "hours", "--kind", "fact")
    shell("raw", "Bring the harness", "--as", OWNER)
    by_tag = shell.answer("memory", "list", "--as", OWNER, "--tag", "hours")["items"]
    by_word = shell.answer("memory", "list", "--as", OWNER, "--search", "harness")["items"]
    assert [one["content"] for one in by_tag + by_word] == [TEXT, "Bring the harness"]
    assert shell.answer("memory", "list", "--as", OWNER, "--owner", OUTSIDER)["items"] == []


def test_a_memory_names_what_it_was_made_of(shell: Shell) -> None:
    first = shell.answer("raw", TEXT, "--as", OWNER)["id"]
    made = shell.answer("raw", "so come at nine", "--as", OWNER, "--derived-from", first)
    assert made["derived_from"] == [first]
    assert shell("raw", "mine", "--as", OUTSIDER, "--derived-from", first).refused == (1, True)


def test_a_memory_is_verified_set_aside_and_released(shell: Shell) -> None:
    told_by = cast.caller(OWNER)
    memory = create(cast.draft(TEXT, access_grants=(cast.CUSTODIAN,)), by=told_by, now=NOW).public_id
    why = ("--reason", "looked at it")
    told = shell.answer("memory", "verify", memory, "--as", cast.CUSTODIAN, *why)
    assert told["epistemic_status"] == "verified"
    shown = shell.answer("memory", "show", memory, "--as", OWNER)
    assert shown["verified"]["by"] != cast.CUSTODIAN, "the one at the machine did it, not who it acted as"
    assert shell("memory", "verify", memory, "--as", OWNER, *why).refused == (1, True)
    assert shell.answer("memory", "quarantine", memory, *why)["state"] == "quarantined"
    assert shell("memory", "delete", memory, "--as", OWNER, "--yes", *why).refused == (1, True)
    assert shell.answer("memory", "release", memory, *why)["state"] == "active"
