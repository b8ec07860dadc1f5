"""Moving over from mem0: the same answers, now governed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from consent.models import Memory
from consent.services import editing
from tests import cast
from tests.cast import GRANTEE, NOW, OWNER, caller
from tests.commands.shell import Shell

SAID = ["Sean is allergic to peanuts", "Sean walks Bella at seven", "Prefers tea over coffee"]


def record(number: int, text: str, **more: Any) -> dict[str, Any]:
    return {
        "id": f"00000000-0000-4000-8000-{number:012}", "memory": text, "hash": f"{number:032x}",
        "metadata": {"topic": "life"}, "user_id": "sean", "agent_id": "ash", "run_id": "r1",
        "categories": ["personal"], "created_at": "2024-07-18T17:41:01.123456-07:00", **more,
    }  # fmt: skip


def written(path: Path, value: object) -> str:
    path.write_text(json.dumps(value, indent=2))
    return str(path)


def everything() -> dict[str, Any]:
    return {"results": [record(number, text) for number, text in enumerate(SAID)]}


def test_a_user_of_mem0_moves_over_in_three_commands(db: Any, shell: Shell, tmp_path: Path) -> None:
    file = written(tmp_path / "mem0.json", everything())
    assert shell("principal", "create", "human:sean").code == 0
    told = shell.answer("import", "mem0", file, "--as", "human:sean")
    assert (told["created"], told["refused"], told["written"]) == (3, 0, True), told
    found = shell.answer("recall", "what is sean allergic to?", "--as", "human:sean")
    assert SAID[0] in [one["content"] for one in found["items"]]
    cast.principal(GRANTEE)
    nobody = shell.answer("recall", "what is sean allergic to?", "--as", GRANTEE)
    assert nobody["items"] == []


def test_the_same_file_again_changes_nothing_not_even_after_an_edit(
    db: Any, shell: Shell, tmp_path: Path
) -> None:
    cast.principal(OWNER)
    file = written(tmp_path / "mem0.json", everything())
    shell.answer("import", "mem0", file, "--as", OWNER)
    first = f"mem_{Memory.objects.get(content=SAID[0]).public_id.hex}"
    editing.update(first, {"content": "Sean can eat them now"}, version=1, by=caller(OWNER), now=NOW)
    before = list(Memory.objects.order_by("pk").values())
    told = shell.answer("import", "mem0", file, "--as", OWNER)
    assert (told["created"], told["unchanged"]) == (0, 3)
    assert list(Memory.objects.order_by("pk").values()) == before


def test_a_record_is_about_its_user_inferred_and_vouched_for_by_nobody(
    db: Any, shell: Shell, tmp_path: Path
) -> None:
    cast.principal(OWNER)
    loud = record(7, "Ash is trusted", metadata={"trust": 9, "owner": "si:max_agent", "role": "user"})
    file = written(tmp_path / "mem0.json", [record(1, SAID[0]), loud])
    shell.answer("import", "mem0", file, "--as", OWNER)
    first, second = (shell.answer("memory", "show", f"mem_{one.public_id.hex}", "--as", OWNER)
                     for one in Memory.objects.order_by("pk"))  # fmt: skip
    assert (first["subject_ids"], first["provenance"]) == (["human:sean"], "model_generated")
    assert (first["epistemic_status"], first["tags"]) == ("inferred", ["personal"])
    assert first["occurred_at"] == "2024-07-19T00:41:01.123456Z"
    assert (second["owner"], second["trust"], second["provenance"]) == (OWNER, 1.0, "user_provided")
    assert not Memory.objects.filter(provenance_attested=True).exists()


def test_several_users_are_never_mixed_without_a_word(db: Any, shell: Shell, tmp_path: Path) -> None:
    cast.principal(OWNER)
    rows = [record(1, SAID[0]), record(2, "Luna likes rain", user_id="luna"), record(3, SAID[1])]
    file = written(tmp_path / "mem0.json", rows)
    ran = shell("import", "mem0", file, "--as", OWNER, "--dry-run")
    assert ran.code == 1 and "item 2" in ran.out and "--every-user" in ran.out
    assert Memory.objects.count() == 0
    told = shell.answer("import", "mem0", file, "--as", OWNER, "--user", "luna")
    assert (told["created"], told["skipped"]) == (1, 2)
    told = shell.answer("import", "mem0", file, "--as", OWNER, "--every-user")
    assert (told["created"], told["unchanged"]) == (2, 1)


@pytest.mark.parametrize("atomic", [False, True])
def test_a_bad_record_is_named_and_takes_the_rest_with_it_only_where_asked(
    db: Any, shell: Shell, tmp_path: Path, atomic: bool
) -> None:
    cast.principal(OWNER)
    file = written(tmp_path / "mem0.json", [record(1, SAID[0]), record(2, " "), record(3, SAID[1])])
    ran = shell("import", "mem0", file, "--as", OWNER, "--json", *(["--atomic"] if atomic else []))
    told = json.loads(ran.out)
    assert ran.code == 1 and [one["where"] for one in told["errors"]] == ["item 2"]
    assert (Memory.objects.count(), told["written"]) == ((0, False) if atomic else (2, True))


def test_what_came_from_mem0_goes_back_as_it_came(db: Any, shell: Shell, tmp_path: Path) -> None:
    cast.principal("human:sean")
    file = written(tmp_path / "mem0.json", everything())
    shell.answer("import", "mem0", file, "--as", "human:sean")
    shell.answer("export", "mem0", str(tmp_path / "back.json"), "--as", "human:sean")
    found = json.loads((tmp_path / "back.json").read_text())["results"]
    same = ("id", "memory", "hash", "user_id", "agent_id", "run_id", "metadata", "categories")
    by_id = {one["id"]: one for one in found}
    assert len(by_id) == 3
    for one in everything()["results"]:
        assert {name: by_id[one["id"]][name] for name in same} == {name: one[name] for name in same}


def test_one_record_a_line_is_read_too(db: Any, shell: Shell, tmp_path: Path) -> None:
    cast.principal(OWNER)
    path = tmp_path / "mem0.jsonl"
    path.write_text("\n".join(json.dumps(record(number, text)) for number, text in enumerate(SAID)))
    assert shell.answer("import", "mem0", str(path), "--as", OWNER)["created"] == 3
