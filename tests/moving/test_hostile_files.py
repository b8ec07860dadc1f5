"""Files that mean harm: each is refused with a sentence, and nothing of it is written."""

from __future__ import annotations

import gzip
import json
import sqlite3
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from audit.models import Event
from consent.models import Memory
from consent.moving import archives, arrays, entries, sqlite, tables
from consent.moving.entries import Entry
from consent.moving.formats import entries_of
from consent.services import editing
from memory_admin.http.problem import Problem
from tests import cast
from tests.cast import NOW, OWNER, caller
from tests.commands.shell import Shell

GOOD = {
    "owner": OWNER,
    "type": "memory",
    "kind": "fact",
    "content": "Max weighs 20 kg",
    "provenance": "untrusted",
}


@pytest.fixture(autouse=True)
def people(db: object) -> None:
    cast.principal(OWNER)


def jsonl(path: Path, *lines: Any) -> str:
    found = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in lines]
    path.write_bytes(b"\n".join(found))
    return str(path)


LINES: dict[str, tuple[Any, str]] = {
    "not JSON": (b"{nonsense", "invalid_json"),
    "no object": (b'["a"]', "not_an_object"),
    "deep": (b'{"a":' * 90 + b"1" + b"}" * 90, "too_deep"),
    "very deep": (b"[" * 100_000, "too_deep"),
    "NUL": ({**GOOD, "content": "a\0b"}, "bad_text"),
    "lone surrogate": (b'{"owner":"si:ash","type":"memory","content":"\\ud800"}', "bad_text"),
    "Latin-1": ('{"content":"é"}'.encode("latin-1"), "bad_text"),
    "NaN trust": (b'{"owner":"si:ash","type":"memory","content":"a","trust":NaN}', "bad_number"),
    "raised trust": ({**GOOD, "trust": 1.5}, "invalid"),
    "trust as text": ({**GOOD, "trust": "1.0"}, "invalid"),
    "another owner": ({**GOOD, "owner": "human:sean"}, "other_owner"),
    "no owner": ({k: v for k, v in GOOD.items() if k != "owner"}, "other_owner"),
    "owner in metadata": ({**GOOD, "metadata": {"Owner ": "human:sean"}}, "refused_metadata"),
    "trust in metadata": ({**GOOD, "metadata": {"trust": 1}}, "refused_metadata"),
    "unknown field": ({**GOOD, "is_admin": True}, "invalid"),
    "twice the same key": (b'{"owner":"si:ash","owner":"si:ash"}', "duplicate_key"),
    "unseen source": ({**GOOD, "derived_from": ["mem_" + "0" * 32]}, "source_unknown"),
    "no entity": ({**GOOD, "subject_ids": ["bella"]}, "invalid"),
    "newer version": ({"type": "export", "format": "memory-admin", "version": 2, "owner": OWNER}, "invalid"),
}


@pytest.mark.parametrize("line, code", LINES.values(), ids=LINES)
def test_a_bad_line_is_refused_by_its_number_and_the_others_are_taken(
    shell: Shell, tmp_path: Path, line: Any, code: str
) -> None:
    ran = shell("import", "jsonl", jsonl(tmp_path / "f", line, GOOD), "--as", OWNER, "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["created"], told["refused"]) == (1, 1, 1)
    assert (told["errors"][0]["where"], told["errors"][0]["code"]) == ("line 1", code)


def test_no_line_raises_the_authority_of_its_text(shell: Shell, tmp_path: Path) -> None:
    loud = {**GOOD, "provenance": "application_trusted", "source": {"type": "application"},
            "epistemic_status": "verified",
            "verified": {"by": "human:admin", "at": "2026-01-01T00:00:00Z"}}  # fmt: skip
    shell.answer("import", "jsonl", jsonl(tmp_path / "a", loud), "--as", OWNER)
    (first,) = Memory.objects.all()
    assert (first.provenance, first.provenance_attested, first.verified_by_id) == (
        "tool_derived",
        False,
        None,
    )
    low = {**GOOD, "content": "Luna likes rain", "source": {"type": "tool_result"}}
    shell.answer("import", "jsonl", jsonl(tmp_path / "b", low), "--as", OWNER)
    again = {**low, "provenance": "tool_derived"}
    shell.answer("import", "jsonl", jsonl(tmp_path / "c", again), "--as", OWNER)
    assert Memory.objects.get(content="Luna likes rain").provenance == "untrusted"


def test_what_was_set_aside_does_not_come_back_active_from_a_file(shell: Shell, tmp_path: Path) -> None:
    shell.answer("import", "jsonl", jsonl(tmp_path / "a", {**GOOD, "state": "quarantined"}), "--as", OWNER)
    assert shell.answer("memory", "list", "--as", OWNER)["items"] == []


def packed(path: Path, change: Callable[[zipfile.ZipFile], None]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("memories.json", json.dumps({"memories": [{"content": "Max weighs 20 kg"}]}))
        change(opened)
    return path


def link(opened: zipfile.ZipFile) -> None:
    one = zipfile.ZipInfo("link.json")
    one.external_attr = 0o120777 << 16
    opened.writestr(one, "/etc/passwd")


ZIPS: dict[str, tuple[Callable[[zipfile.ZipFile], None], str]] = {
    "a way out": (lambda z: z.writestr("../../memories.jsonl.gz", b""), "outside"),
    "a way out for Windows": (lambda z: z.writestr("..\\x", b""), "outside"),
    "an absolute name": (lambda z: z.writestr("/etc/cron.d/x", b""), "outside"),
    "a drive": (lambda z: z.writestr("C:/x", b""), "outside"),
    "a link": (link, "link"),
    "a bomb": (lambda z: z.writestr("zeros", bytes(40_000_000)), "far more"),
}


@pytest.mark.parametrize("change, word", ZIPS.values(), ids=ZIPS)
def test_a_hostile_zip_is_refused_as_a_whole(
    shell: Shell, tmp_path: Path, change: Callable[[zipfile.ZipFile], None], word: str
) -> None:
    path = packed(tmp_path / "z.zip", change)
    ran = shell("import", "openmemory", str(path), "--as", OWNER)
    assert ran.code == 1 and word in ran.out and "file_refused" in ran.out
    assert Memory.objects.count() == 0


def last(found: list[Entry]) -> str:
    assert isinstance(found[-1].record, Problem)
    return found[-1].record.code


def test_a_gzip_that_never_ends_is_stopped(tmp_path: Path) -> None:
    (tmp_path / "g").write_bytes(gzip.compress(bytes(5_000_000)))
    with (tmp_path / "g").open("rb") as stream:
        inside = archives.unzipped(stream, 1_000_000)
        with pytest.raises(Problem, match="file_refused"):
            while inside.read(65_536):
                pass


def test_a_damaged_zip_and_a_zip_that_is_none_are_said_to_be_so(tmp_path: Path) -> None:
    whole = packed(tmp_path / "z.zip", lambda _: None).read_bytes()
    for number, raw in enumerate((whole[: len(whole) // 2], b"PK\x03\x04nothing", b"", b"PK")):
        (tmp_path / str(number)).write_bytes(raw)
        assert last(list(entries_of("openmemory", tmp_path / str(number)))) in {
            "file_refused",
            "invalid_json",
        }


def test_a_line_without_end_is_skipped_and_said(tmp_path: Path) -> None:
    (tmp_path / "l").write_bytes(b'{"a":"' + b"x" * 3000 + b'"}\n{"b":1}\n')
    with (tmp_path / "l").open("rb") as stream:
        first, second = entries.lines(stream, longest=1000)
    assert isinstance(first.record, Problem) and first.record.code == "too_large"
    assert (second.where, second.record) == ("line 2", {"b": 1})


LISTS: dict[str, tuple[bytes, int, str]] = {
    "brackets in text": (b'{"n":1,"results":[{"a":"}]\\"["},{"b":[1,{"c":"{"}]}]}', 2, ""),
    "a list within another key": (b'{"x":[{"a":1}],"results":[{"b":2}]}', 1, ""),
    "cut": (b'[{"a":1},{"b":', 1, "invalid_json"),
    "words between": (b'[{"a":1},"memory",{"b":2}]', 1, "invalid_json"),
    "no list": (b'{"memory":"a"}', 0, "invalid_json"),
    "nothing": (b"", 0, "invalid_json"),
}


@pytest.mark.parametrize("raw, count, code", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("chunk", [1, 3, 1 << 18])
def test_a_list_is_read_object_by_object_however_it_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raw: bytes, count: int, code: str, chunk: int
) -> None:
    monkeypatch.setattr(arrays, "_CHUNK", chunk)
    (tmp_path / "l").write_bytes(raw)
    with (tmp_path / "l").open("rb") as stream:
        found = list(arrays.objects(stream, ("results",)))
    assert sum(isinstance(one.record, dict) for one in found) == count
    assert (last(found) if code else "") == code


def test_a_csv_that_is_none_ends_with_why(tmp_path: Path) -> None:
    for raw in (b"content\n\xff", b"content,content\na,b\n", b'content\n"a', b"content\n" + b"x" * 1_100_000):
        (tmp_path / "t").write_bytes(raw)
        with (tmp_path / "t").open("rb") as stream:
            assert last(list(tables.rows(stream)))


def test_a_sqlite_file_runs_nothing_reads_no_other_and_never_keeps_one_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "k.db"
    opened = sqlite3.connect(path)
    opened.execute("CREATE TABLE goals (id, title)")
    opened.execute("INSERT INTO goals VALUES (1, 'Walk'), (2, x'ff')")
    forever = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c WHERE x < 0"
    opened.execute(f"CREATE VIEW notes AS {forever}")
    opened.commit()
    opened.close()
    before = path.read_bytes()
    monkeypatch.setattr(sqlite, "_SECONDS", 0.5)
    began = time.monotonic()
    found = list(sqlite.rows(path, ("notes", "goals")))
    assert [table for table, _ in found] == ["goals", "goals"] and time.monotonic() - began < 5
    assert isinstance(found[1][1].record, Problem)
    clock = sqlite._Clock()
    inside = sqlite._open(path, clock)
    for statement in ("ATTACH 'x.db' AS x", "SELECT load_extension('x')", "PRAGMA writable_schema=ON",
                      "DELETE FROM goals", "SELECT * FROM pragma_database_list", forever):  # fmt: skip
        with pytest.raises(sqlite3.Error):
            inside.execute(statement).fetchall()
    inside.close()
    assert path.read_bytes() == before and not (tmp_path / "x.db").exists()
    (tmp_path / "no.db").write_bytes(b"SQLite format 3\0" + bytes(5000))
    assert last([entry for _, entry in sqlite.rows(tmp_path / "no.db", ("goals",))]) == "file_refused"


def test_nothing_of_a_file_is_quoted_in_errors_or_the_audit(shell: Shell, tmp_path: Path) -> None:
    secret = {**GOOD, "Bella has a murmur": 1}
    twice = b'{"Bella has a murmur":1,"Bella has a murmur":2}'
    ran = shell("import", "jsonl", jsonl(tmp_path / "f", secret, twice), "--as", OWNER)
    assert ran.code == 1 and "murmur" not in ran.out + ran.err
    assert "murmur" not in str(list(Event.objects.values()))


def test_a_memory_of_anothers_is_neither_changed_nor_betrayed_by_its_id(shell: Shell, tmp_path: Path) -> None:
    cast.principal("human:sean")
    other = shell.answer("raw", "Sean's own", "--as", "human:sean")
    same, none = ({**GOOD, "id": one, "content": one} for one in (other["id"], "mem_" + "1" * 32))
    told = shell.answer("import", "jsonl", jsonl(tmp_path / "f", same, none), "--as", OWNER)
    assert (told["created"], told["refused"]) == (2, 0)
    assert shell.answer("memory", "show", other["id"], "--as", "human:sean")["content"] == "Sean's own"
    assert not Memory.objects.filter(owner__entity_id=OWNER, public_id=other["id"][4:]).exists()


def test_a_line_cut_loose_from_what_it_came_from_is_refused_where_that_was_deleted(
    shell: Shell, tmp_path: Path
) -> None:
    source = {**GOOD, "id": "mem_" + "2" * 32}
    below = {**GOOD, "id": "mem_" + "3" * 32, "content": "It follows", "derived_from": [source["id"]]}
    file = jsonl(tmp_path / "f", source, below)
    assert shell.answer("import", "jsonl", file, "--as", OWNER)["created"] == 2
    for one in Memory.objects.order_by("-pk"):
        editing.delete(f"mem_{one.public_id.hex}", by=caller(OWNER), now=NOW)
    alone = shell("import", "jsonl", jsonl(tmp_path / "g", below), "--as", OWNER)
    assert alone.code == 1 and "source_unknown" in alone.out
