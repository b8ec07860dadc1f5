"""Each step of an erasure that is left out is found by the search at its end, which fails the job."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from consent.models import Memory, MemoryVersion, RightsRequest
from consent.queries.canary import search, tables
from consent.queries.erasure_plan import Plan, plan_of
from consent.queries.persons import marking_key, person_of
from consent.rules.seeking import marks_of
from consent.services import editing
from consent.services.rights import certificates, erasing, forgetting, redacting, removing
from jobs.models import Job
from profiles.models import Principal
from tests.cast import OWNER, caller, principal
from tests.rights.planted import SENTENCE, WHO, Planted, plant, texts_of
from tests.rights.test_erasing import erase


@pytest.fixture
def planted() -> Planted:
    return plant()


def _no_step(*given: Any, **more: Any) -> None:
    """Do nothing in the place of a step."""


def test_the_search_sees_every_place_that_can_hold_a_person(planted: Planted) -> None:
    person, whole = person_of(principal(WHO)), plan_of(person_of(principal(WHO))).whole
    texts = Memory.objects.filter(pk__in=whole).values_list("content", flat=True)
    marks = {mark for text in texts for mark in marks_of(text, marking_key())}
    found = search(person.seeker(marks), tables()).found
    assert found.keys() >= {
        "audit_recall", "consent_consent", "consent_consentasking", "consent_memory", "consent_memoryversion",
        "consent_rendering", "consent_rightsrequest", "consent_trustchange", "consent_trustrelationship",
        "consent_validationticket", "jobs_job", "jobs_jobfilepiece", "profiles_credential",
        "consent_validation", "profiles_externalidentity", "profiles_knowledgenote", "profiles_principal",
        "profiles_principalprofile", "profiles_profileproposal", "audit_violation",
    }  # fmt: skip


@pytest.mark.parametrize("step", [one.__name__ for one in forgetting.STEPS])
def test_a_step_left_out_fails_the_job_and_the_certificate(
    planted: Planted, monkeypatch: Any, step: str
) -> None:
    kept = tuple(one for one in forgetting.STEPS if one.__name__ != step)
    monkeypatch.setattr(forgetting, "STEPS", kept)
    assert_found(*erase())


# What hangs on a memory's row goes with it: left out, such a step leaves nothing behind all the same.
CARRIED = {"_versions", "_renderings", "_readings"}


@pytest.mark.parametrize("step", [one.__name__ for one in removing.STEPS])
def test_what_belongs_to_a_memory_or_points_at_it_and_was_left_fails_it(
    planted: Planted, monkeypatch: Any, step: str
) -> None:
    RightsRequest.objects.update(
        memory_id=Memory.objects.get(content__startswith=SENTENCE).pk, subject_id=2, asked_by=2
    )
    kept = tuple(one for one in removing.STEPS if one.__name__ != step)
    monkeypatch.setattr(removing, "STEPS", kept)
    if step == "_rows":
        look_thrice(monkeypatch)
    made, job = erase()
    if step in CARRIED:
        assert job.state == "done" and texts_of("zephyrquartz") == {}
    else:
        assert_found(made, job)


def look_thrice(monkeypatch: Any) -> None:
    """Let an erasure look for what is left three times: it would look for ever for what never goes."""
    looks, nothing = iter(range(3)), Plan((), 0, ())
    monkeypatch.setattr(erasing, "plan_of", lambda one: plan_of(one) if next(looks, None) else nothing)


def test_a_principal_that_keeps_its_name_fails_it(planted: Planted, monkeypatch: Any) -> None:
    monkeypatch.setattr(erasing, "blank", _no_step)
    assert_found(*erase())


def test_former_versions_that_keep_the_name_fail_it(planted: Planted, monkeypatch: Any) -> None:
    editing.update(planted.shared, {"title": "Pier"}, version=1, by=caller(OWNER), now=timezone.now())
    MemoryVersion.objects.filter(memory__label__subjects__len=2).update(fields={"title": "Orrin Vale"})
    monkeypatch.setattr(redacting, "_former", _no_step)
    made, job = erase()
    assert_found(made, job)
    assert made.certificate is not None and "consent_memoryversion" in made.certificate["found"]


@pytest.mark.parametrize("step", ["remove", "redact"])
def test_memories_left_out_fail_it_too(planted: Planted, monkeypatch: Any, step: str) -> None:
    monkeypatch.setattr(erasing, step, _no_step)
    if step == "remove":
        look_thrice(monkeypatch)
    assert_found(*erase())


def assert_found(made: RightsRequest, job: Job) -> None:
    """Check that the search found something, that the job failed over it, and that nobody was blanked."""
    assert job.state == "failed" and job.errors[0]["code"] == "erasure_incomplete", job.errors
    assert made.state == "incomplete" and made.certificate is not None and not made.certificate["clean"]
    (wrong,) = certificates.verify(made.certificate)
    assert "something was left" in wrong and made.certificate["found"]
    assert Principal.objects.filter(entity_id=WHO).exists()
