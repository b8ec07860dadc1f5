"""A file that no search for words can read does not outlast an erasure: what it says is said nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone

from consent.moving import jobs as moving
from consent.moving import kept
from consent.moving.packed import zipped
from consent.services.memories import create
from consent.services.rights import erasing, requests
from consent.services.rights.requests import Asked
from jobs import files
from jobs import services as jobs
from jobs.models import Job, JobFile
from memory_admin.http.problem import Problem
from tests.cast import OWNER, admin, caller, draft
from tests.rights.planted import FRIEND, WHO, Planted, plant

PACKED = ("openmemory", "kernle", "chatgpt")


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Planted:
    monkeypatch.setattr(jobs, "_ring", lambda number: None)
    return plant()


def taken_out(form: str) -> str:
    started = moving.start_export(form, by=caller(OWNER), now=timezone.now())
    job = jobs.run(started.pk)
    assert job is not None and job.state == "done", job and job.errors
    return str(job.result["file"])


def erased() -> tuple[Any, Job]:
    made = requests.erase(WHO, Asked("asked in writing", ring=False), by=admin(), now=timezone.now())
    ran = jobs.run(requests.job_of(made).pk)
    assert ran is not None
    made.refresh_from_db()
    return made, ran


def assert_gone(file: str) -> None:
    made, ran = erased()
    assert (ran.state, ran.errors) == ("done", []) and made.certificate["clean"]
    left = [one for one in JobFile.objects.all() if kept.public(one) == file]
    assert left == []


@pytest.mark.parametrize("form", PACKED)
def test_what_somebody_takes_out_packed_goes_with_whom_it_may_name(planted: Planted, form: str) -> None:
    """Seen failing with a file kept unless its bytes say the name: those of a zip never do."""
    assert_gone(taken_out(form))


@pytest.mark.parametrize(
    "line", [rb'{"content": "\u004frrie"}', rb'["ask\/\norrie"]', rb'["\ud835\udcde \torrie"]']
)
def test_what_somebody_sent_goes_however_its_letters_are_written(planted: Planted, line: bytes) -> None:
    """Seen failing with the file read as it is."""
    assert_gone(kept.public(kept.take([line], "jsonl", by=caller(FRIEND), now=timezone.now())))


def test_what_somebody_sent_packed_goes_too(planted: Planted) -> None:
    """Seen failing with what was sent left till it runs out."""
    parts = zipped([("memories.json", [b'{"memories": [{"content": "Orrie is back"}]}'])])
    assert_gone(kept.public(kept.take(parts, "chatgpt", by=caller(FRIEND), now=timezone.now())))


def test_one_that_was_being_written_meanwhile_goes_too(
    planted: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing with files looked at once, before what was read earlier had been written to them."""
    begun: list[JobFile] = []
    plain: Callable[..., Any] = erasing._searched

    def searching(*given: Any, **more: Any) -> Any:
        found = plain(*given, **more)
        job = moving.start_export("jsonl", by=caller(OWNER), now=timezone.now())
        leaving = files.Leaving("memories.jsonl", "x", caller(OWNER).acting_id, kept._DAY, alone=True)
        begun.append(files.write(job, leaving, [b"Orrie is back"], now=timezone.now()))
        JobFile.objects.filter(pk=begun[0].pk).update(sha256="")
        return found

    monkeypatch.setattr(erasing, "_searched", searching)
    made, ran = erased()
    assert (ran.state, ran.errors) == ("done", []) and made.certificate["clean"]
    assert not JobFile.objects.filter(pk=begun[0].pk).exists()


@pytest.mark.parametrize("pieces", [1, 3])
def test_an_export_that_lost_its_file_says_why(planted: Planted, pieces: int) -> None:
    """Seen failing with "It failed unexpectedly" and the type of an error."""
    job = moving.start_export("jsonl", by=caller(OWNER), now=timezone.now())
    leaving = files.Leaving("memories.jsonl", "x", caller(OWNER).acting_id, kept._DAY, alone=True)

    def parts() -> Iterator[bytes]:
        for number in range(pieces):
            yield bytes(files.PIECE)
            if number == pieces // 2:
                files.drop_unread()

    with pytest.raises(Problem, match="410 file_outdated") as refused:
        files.write(job, leaving, parts(), now=timezone.now())
    assert "erased" in refused.value.detail and "anew" in refused.value.detail
    assert not JobFile.objects.filter(job=job).exists()


@pytest.mark.parametrize("form", ["jsonl", "mem0", "csv"])
@pytest.mark.parametrize("said", ["The boats are in.\norrie saw them", "A list:\torrie", 'Of "Orrin\nVale"'])
def test_a_name_at_the_beginning_of_a_line_is_found_in_a_file_that_writes_no_lines(
    planted: Planted, form: str, said: str
) -> None:
    """Seen failing with the file read as it is: after `\\n` the letter n belongs to the name."""
    create(draft(said), by=caller(FRIEND), now=timezone.now())
    job = jobs.run(moving.start_export(form, by=caller(FRIEND), now=timezone.now()).pk)
    assert job is not None and job.state == "done"
    assert_gone(str(job.result["file"]))


def test_files_that_were_looked_through_and_do_not_name_the_person_stay(planted: Planted) -> None:
    job = moving.start_export("jsonl", by=caller(FRIEND), now=timezone.now())
    jobs.run(job.pk)
    erased()
    assert JobFile.objects.filter(job=job).exists()
