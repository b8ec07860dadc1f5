"""OpenMemory, ChatGPT, Kernle and CSV files, as their products write them."""

from __future__ import annotations

import csv
import gzip
import json
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from consent.models import Memory
from tests import cast
from tests.cast import CUSTODIAN, GRANTEE, OWNER
from tests.commands.shell import Shell


@pytest.fixture(autouse=True)
def people(db: object) -> None:
    for one in (OWNER, GRANTEE, CUSTODIAN, "human:sean"):
        cast.principal(one)
    cast.custodian("dog:bella", CUSTODIAN)


def all_of(**more: Any) -> list[Memory]:
    return list(Memory.objects.filter(**more).order_by("pk"))


def openmemory(path: Path) -> str:
    rows = [
        {"id": f"m{number}", "content": text, "metadata": {"a": 1}, "created_at": "2025-05-01T10:00:00+00:00",
         "updated_at": None, "state": state, "app": "cursor", "categories": ["home"]}
        for number, (text, state) in enumerate(
            [("Sean likes tea", "active"), ("Sean had a cat", "archived"), ("Sean is 20", "deleted")])
    ]  # fmt: skip
    packed = gzip.compress(b"".join(json.dumps(row).encode() + b"\n" for row in rows))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("memories.json", json.dumps({"user": {"user_id": "sean"}, "memories": rows}))
        opened.writestr("memories.jsonl.gz", packed)
    return str(path)


def test_openmemory_keeps_states_and_leaves_the_deleted_behind(shell: Shell, tmp_path: Path) -> None:
    told = shell.answer("import", "openmemory", openmemory(tmp_path / "o.zip"), "--as", "human:sean")
    assert (told["created"], told["skipped"], told["refused"]) == (2, 1, 0)
    tea, cat = all_of()
    assert (tea.state, cat.state, tea.tags, tea.provenance) == (
        "active",
        "archived",
        ["home"],
        "model_generated",
    )
    assert tea.metadata["openmemory"]["app"] == "cursor"
    seen = shell.answer("memory", "list", "--as", "human:sean")["items"]
    assert [one["content"] for one in seen] == ["Sean likes tea"]


def node(name: str, parent: str | None, role: str, text: str, **more: Any) -> dict[str, Any]:
    message = {"id": name, "author": {"role": role}, "create_time": 1714557600.5, "recipient": "all",
               "content": {"content_type": "text", "parts": [text]}, "metadata": {}, **more}  # fmt: skip
    return {"id": name, "parent": parent, "children": [], "message": message}


def chatgpt(path: Path) -> str:
    nodes = [
        {"id": "root", "parent": None, "children": ["a"], "message": None},
        node("a", "root", "user", "I moved to Austin"),
        node("b", "a", "assistant", "User lives in Austin", recipient="bio"),
        node("old", "a", "assistant", "An answer that was regenerated"),
        node("c", "b", "assistant", "How do you like [it] {there}?"),
        node("d", "c", "system", "You are a helpful assistant"),
    ]
    talk = {
        "title": "Moving",
        "conversation_id": "c1",
        "current_node": "d",
        "mapping": {n["id"]: n for n in nodes},
    }
    ring = {"title": "Ring", "current_node": "x", "mapping": {"x": {**node("x", "y", "user", "Round"), },
            "y": node("y", "x", "user", "and round")}}  # fmt: skip
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("conversations.json", json.dumps([talk, ring], indent=1))
        opened.writestr("chat.html", "<html></html>")
    return str(path)


def test_chatgpt_brings_the_branch_last_shown_and_what_it_saved(shell: Shell, tmp_path: Path) -> None:
    told = shell.answer("import", "chatgpt", chatgpt(tmp_path / "c.zip"), "--as", "human:sean")
    assert (told["created"], told["skipped"], told["refused"]) == (5, 1, 0), told
    user, saved, answer, *_ = all_of()
    assert [one.kind for one in (user, saved, answer)] == ["message", "fact", "message"]
    assert (user.provenance, saved.provenance) == ("user_provided", "model_generated")
    assert (user.title, user.source_message_id) == ("Moving", "a")
    assert not Memory.objects.filter(content__contains="regenerated").exists()


def kernle(path: Path) -> str:
    privacy = ("source_entity", "subject_ids", "access_grants", "consent_grants")
    grants = ("vet:dr_smith", '["dog:bella"]', '["human:sean", "si:bella_agent"]', '["human:sean"]')
    notes = {
        "n1": ("ash", "Bella has a heart murmur", '["vet"]', "2026-01-05T10:00:00+00:00", *grants, 0),
        "n2": ("ash", "Forgotten", None, None, None, None, None, None, 1),
    }
    opened = sqlite3.connect(path)
    columns = ", ".join(("id", "stack_id", "content", "tags", "created_at", *privacy, "deleted"))
    opened.execute(f"CREATE TABLE notes ({columns})")
    opened.execute("CREATE TABLE beliefs (id, stack_id, statement, confidence, created_at, is_active)")
    for name, cells in notes.items():
        opened.execute("INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (name, *cells))
    belief = ("b1", "ash", "Dogs need walks", 0.8, "2026-01-06", 0)
    opened.execute("INSERT INTO beliefs VALUES (?, ?, ?, ?, ?, ?)", belief)
    opened.commit()
    opened.close()
    return str(path)


def test_kernles_four_privacy_fields_arrive_and_its_grants_wait(shell: Shell, tmp_path: Path) -> None:
    told = shell.answer("import", "kernle", kernle(tmp_path / "k.db"), "--as", OWNER)
    assert (told["created"], told["skipped"], told["refused"]) == (2, 1, 0), told
    (note,), (belief,) = all_of(kind="note"), all_of(kind="belief")
    shown = shell.answer("memory", "show", f"mem_{note.public_id.hex}", "--as", OWNER)
    assert (shown["subject_ids"], shown["source_entity"]) == (["dog:bella"], "vet:dr_smith")
    assert shown["access_grants"] == ["human:sean"]  # the subject's custodian: nobody has to agree to that
    assert shown["pending_grants"] == [{"grantee": GRANTEE, "missing_consent_from": ["dog:bella"]}]
    assert (belief.state, belief.confidence) == ("archived", 0.8)
    assert shell.answer("memory", "list", "--as", GRANTEE)["items"] == []


def test_csv_takes_its_columns_and_keeps_the_rest(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("\ufeffcontent;kind;tags;mood\nMax weighs 20 kg;fact;a, b;good\n'=1+1;note;;\n", "utf-8")
    told = shell.answer("import", "csv", str(path), "--as", OWNER)
    assert (told["created"], told["refused"]) == (2, 0), told
    first, second = all_of()
    assert (first.kind, first.metadata, second.content) == ("fact", {"csv": {"mood": "good"}}, "=1+1")


def test_csv_out_runs_in_no_spreadsheet_and_comes_back_as_it_was(shell: Shell, tmp_path: Path) -> None:
    texts = [
        "=HYPERLINK(1)",
        "+1",
        "-2",
        "@x",
        "\ttab",
        " =3",
        "'=4",
        "＝5",
        'a "quoted", text\nof two lines',
    ]
    for text in texts:
        shell.answer("raw", text, "--as", OWNER)
    path = tmp_path / "out.csv"
    shell.answer("export", "csv", str(path), "--as", OWNER)
    rows = list(csv.DictReader(path.open(encoding="utf-8", newline="")))
    assert len(rows) == len(texts)
    for row in rows:
        assert not row["content"].lstrip().startswith(("=", "+", "-", "@", "＝"))
    Memory.objects.all().delete()
    told = shell.answer("import", "csv", str(path), "--as", OWNER)
    assert told["created"] == len(texts)
    assert {one.content for one in all_of()} == set(texts)


def test_csv_out_shows_others_memories_only_as_far_as_they_may_be_seen(shell: Shell, tmp_path: Path) -> None:
    shell.answer("raw", "Ash's own diary", "--as", OWNER)
    shell.answer("raw", "Max weighs 20 kg", "--as", OWNER, "--access", GRANTEE)
    shell.answer("export", "csv", str(tmp_path / "g.csv"), "--as", GRANTEE)
    rows = list(csv.DictReader((tmp_path / "g.csv").open(encoding="utf-8", newline="")))
    assert [(row["owner"], row["content"]) for row in rows] == [(OWNER, "Max weighs 20 kg")]
    back = shell("import", "csv", str(tmp_path / "g.csv"), "--as", GRANTEE)
    assert back.code == 1 and "other_owner" in back.out
