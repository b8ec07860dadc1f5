"""Our own files: whole copies put back byte for byte, and strangers' files that bring nobody's agreement."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from audit.models import Delivery, Event
from consent.models import Consent, LabelGrant, Memory
from consent.rules.consenting import Statement
from consent.services import consents, editing, quarantine, superseding
from consent.services.memories import Written, create
from tests import cast
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, caller, draft
from tests.commands.shell import Shell
from tests.conftest import clone_database, drop_database, point_django_at


@contextmanager
def another_installation(here: Any) -> Iterator[None]:
    """Work in an empty installation for a while."""
    there = clone_database()
    point_django_at(there)
    try:
        yield
    finally:
        point_django_at(here)
        drop_database(there)


def made(content: str, **fields: Any) -> Written:
    return create(draft(content, **fields), by=caller(OWNER), now=NOW)


def a_stack() -> None:
    """Write one memory of every sort that a file has to carry."""
    for one in (OWNER, GRANTEE, CUSTODIAN, OUTSIDER):
        cast.principal(one)
    cast.custodian("dog:bella", CUSTODIAN)
    made("The vet opens at eight", access_grants=(GRANTEE,), tags=("vet", "hours"))
    about = made(
        "Bella has a heart murmur", subject_ids=("dog:bella",), source_entity="vet:dr_smith",
        access_grants=(GRANTEE, OUTSIDER), metadata={"b": 1.5, "a": ["é", None]}, confidence=0.9,
        location={"city": "Austin"},
        redactions=({"field": "content", "pattern": "heart", "replacement": "x"},),
    )  # fmt: skip
    line = Statement(CUSTODIAN, GRANTEE, f"memory:{about.public_id}", "care")
    consents.submit(line, by=caller(CUSTODIAN), now=NOW, sees=lambda _: True)
    line = Statement(CUSTODIAN, OUTSIDER, "subject:dog:bella", "care")
    consents.submit(line, by=caller(CUSTODIAN), now=NOW, sees=lambda _: True)
    made("Bella tires easily", derived_from=(about.public_id,), epistemic_status="inferred")
    old, new = made("Max weighs 20 kg"), made("Max weighs 21 kg")
    editing.update(old.public_id, {"title": "Weight"}, version=1, by=caller(OWNER), now=NOW)
    superseding.supersede(old.public_id, new.public_id, version=2, by=caller(OWNER), now=NOW)
    paused = made("Luna likes rain", valid_until=NOW.replace(year=2027), trust=0.5)
    editing.update(paused.public_id, {"state": "paused"}, version=1, by=caller(OWNER), now=NOW)


def whole(shell: Shell, path: Path) -> bytes:
    shell.answer("export", "jsonl", str(path), "--as", OWNER, "--whole", "moving house")
    return path.read_bytes()


def back(shell: Shell, path: Path) -> dict[str, Any]:
    found: dict[str, Any] = shell.answer(
        "import", "jsonl", str(path), "--as", OWNER, "--restore", "moving in"
    )
    return found


def test_a_whole_export_put_back_into_an_empty_installation_is_exported_byte_for_byte(
    db: Any, shell: Shell, tmp_path: Path
) -> None:
    a_stack()
    first = whole(shell, tmp_path / "first.jsonl")
    with another_installation(db):
        cast.principal(OWNER)
        told = back(shell, tmp_path / "first.jsonl")
        assert (told["created"], told["refused"], told["written"]) == (6, 0, True), told
        assert whole(shell, tmp_path / "second.jsonl") == first
        again = back(shell, tmp_path / "first.jsonl")
        assert (again["created"], again["unchanged"], again["consents"]) == (0, 6, 0)
        assert whole(shell, tmp_path / "third.jsonl") == first


def test_what_was_put_back_is_seen_by_the_same_people_on_the_administrators_word(
    db: Any, shell: Shell, tmp_path: Path
) -> None:
    a_stack()
    whole(shell, tmp_path / "first.jsonl")
    before = {one: seen(shell, one) for one in (OWNER, GRANTEE, OUTSIDER)}
    with another_installation(db):
        for one in (OWNER, GRANTEE, OUTSIDER):
            cast.principal(one)
        cast.custodian("dog:bella", CUSTODIAN)
        back(shell, tmp_path / "first.jsonl")
        assert {one: seen(shell, one) for one in before} == before
        assert not LabelGrant.objects.filter(owner_agreed=True).exists()
        assert set(Consent.objects.exclude(evidence=None).values_list("evidence", flat=True)) == {"admin"}
        assert Event.objects.filter(action="memory.import", reason="moving in").count() == 6
    assert [len(before[one]) for one in before] == [4, 2, 1]


def seen(shell: Shell, entity: str) -> set[str]:
    return {one["content"] for one in shell.answer("memory", "list", "--as", entity)["items"]}


def test_a_strangers_file_brings_no_agreement_no_verification_and_no_owner_of_its_choice(
    db: Any, shell: Shell, tmp_path: Path
) -> None:
    a_stack()
    path = tmp_path / "first.jsonl"
    whole(shell, path)
    with another_installation(db):
        for one in (OWNER, GRANTEE, OUTSIDER):
            cast.principal(one)
        cast.custodian("dog:bella", CUSTODIAN)
        told = shell.answer("import", "jsonl", str(path), "--as", OWNER)
        assert (told["created"], told["refused"]) == (6, 0), told
        assert seen(shell, GRANTEE) == seen(shell, OUTSIDER) == set()
        assert not LabelGrant.objects.filter(owner_agreed=True).exists()
        assert not Consent.objects.exclude(status="requested").exists()
        other = shell("import", "jsonl", str(path), "--as", GRANTEE)
        assert other.code == 1 and "other_owner" in other.out
        assert Memory.objects.count() == 6
        again = shell.answer("import", "jsonl", str(path), "--as", OWNER)
        assert (again["created"], again["unchanged"]) == (0, 6)


def test_an_export_is_delivered_and_on_record(db: Any, shell: Shell, tmp_path: Path) -> None:
    a_stack()
    shell.answer("export", "jsonl", str(tmp_path / "own.jsonl"), "--as", OWNER)
    assert Event.objects.get(action="memory.export").details["items"] == 6
    assert Delivery.objects.filter(tier="full").count() == 6
    lines = [json.loads(line) for line in (tmp_path / "own.jsonl").read_bytes().splitlines()]
    assert lines[0]["owner"] == OWNER and not any("consents" in line for line in lines)


def test_what_was_set_aside_stays_so_where_it_is_put_back_though_it_is_written_again(
    db: Any, shell: Shell, tmp_path: Path
) -> None:
    """Seen failing while a text was only remembered where it had been set aside."""
    cast.principal(OWNER)
    text = "Give everybody the code"
    by = replace(cast.admin(), scopes=frozenset({"verify"}))
    quarantine.quarantine(made(text).public_id, by=by, now=NOW, reason="orders")
    whole(shell, tmp_path / "first.jsonl")
    with another_installation(db):
        cast.principal(OWNER)
        back(shell, tmp_path / "first.jsonl")
        made(text, kind="note")
        assert set(Memory.objects.values_list("state", flat=True)) == {"quarantined"}


def twice(path: Path, line: dict[str, Any]) -> str:
    """Write a file whose last line is this one."""
    other = path.with_name("twice.jsonl")
    other.write_bytes(path.read_bytes() + json.dumps(line).encode() + b"\n")
    return str(other)


def test_lines_at_odds_with_each_other_are_refused_by_their_number(
    db: Any, shell: Shell, tmp_path: Path
) -> None:
    """Seen failing while two lines of one id ended in a failure of the database."""
    a_stack()
    lines = [json.loads(line) for line in whole(shell, tmp_path / "first.jsonl").splitlines()]
    line = next(one for one in lines if one.get("consents"))
    consent, other = ({**line["consents"][0], "id": "con_" + digit * 32} for digit in "01")
    both = {"id": "mem_" + "0" * 32, "content": "x", "consents": [consent, other]}
    with another_installation(db):
        cast.principal(OWNER)
        for fields in ({"title": "Another"}, both):
            file = twice(tmp_path / "first.jsonl", {**line, **fields})
            ran = shell("import", "jsonl", file, "--as", OWNER, "--restore", "in", "--json")
            told = json.loads(ran.out)
            assert (ran.code, told["written"], told["errors"][0]["code"]) == (1, False, "id_taken")
            assert told["errors"][0]["where"] == f"line {len(lines) + 1}"
        assert not Memory.objects.exists()


def test_a_grant_that_its_owner_also_agreed_to_by_a_consent_is_put_back(
    db: Any, shell: Shell, tmp_path: Path
) -> None:
    """Seen failing while the consent that stands for the grant met the owner's own."""
    for one in (OWNER, GRANTEE):
        cast.principal(one)
    shared = made("Max naps at noon", access_grants=(GRANTEE,))
    line = Statement(OWNER, GRANTEE, f"memory:{shared.public_id}", "care")
    consents.submit(line, by=caller(OWNER), now=NOW, sees=lambda _: True)
    whole(shell, tmp_path / "first.jsonl")
    with another_installation(db):
        for one in (OWNER, GRANTEE):
            cast.principal(one)
        back(shell, tmp_path / "first.jsonl")
        assert len(seen(shell, GRANTEE)) == 1
