"""A file written before a withdrawal is not handed out after it: the fetch is a request of its own."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from audit.models import Event
from consent.models import Memory
from consent.moving import outgoing, still
from consent.services import grants
from consent.services.memories import create
from jobs import files, services
from jobs.models import Job, JobFile, JobFilePiece
from tests.cast import CUSTODIAN, OWNER, caller, draft, principal
from tests.pages.stage import signed_in

TEXT = "The gate opens at nine"


@pytest.fixture
def sean(db: object, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(services, "_ring", lambda number: None)
    principal(CUSTODIAN)
    return signed_in(CUSTODIAN)


def shared(text: str = TEXT, *, owner: str = OWNER, **fields: Any) -> str:
    return create(draft(text, **fields), by=caller(owner), now=timezone.now()).public_id


def taken_out(browser: Client, form: str = "csv") -> str:
    browser.post("/moving/out/", {"format": form})
    job = services.run(Job.objects.latest("pk").pk)
    assert job is not None and job.state == "done", job
    return f"/moving/out/{job.result['file']}/"


def body(answer: Any) -> bytes:
    return bytes(answer.getvalue() if answer.streaming else answer.content)


def test_a_file_of_what_one_still_sees_is_handed_out_and_on_record(sean: Client) -> None:
    shared(access_grants=(CUSTODIAN,))
    shared("Sean's own line", owner=CUSTODIAN)
    address = taken_out(sean)
    answer = sean.get(address)
    assert answer.status_code == 200
    assert TEXT.encode() in body(answer) and b"own line" in body(sean.get(address))
    assert Event.objects.filter(action="job.file").count() == 2


def test_a_grant_revoked_since_takes_the_file_away(sean: Client) -> None:
    """Seen failing before files said what they hold: the text came a day long after the revocation."""
    memory = shared(access_grants=(CUSTODIAN,))
    address = taken_out(sean)
    grants.revoke(memory, CUSTODIAN, by=caller(OWNER), now=timezone.now())
    answer = sean.get(address)
    assert answer.status_code == 410 and TEXT.encode() not in body(answer)
    assert not JobFile.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"ceiling": 0.2}, id="a lower tier"),
        pytest.param({"version": 2}, id="another version"),
        pytest.param({"state": "quarantined"}, id="quarantined"),
        pytest.param({"valid_until": "2026-01-01T00:00:00Z"}, id="run out"),
    ],
)
def test_what_is_shown_less_of_since_takes_the_file_away(sean: Client, change: dict[str, Any]) -> None:
    """Seen failing with the tier, the version or the state left out of what is asked again."""
    shared(access_grants=(CUSTODIAN,))
    address = taken_out(sean)
    Memory.objects.update(**change)
    answer = sean.get(address)
    assert answer.status_code == 410 and TEXT.encode() not in body(answer)


@pytest.mark.parametrize("form", ["jsonl", "mem0", "csv"])
def test_an_own_memory_deleted_since_takes_the_file_away(sean: Client, form: str) -> None:
    shared("Sean's own line", owner=CUSTODIAN)
    address = taken_out(sean, form)
    Memory.objects.all().delete()
    assert sean.get(address).status_code == 410


def test_what_came_of_a_source_closed_since_takes_the_file_away(sean: Client) -> None:
    source = shared(access_grants=(CUSTODIAN,))
    shared("The gate, in short", owner=CUSTODIAN, derived_from=(source,))
    address = taken_out(sean, "jsonl")
    assert sean.get(address).status_code == 200
    grants.revoke(source, CUSTODIAN, by=caller(OWNER), now=timezone.now())
    assert sean.get(address).status_code == 410


def fetched(sean: Client, count: int) -> int:
    """Write so many more memories and take all out; return how many statements fetching the file takes."""
    for place in range(count):
        shared(f"Line {place} of {count}", owner=CUSTODIAN)
    address = taken_out(sean)
    with CaptureQueriesContext(connection) as asked:
        assert sean.get(address).status_code == 200
    return len(asked)


def test_asking_again_takes_as_many_statements_for_many_memories_as_for_few(
    sean: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing when what a file held was read into the request and asked about stretch by stretch."""
    monkeypatch.setattr(still, "_AT_ONCE", 4)
    fetched(sean, 1)
    few = fetched(sean, 1)
    assert fetched(sean, 12) == few


def test_each_piece_says_what_came_into_it_and_none_of_it_is_held_until_the_end(
    sean: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing when the numbers of all memories of a file were kept in one list and one row."""
    monkeypatch.setattr(files, "PIECE", 400)
    monkeypatch.setattr(outgoing, "PAGE", 3)
    for place in range(10):
        shared(f"Line {place}", owner=CUSTODIAN)
    taken_out(sean)
    told = [list(zip(*piece.holds, strict=True)) for piece in JobFilePiece.objects.order_by("position")]
    assert max(map(len, told)) <= 6 and len(told) > 3
    held = sorted(Memory.objects.values_list("pk", flat=True))
    assert sorted(memory for piece in told for memory, _, _ in piece) == held
