"""A file written before a withdrawal is not handed out after it: the fetch is a request of its own."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from audit.models import Event
from consent.models import Memory
from consent.services import grants
from consent.services.memories import create
from jobs import services
from jobs.models import Job, JobFile
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
