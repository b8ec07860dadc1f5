"""Files that would keep a worker busy or fill it: bounded, told of on the way, and stopped."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from consent.models import Memory
from consent.moving import archives, tally
from consent.moving.entries import Entry
from consent.moving.formats import Whose, entries_of, means_of
from consent.moving.incoming import Hand, How, take_in
from consent.moving.tally import Tally
from consent.services.memories import create
from jobs import services
from jobs.services import Running
from jobs.types import CANCELLED, DONE, JobCancelled
from memory_admin.http.problem import Problem, bad_request
from tests import cast
from tests.cast import NOW, OWNER, caller
from tests.commands.shell import Shell


@pytest.fixture(autouse=True)
def people(db: object) -> None:
    cast.principal(OWNER)


def code_of(found: list[Entry]) -> str:
    assert isinstance(found[-1].record, Problem)
    return found[-1].record.code


def test_a_gzip_that_unpacks_to_far_more_than_its_size_is_stopped(tmp_path: Path) -> None:
    """Seen failing while only four gigabytes ended it: forty kilobytes were unpacked to forty megabytes."""
    path = tmp_path / "g"
    path.write_bytes(gzip.compress(b'{"a":"' + b" " * 40_000_000 + b'"}'))
    found = list(entries_of("openmemory", path))
    assert code_of(found) == "file_refused" and len(found) == 1


def test_a_zip_of_many_files_that_unpack_to_far_more_than_its_size_is_refused(tmp_path: Path) -> None:
    """Seen failing while each file of it was looked at by itself: fifteen megabytes each passed."""
    path = tmp_path / "z.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("memories.json", json.dumps({"memories": []}))
        for number in range(3):
            opened.writestr(f"{number}.json", bytes(15_000_000))
    with pytest.raises(Problem, match="file_refused"), archives.archive(path):
        pass


def test_a_file_of_empty_lines_ends(tmp_path: Path) -> None:
    """Seen failing while empty lines were passed over without end."""
    path = tmp_path / "l"
    path.write_bytes(b"\n" * 200_000 + b'{"owner":"si:ash"}\n')
    assert code_of(list(entries_of("jsonl", path))) == "file_refused"


def nonsense(count: int) -> Iterator[Entry]:
    return (Entry(f"line {number}", bad_request("invalid")) for number in range(1, count + 1))


def test_whoever_imports_hears_of_it_and_can_stop_it_while_nothing_but_nonsense_comes() -> None:
    """Seen failing while a step came with a batch that was written only."""
    heard: list[int] = []

    def step(found: Tally) -> None:
        heard.append(found.read)
        if found.read >= 3000:
            raise JobCancelled

    by = caller(OWNER)
    with pytest.raises(JobCancelled):
        take_in(nonsense(9000), means_of("jsonl", Whose(), by), How(), Hand(by, lambda: NOW, step))
    assert heard == [1000, 2000, 3000]


def test_an_import_stops_once_very_much_was_refused_and_says_so(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing while it read on: each line was counted, and none of them said that it is pointless."""
    monkeypatch.setattr(tally, "MOST_REFUSED", 200)
    good = json.dumps({"owner": OWNER, "type": "memory", "content": "Max weighs 20 kg"})
    (tmp_path / "f").write_text("\n".join([good, *["nonsense"] * 5000, good]))
    ran = shell("import", "jsonl", str(tmp_path / "f"), "--as", OWNER, "--json")
    told: dict[str, Any] = json.loads(ran.out)
    assert (ran.code, told["created"], told["refused"], told["stopped"]) == (1, 1, 200, True)
    last = told["errors"][-1]
    assert (last["code"], last["where"], len(told["errors"])) == ("too_many_refused", "line 202", 100)
    assert "200 lines were refused" in last["detail"] and Memory.objects.count() == 1


def test_a_job_that_stopped_reading_says_so_in_its_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from consent.moving import jobs as moving

    monkeypatch.setattr(tally, "MOST_REFUSED", 200)
    by = caller(OWNER)
    body = b"nonsense\n" * 5000
    job = moving.start_import(moving.Sent([body], "jsonl"), by=by, now=timezone.now())
    ended = services.run(job.pk)
    assert ended is not None and (ended.state, ended.result["stopped"]) == (DONE, True)
    assert ended.errors[-1]["code"] == "too_many_refused" and ended.error_count == 200


def cancelled_at_once(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Cancel every job before its first step; returns how far each step said it was."""
    stepped: list[int] = []
    plain = Running.step

    def asked(self: Running, done: int, *given: Any, **more: Any) -> None:
        stepped.append(done)
        type(self.job).objects.filter(pk=self.job.pk).update(cancel_asked=True)
        plain(self, done, *given, **more)

    monkeypatch.setattr(Running, "step", asked)
    return stepped


def test_a_job_is_cancelled_while_nothing_but_nonsense_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen failing while the first step came after the last line."""
    from consent.moving import jobs as moving

    by = caller(OWNER)
    sent = moving.Sent([b"nonsense\n" * 5000], "jsonl")
    job = moving.start_import(sent, by=by, now=timezone.now())
    stepped = cancelled_at_once(monkeypatch)
    ended = services.run(job.pk)
    assert ended is not None and (ended.state, stepped) == (CANCELLED, [1000])


def test_an_export_is_heard_of_and_stops_when_it_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen failing while it said something only once the whole file was written."""
    from consent.moving import jobs as moving

    monkeypatch.setattr(moving, "HEARD_EVERY", 2)
    by = caller(OWNER)
    for number in range(5):
        create(cast.draft(f"Max weighs {number} kg"), by=by, now=NOW)
    job = moving.start_export("jsonl", by=by, now=NOW)
    stepped = cancelled_at_once(monkeypatch)
    ended = services.run(job.pk)
    assert ended is not None and (ended.state, stepped) == (CANCELLED, [2])
