"""The audit on the command line: what it prints and how it exits."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.audit.conftest import Vault, happen


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run `audit ...` as from a shell and return exit code, output and errors."""

    def command(*words: str) -> tuple[int, str, str]:
        from audit.management.commands.audit import Command

        code = 0
        try:
            Command().run_from_argv(["memory-admin", "audit", *words])
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        said = capsys.readouterr()
        return code, said.out, said.err

    return command


def test_verify_says_that_nothing_is_wrong(sealed: Any, vault: Vault, run: Any) -> None:
    code, said, _ = run("verify", "--against", str(vault.file))
    assert code == 0 and said.strip() == "3 seals over 9 events: nothing is wrong."


def test_verify_names_the_first_bad_event_and_exits_with_1(tamper: Any, vault: Vault, run: Any) -> None:
    from audit.models import Event

    bad = Event.objects.order_by("id")[4]
    tamper("UPDATE audit_event SET actor_id = 99 WHERE id = %s", bad.pk)
    code, said, errors = run("verify", "--json", "--against", str(vault.file))
    first = json.loads(said)["findings"][0]
    assert code == 1 and "tampered" in errors
    assert (first["kind"], first["seal"], first["event"]) == ("edit", 2, f"evt_{bad.public.hex}")
    assert f"edit in seal 2, event evt_{bad.public.hex}" in run("verify")[1]


def test_verify_names_a_cut_tail_against_the_file(tamper: Any, vault: Vault, run: Any) -> None:
    tamper("DELETE FROM audit_event WHERE id >= (SELECT max(id) - 2 FROM audit_event)")
    tamper("DELETE FROM audit_seal WHERE number = 3")
    assert run("verify")[0] == 0
    code, said, _ = run("verify", "--against", str(vault.file))
    assert code == 1 and said.startswith("cut_tail in seal 3")


@pytest.mark.parametrize(
    "words",
    [
        ["verify", "--against", "/no/such/file"],
        ["verify", "--nonsense"],
        ["list", "--limit", "0"],
        ["list", "--since", "yesterday"],
        ["list", "--actor", "human:nobody"],
        ["export", "/no/such/folder/file"],
        ["gap", "--reason", " "],
        ["dance"],
        [],
    ],
)
def test_asking_wrongly_exits_with_2(sealed: Any, run: Any, words: list[str]) -> None:
    assert run(*words)[0] == 2


def test_list_shows_the_newest_first(sealed: Any, run: Any) -> None:
    happen(1, action="grant.add")
    code, said, _ = run("list", "--limit", "2")
    assert code == 0 and len(said.strip().splitlines()) == 2
    assert [one["action"] for one in json.loads(run("list", "--json", "--action", "grant.")[1])] == [
        "grant.add"
    ]
    assert run("list", "--action", "trust.set")[1].strip() == "No events."


def test_export_writes_every_event_and_is_on_record(
    sealed: Any, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from audit.models import Event

    monkeypatch.setattr("audit.queries.event_pages.CHUNK", 4)
    code, said, errors = run("export", "-")
    lines = [json.loads(line) for line in said.splitlines()]
    assert code == 0 and [one["action"] for one in lines] == ["memory.create"] * 9 + ["audit.export"]
    assert "10 events written" in errors and Event.objects.filter(action="audit.export").count() == 1
    target = tmp_path / "events.jsonl"
    assert run("export", str(target), "--action", "memory.")[0] == 0
    assert len(target.read_text().splitlines()) == 9
    assert run("export", str(target))[0] == 2


def test_seal_seals_now_and_a_conflict_exits_with_1(db: Any, vault: Vault, run: Any) -> None:
    happen(2)
    code, said, _ = run("seal")
    assert code == 0 and said.startswith("sealed: 1 seals over 2 events, 1 exported")
    assert json.loads(run("seal", "--json")[1])["state"] == "idle"
    vault.file.write_bytes(vault.file.read_bytes().replace(b'"number":1', b'"number":9'))
    assert run("seal")[0] == 1


def test_a_gap_is_declared_with_its_reason(sealed: Any, vault: Vault, run: Any) -> None:
    assert run("gap", "--reason", "restored on purpose")[0] == 0
    said = run("verify", "--against", str(vault.file))[1]
    assert "gap declared at seal 4: restored on purpose" in said
