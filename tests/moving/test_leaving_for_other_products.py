"""What leaves for other products comes back with the same texts, in nobody's hands but its owner's."""

from __future__ import annotations

import gzip
import json
import sqlite3
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from audit.models import Delivery, Event, Recall
from consent.models import Memory
from consent.moving import foreign, formats, leaving, outgoing
from consent.moving import jobs as moving
from consent.services.memories import create, create_many
from jobs import services
from jobs.models import Job
from memory_admin.http.problem import Problem
from tests import cast
from tests.cast import CUSTODIAN, GRANTEE, NOW, OWNER, caller, draft
from tests.commands.shell import Shell
from tests.pages.stage import OUTSIDER, signed_in

NEW = ("openmemory", "kernle", "chatgpt")
HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(1)>", "=cmd|' /C calc'!A0", "@SUM(1+1)", "＝1+1",
    "'); DROP TABLE notes; --", 'Robert"; DELETE FROM beliefs WHERE 1=1; --',
    "\u202eevil\u202c \u2028line\u2029", "a\u0301e\u0301 \U0001f469\u200d\U0001f467 \ufeffmark",
    '{"memories": [{"content": "no"}]}', "]}\n{[", "line one\nline two\r\nline three\t.",
    "\\u0000 \\ud800 %s {} \\", "𝓈ℯ𝒶𝓃", "x" * 50_000,
)  # fmt: skip
KINDS = ("raw", "note", "episode", "belief", "value", "goal", "fact", "relationship")


@pytest.fixture(autouse=True)
def people(db: object) -> None:
    for one in (OWNER, GRANTEE, CUSTODIAN, OUTSIDER, "human:sean"):
        cast.principal(one)


def stack() -> dict[str, str]:
    """Write a stack with one of each kind and hostile texts; returns the texts with their kinds."""
    found = [draft(f"A {kind} about the gate", kind=kind, title=f"The {kind}", tags=("gate", kind))
             for kind in KINDS]  # fmt: skip
    found += [draft(text, kind="note", tags=(text[:90],)) for text in HOSTILE]
    create_many(found, by=caller(OWNER), now=NOW, atomic=True)
    create_many([draft("Luna's own, shared with Ash", access_grants=(OWNER,))], by=caller(CUSTODIAN), now=NOW,
                atomic=True)  # fmt: skip
    return {one.content: one.kind for one in found}


def out(shell: Shell, form: str, path: Path, owner: str = OWNER) -> dict[str, Any]:
    told: dict[str, Any] = shell.answer("export", form, str(path), "--as", owner)
    return told


def emptied() -> None:
    Memory.objects.all().delete()


@pytest.mark.parametrize("form", NEW)
def test_what_left_comes_into_an_empty_installation_with_the_same_texts(
    shell: Shell, tmp_path: Path, form: str
) -> None:
    """Seen failing with the words of an episode's title in front of what it says."""
    said, path = stack(), tmp_path / "out"
    told = out(shell, form, path)
    assert (told["format"], told["lines"], told["memories"]) == (form, len(said), len(said))
    emptied()
    came = shell.answer("import", form, str(path), "--as", OWNER, "--max-provenance", "user_provided")
    assert (came["created"], came["refused"]) == (len(said), 0), came["errors"]
    assert sorted(Memory.objects.values_list("content", flat=True)) == sorted(said)
    for one in Memory.objects.select_related("owner"):
        assert one.owner.entity_id == OWNER and one.provenance in {"untrusted", "user_provided"}
        assert one.provenance_attested is False and one.verified_at is None


@pytest.mark.parametrize("form", NEW)
def test_a_file_of_other_things_of_mine_is_nobody_elses_when_it_comes_back(
    shell: Shell, tmp_path: Path, form: str
) -> None:
    said, path = stack(), tmp_path / "out"
    out(shell, form, path)
    emptied()
    came = shell.answer("import", form, str(path), "--as", CUSTODIAN)
    assert came["created"] == len(said)
    assert {one.owner.entity_id for one in Memory.objects.select_related("owner")} == {CUSTODIAN}
    assert shell.answer("memory", "list", "--as", GRANTEE)["items"] == []


@pytest.mark.parametrize("form", NEW)
def test_every_memory_that_left_is_on_record_once_and_no_other(
    shell: Shell, tmp_path: Path, form: str
) -> None:
    """Seen failing with every state on record where only what is in use is written."""
    stack()
    create(draft("Put away", kind="note"), by=caller(OWNER), now=NOW)
    Memory.objects.filter(content="Put away").update(state="archived")
    told = out(shell, form, tmp_path / "out")
    left = Memory.objects.filter(owner__entity_id=OWNER)
    left = left if form == "openmemory" else left.exclude(state="archived")
    assert sorted(Delivery.objects.values_list("memory_id", flat=True)) == sorted(
        left.values_list("pk", flat=True)
    )
    assert told["memories"] == left.count()
    assert Event.objects.filter(action="memory.export").count() == Recall.objects.count() == 1


@pytest.mark.parametrize("form", NEW)
def test_who_acts_for_another_takes_nothing_out(form: str) -> None:
    by = caller(OWNER, behalf_id=cast.principal("human:sean").pk, behalf="human:sean")
    with pytest.raises(Problem, match="forbidden"):
        list(leaving.FORMATS[form].write(by=by, clock=timezone.now, keep=outgoing.nowhere))


@pytest.mark.parametrize("form", sorted(leaving.FORMATS))
def test_every_format_leaves_through_the_page_too_and_for_its_asker_alone(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing with formats that the command line alone had."""
    monkeypatch.setattr(services, "_ring", lambda number: None)
    create(draft("Sean likes tea", kind="note"), by=caller("human:sean"), now=timezone.now())
    browser = signed_in("human:sean")
    assert (
        f'<option value="{form}">' in browser.get("/moving/").content.decode().split("Take memories out")[1]
    )
    assert browser.post("/moving/out/", {"format": form}).status_code == 302
    job = services.run(Job.objects.latest("pk").pk)
    assert job is not None and (job.state, job.errors) == ("done", []) and job.result["memories"] == 1
    address = f"/moving/out/{job.result['file']}/"
    answer = browser.get(address)
    content = answer.getvalue()
    assert answer.status_code == 200 and leaving.FORMATS[form].name in answer.headers["Content-Disposition"]
    assert len(content) == job.result["bytes"] > 0
    assert signed_in(OUTSIDER).get(address).status_code == 404


def opened(content: bytes, tmp_path: Path) -> zipfile.ZipFile:
    path = tmp_path / "z.zip"
    path.write_bytes(content)
    return zipfile.ZipFile(path)


def taken_out(form: str, by: str = OWNER) -> bytes:
    return b"".join(leaving.FORMATS[form].write(by=caller(by), clock=timezone.now, keep=outgoing.nowhere))


def test_openmemory_gets_both_files_of_its_backup_with_states_and_categories(tmp_path: Path) -> None:
    stack()
    Memory.objects.filter(kind="goal").update(state="quarantined")
    with opened(taken_out("openmemory"), tmp_path) as found:
        assert found.testzip() is None and found.namelist() == ["memories.json", "memories.jsonl.gz"]
        whole = json.loads(found.read("memories.json"))
        lines = [json.loads(one) for one in gzip.decompress(found.read("memories.jsonl.gz")).splitlines()]
    assert lines == whole["memories"] and {one["state"] for one in lines} == {"active", "paused"}
    names = {one["id"]: one["name"] for one in whole["categories"]}
    linked: dict[str, set[str]] = {}
    for link in whole["memory_categories"]:
        linked.setdefault(link["memory_id"], set()).add(names[link["category_id"]])
    assert all(set(one["categories"]) == linked.get(one["id"], set()) for one in lines)
    assert len(names) == len(set(names.values())) == len({tag for one in lines for tag in one["categories"]})


def test_what_came_from_openmemory_goes_back_as_it_came(shell: Shell, tmp_path: Path) -> None:
    row = {
        "id": "00000000-0000-4000-8000-000000000007",
        "content": "Sean likes tea",
        "metadata": {"a": 1},
        "created_at": "2025-05-01T10:00:00Z",
        "state": "paused",
        "app": "cursor",
        "categories": ["home"],
    }
    path = tmp_path / "memories.json"
    path.write_text(json.dumps({"memories": [row]}))
    shell.answer("import", "openmemory", str(path), "--as", OWNER)
    with opened(taken_out("openmemory"), tmp_path) as found:
        (back,) = json.loads(found.read("memories.json"))["memories"]
    assert {name: back[name] for name in row} == row


def test_a_stack_of_kernles_keeps_kinds_ends_and_whom_it_names(shell: Shell, tmp_path: Path) -> None:
    stack()
    create(draft("Bella limps", kind="note", subject_ids=("dog:bella",), access_grants=(GRANTEE,)),
           by=caller(OWNER), now=NOW)  # fmt: skip
    Memory.objects.filter(kind="belief").update(state="archived")
    path = tmp_path / "stack.db"
    out(shell, "kernle", path)
    read = sqlite3.connect(path)
    assert read.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    (limps,) = read.execute("SELECT subject_ids, access_grants FROM notes WHERE content = 'Bella limps'")
    assert [json.loads(one) for one in limps] == [["dog:bella"], [GRANTEE]]
    assert read.execute("SELECT is_active FROM beliefs").fetchall() == [(0,)]
    read.close()
    emptied()
    shell.answer("import", "kernle", str(path), "--as", OWNER)
    kinds = dict(Memory.objects.values_list("content", "kind"))
    assert {kinds[f"A {kind} about the gate"] for kind in KINDS[:6]} == set(KINDS[:6])
    assert kinds["A fact about the gate"] == kinds["A relationship about the gate"] == "note"
    assert Memory.objects.get(kind="belief").state == "archived"


def test_a_file_for_kernle_is_as_private_as_any(shell: Shell, tmp_path: Path) -> None:
    stack()
    out(shell, "kernle", tmp_path / "stack.db")
    assert (tmp_path / "stack.db").stat().st_mode & 0o777 == 0o600
    assert shell("export", "kernle", str(tmp_path / "stack.db"), "--as", OWNER).code == 2


@pytest.mark.parametrize("form", NEW)
def test_a_file_is_written_a_page_at_a_time_and_stopped_where_it_is(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing while only what was written was counted, which of a packed file is nothing for long."""
    monkeypatch.setattr(outgoing, "PAGE", 5)
    monkeypatch.setattr(services, "_ring", lambda number: None)
    stack()
    plain, heard = services.Running.step, list[int]()

    def stopping(self: services.Running, done: int, *given: Any, **more: Any) -> None:
        heard.append(done)
        if len(heard) == 2:
            Job.objects.filter(pk=self.job.pk).update(cancel_asked=True)
        plain(self, done, *given, **more)

    monkeypatch.setattr(services.Running, "step", stopping)
    moving.start_export(form, by=caller(OWNER), now=timezone.now())
    job = services.run(Job.objects.latest("pk").pk)
    assert job is not None and (job.state, heard) == ("cancelled", [5, 10])


def test_more_categories_than_are_remembered_are_all_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign, "_REMEMBERED", 3)
    found = [draft(f"Gate {n}", kind="note", tags=(f"t{n % 7}", "gate")) for n in range(30)]
    create_many(found, by=caller(OWNER), now=NOW, atomic=True)
    with opened(taken_out("openmemory"), tmp_path) as read:
        whole = json.loads(read.read("memories.json"))
    assert {one["name"] for one in whole["categories"]} == {"gate", *(f"t{n}" for n in range(7))}


def test_all_six_formats_leave_as_they_come() -> None:
    assert set(leaving.FORMATS) == {"jsonl", "mem0", "openmemory", "kernle", "chatgpt", "csv"}
    assert set(moving.OUT) == set(leaving.FORMATS) == set(formats.FORMATS)


@pytest.mark.parametrize("form", NEW)
def test_no_file_on_its_way_has_a_name_that_outlasts_a_killed_worker(
    tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing with the database of a stack written under a name, which a killed worker left lying."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    create_many(
        [draft(f"A line {n} " + "x" * 9000) for n in range(300)], by=caller(OWNER), now=NOW, atomic=True
    )
    seen: list[list[Path]] = []

    def look(held: object) -> None:
        seen.append([one for one in tmp_path.rglob("*") if one.is_file()])

    parts = leaving.FORMATS[form].write(by=caller(OWNER), clock=timezone.now, keep=look)
    for _ in parts:
        look(None)
    assert len(seen) > 2 and not any(seen)
