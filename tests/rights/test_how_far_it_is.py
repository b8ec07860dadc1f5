"""How far an erasure is counts what others remember: said to who may see the job, and to nobody else."""

from __future__ import annotations

import pytest
from django.utils import timezone

from consent.queries import rights as queries
from consent.services.rights import requests
from consent.services.rights.requests import Asked
from jobs import services as jobs
from jobs.models import Job
from tests.cast import admin, principal
from tests.pages.stage import STAFF, signed_in
from tests.rights.planted import WHO, plant


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(jobs, "_ring", lambda number: None)
    plant()
    principal(STAFF["administrator"])
    made = requests.erase(WHO, Asked("asked in writing", ring=False), by=admin(), now=timezone.now())
    Job.objects.filter(pk=requests.job_of(made).pk).update(state="running", stage="reading", done=48213)
    return f"/rights/{queries.public(made)}/"


def test_the_person_itself_is_not_told_how_many_memories_of_others_were_read(address: str) -> None:
    """Seen failing with the job's count on the page of the request."""
    told = signed_in(WHO).get(address)
    assert told.status_code == 200 and b"running" in told.content and b"48213" not in told.content


def test_who_may_see_the_job_is(address: str) -> None:
    assert b"48213" in signed_in(STAFF["administrator"], "administrator").get(address).content
