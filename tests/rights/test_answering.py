"""What persons ask has a state and a day it is due, and whoever has to answers it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from audit.models import Event
from consent.models import Memory, RightsRequest
from consent.services.memories import create
from consent.services.rights import exporting, requests
from consent.services.rights.requests import Asked, Disputed, Word
from jobs import services as jobs
from jobs.models import Job
from memory_admin.http.problem import Problem
from profiles.types import Caller
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, admin, caller, custodian, draft
from tests.pages.stage import signed_in
from tests.safety.outside import client, token_of

BELLA, API = "dog:bella", "/api/v1/rights-requests"


@pytest.fixture(autouse=True)
def ward() -> None:
    custodian(BELLA, CUSTODIAN)


def copy(by: Caller) -> RightsRequest:
    return requests.export(BELLA, Asked("to read it", ring=False), by=by, now=timezone.now())


def public(made: RightsRequest) -> str:
    return f"rr_{made.public_id.hex}"


def answered(made: RightsRequest, word: Word, by: Caller) -> RightsRequest:
    return requests.answer(public(made), word, by=by, now=timezone.now())


@pytest.mark.parametrize("ending", ["failed", "cancelled"])
def test_a_copy_whose_job_ended_before_it_was_done_is_made_again_or_refused(
    ending: str, monkeypatch: Any
) -> None:
    """Seen failing while such a request said "running" for ever, and nobody could answer it."""
    made = copy(caller(CUSTODIAN))
    with pytest.raises(Problem, match="not_open"):
        answered(made, Word(True, "again", ring=False), admin())
    Job.objects.filter(pk=requests.job_of(made).pk).update(state=ending)
    page = signed_in("human:admin", "administrator").get(f"/rights/{public(made)}/").content.decode()
    assert 'name="answer" value="approve"' in page
    again = answered(made, Word(True, "The worker is mended.", ring=False), admin())
    ran = jobs.run(requests.job_of(again).pk)
    assert ran is not None and ran.state == "done"
    made.refresh_from_db()
    assert made.state == "done"
    with pytest.raises(Problem, match="not_open"):
        answered(made, Word(True, "again"), admin())


def test_a_copy_that_never_came_can_be_refused_with_a_reason(monkeypatch: Any) -> None:
    made = copy(caller(CUSTODIAN))
    monkeypatch.setattr(exporting, "_written", None)
    ran = jobs.run(requests.job_of(made).pk)
    assert ran is not None and ran.state == "failed"
    assert answered(made, Word(False, "Handed over on paper."), admin()).state == "refused"


def test_a_request_is_due_after_as_many_days_as_the_policy_says_and_late_ones_are_counted() -> None:
    now = timezone.now()
    made = requests.erase(BELLA, Asked("", ring=False), by=caller(CUSTODIAN), now=now - timedelta(days=31))
    assert made.due_at == made.asked_at + timedelta(days=30)
    shown = client(token_of(CUSTODIAN, "privacy")).get(f"{API}/{public(made)}").json()
    assert (shown["state"], shown["kind"], shown["subject"]) == ("open", "erasure", BELLA)
    assert "late" in signed_in("human:admin", "administrator").get("/rights/").content.decode()
    assert "late" in signed_in(CUSTODIAN).get(f"/rights/{public(made)}/").content.decode()


def test_a_request_is_there_for_those_it_is_about_who_asked_and_who_oversee() -> None:
    made = public(requests.erase(BELLA, Asked("", ring=False), by=caller(CUSTODIAN), now=timezone.now()))
    assert [one["id"] for one in client(token_of(CUSTODIAN, "privacy")).get(API).json()["items"]] == [made]
    for stranger in (OUTSIDER, OWNER, GRANTEE):
        asking = client(token_of(stranger, "privacy"))
        assert asking.get(API).json()["items"] == []
        assert asking.get(f"{API}/{made}").status_code == 404
        assert asking.post(f"{API}/{made}/approve", {"reason": "x"}, format="json").status_code == 404
    own = client(token_of(CUSTODIAN, "privacy"))
    assert own.post(f"{API}/{made}/approve", {"reason": "x"}, format="json").status_code == 403


def wrong_weight() -> tuple[str, RightsRequest]:
    memory = create(draft("Bella weighs 40 kg", subject_ids=(BELLA,)), by=caller(OWNER), now=NOW).public_id
    disputed = Disputed(memory, "She weighs 20 kg")
    by, now = caller(CUSTODIAN), timezone.now()
    return memory, requests.rectify(BELLA, disputed, Asked("weighed today"), by=by, now=now)


@pytest.mark.parametrize(("yes", "state"), [(True, "done"), (False, "refused")])
def test_a_correction_is_answered_by_the_memorys_owner_with_a_reason(yes: bool, state: str) -> None:
    _, made = wrong_weight()
    for nobody in (caller(OUTSIDER), caller(GRANTEE)):
        with pytest.raises(Problem, match="404"):
            answered(made, Word(yes, "because"), nobody)
    with pytest.raises(Problem, match="403"):
        answered(made, Word(yes, "because"), caller(CUSTODIAN))
    with pytest.raises(Problem, match="reason_required"):
        answered(made, Word(yes, "  "), caller(OWNER))
    ended = answered(made, Word(yes, "I looked."), caller(OWNER))
    assert (ended.state, ended.answer_reason) == (state, "I looked.")
    events = Event.objects.filter(object_id=public(made)).values_list("action", flat=True)
    assert list(events) == ["rights.ask", "rights.answer"]


def test_only_a_memory_about_the_person_can_be_disputed_in_its_name() -> None:
    other = create(draft("The clinic opens at nine"), by=caller(OWNER), now=NOW).public_id
    by, now = caller(CUSTODIAN), timezone.now()
    for memory in (other, "mem_" + "0" * 32):
        with pytest.raises(Problem, match="404"):
            requests.rectify(BELLA, Disputed(memory, "no"), Asked(""), by=by, now=now)
    memory, _ = wrong_weight()
    for stranger in (OUTSIDER, OWNER):
        with pytest.raises(Problem, match="404"):
            requests.rectify(BELLA, Disputed(memory, "no"), Asked(""), by=caller(stranger), now=now)
    assert Memory.objects.get(public_id=memory.removeprefix("mem_")).content == "Bella weighs 40 kg"
