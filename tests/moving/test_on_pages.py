"""Bringing in and taking out on pages: jobs with their asker's rights, and files for nobody else."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from consent.models import Memory
from consent.moving import kept
from jobs import services
from jobs.files import drop_expired
from jobs.models import Job, JobFile, JobFilePiece
from tests import cast
from tests.cast import CUSTODIAN, OWNER, caller, draft
from tests.pages.stage import OUTSIDER, signed_in

RECORDS = [{"memory": "Sean likes tea", "user_id": "sean"}, {"memory": " ", "user_id": "sean"}]


@pytest.fixture
def sean(db: object, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(services, "_ring", lambda number: None)
    cast.principal(OUTSIDER)
    return signed_in(CUSTODIAN)


def send(browser: Client, records: Any, **more: Any) -> Any:
    file = SimpleUploadedFile("../../etc/passwd", json.dumps(records).encode())
    return browser.post("/moving/in/", {"format": "mem0", "file": file, **more})


def worked() -> Job:
    job = services.run(Job.objects.latest("pk").pk)
    assert job is not None
    return job


def test_a_person_sees_first_what_would_happen_and_then_has_it_happen(sean: Client) -> None:
    tried = send(sean, RECORDS, dry_run="on")
    assert tried.status_code == 302 and "/jobs/job_" in tried.headers["Location"]
    job = worked()
    assert (job.state, job.result["created"], job.error_count) == ("done", 1, 1), job.errors
    assert Memory.objects.count() == 0
    shown = sean.get(tried.headers["Location"]).content.decode()
    assert "item 2" in shown and "likes tea" not in shown
    send(sean, RECORDS)
    assert worked().result["created"] == 1
    (memory,) = Memory.objects.select_related("owner")
    assert (memory.owner.entity_id, memory.content) == (CUSTODIAN, "Sean likes tea")
    assert not JobFile.objects.exists() and not JobFilePiece.objects.exists()


def test_a_file_too_large_or_of_no_format_is_refused_and_not_kept(
    sean: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert send(sean, RECORDS, format="tar").status_code == 400
    assert sean.post("/moving/in/", {"format": "mem0"}).status_code == 400
    monkeypatch.setattr(kept, "MOST_IN", 10)
    answer = send(sean, RECORDS)
    assert answer.status_code == 413 and "10 bytes" in answer.content.decode()
    assert not JobFile.objects.exists() and not Job.objects.exists()


def test_what_was_taken_out_is_fetched_by_its_asker_alone_and_for_a_day(sean: Client) -> None:
    send(sean, RECORDS[:1])
    worked()
    from consent.services.memories import create

    create(draft("Ash's own"), by=caller(OWNER), now=timezone.now())
    sean.post("/moving/out/", {"format": "jsonl"})
    job = worked()
    address = f"/moving/out/{job.result['file']}/"
    assert address in sean.get(f"/jobs/job_{job.public_id.hex}/").content.decode()
    answer = sean.get(address)
    assert answer.status_code == 200 and "attachment" in answer.headers["Content-Disposition"]
    content = answer.getvalue()
    assert b"likes tea" in content and b"Ash" not in content
    assert signed_in(OUTSIDER).get(address).status_code == 404
    assert drop_expired(now=timezone.now()) == 0
    assert drop_expired(now=timezone.now() + timedelta(days=1, seconds=1)) > 0
    assert sean.get(address).status_code == 404


def test_an_import_is_stopped_at_its_next_step_and_what_it_finished_stays(
    sean: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(sean, [{"memory": f"Note {number}", "user_id": "sean"} for number in range(450)])
    from consent.moving import jobs

    plain = jobs._step

    def stopping(job: Any) -> Any:
        step = plain(job)

        def stepped(tally: Any) -> None:
            Job.objects.filter(pk=job.job.pk).update(cancel_asked=True)
            step(tally)

        return stepped

    monkeypatch.setattr(jobs, "_step", stopping)
    job = worked()
    assert (job.state, Memory.objects.count()) == ("cancelled", 200)
