"""Long work stops where its starter may not do it any more; what the installation owes goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from jobs import queries, services
from jobs.models import Job, JobFile
from jobs.services import Running
from profiles.models import Account, Credential, Principal
from profiles.queries.credentials import present
from profiles.rules.tokens import parse
from profiles.types import Caller
from tests.cast import NOW, OUTSIDER, OWNER, caller, principal
from tests.safety.outside import client, token_of

MEANWHILE: list[Callable[[], object]] = []
DONE: list[int] = []


def chunks(job: Running) -> dict[str, Any]:
    """Do three chunks, while something happens after the first."""
    for number in range(1, 4):
        DONE.append(number)
        if number == 1:
            [act() for act in MEANWHILE]
        job.step(number, 3)
    return {"chunks": 3}


@pytest.fixture(autouse=True)
def kinds(db: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(settings, "MEMORY_ADMIN_JOBS", {"chunks": f"{__name__}.chunks"})
    monkeypatch.setattr(settings, "MEMORY_ADMIN_JOB_SCOPES", {"chunks": "privacy"})
    MEANWHILE.clear()
    DONE.clear()


def with_token(*scopes: str) -> Caller:
    """Return the agent as its token makes it."""
    token = parse(token_of(OWNER, *(scopes or ("memory", "privacy"))))
    assert token is not None
    from profiles.rules.claims import Claim

    found = present(token, acting=None, behalf=Claim())
    assert found is not None
    return caller(OWNER, credential_id=found.credential_id, scopes=found.scopes)


def at_the_pages(entity: str = "human:kim", role: str = "") -> Caller:
    """Return a person as its account makes it."""
    who = principal(entity)
    Account.objects.create(principal=who, role=role, created_at=NOW, password="!")
    return caller(entity, door="web", staff_role=role)


def ran(by: Caller) -> Job:
    job = services.run(services.start("chunks", {}, by=by, now=timezone.now(), ring=False).pk)
    assert job is not None
    return job


def gone(job: Job) -> bool:
    """Tell whether it stopped after its first chunk, says why, and left no file."""
    said = [one["code"] for one in job.errors]
    assert not JobFile.objects.exists()
    return (job.state, DONE, said, job.result) == ("failed", [1], ["rights_ended"], {})


def of(credential: int | None) -> Any:
    return Credential.objects.filter(pk=credential or 0)


TAKEN: dict[str, Callable[[Caller], object]] = {
    "revoked": lambda by: of(by.credential_id).update(revoked_at=NOW),
    "paused": lambda by: of(by.credential_id).update(paused_at=NOW),
    "expired": lambda by: of(by.credential_id).update(expires_at=NOW),
    "narrowed": lambda by: of(by.credential_id).update(scopes=["memory"]),
    "bound to contexts": lambda by: of(by.credential_id).update(context_required=True),
    "its holder deactivated": lambda by: Principal.objects.filter(pk=by.principal_id).update(active=False),
    "its holder held": lambda by: Principal.objects.filter(pk=by.principal_id).update(held=True),
}


@pytest.mark.parametrize("how", TAKEN)
def test_a_tokens_job_stops_at_its_next_chunk_once_the_token_would_be_refused(how: str) -> None:
    """Seen failing while a job went on for as long as it took, whatever became of its starter."""
    by = with_token()
    MEANWHILE.append(lambda: TAKEN[how](by))
    assert gone(ran(by))


@pytest.mark.parametrize("field", ["acting_id", "behalf_id"])
def test_it_stops_with_whom_it_is_done_as_or_for(field: str) -> None:
    other = principal("human:luna")
    by = caller(OWNER, **{field: other.pk, field.removesuffix("_id"): other.entity_id})
    MEANWHILE.append(lambda: Principal.objects.filter(pk=other.pk).update(active=False))
    assert gone(ran(by))


AT_PAGES: dict[str, Callable[[Caller], object]] = {
    "closed": lambda by: Account.objects.filter(principal=by.principal_id).update(is_active=False),
    "another role": lambda by: Account.objects.filter(principal=by.principal_id).update(role=""),
    "no longer verified": lambda by: Principal.objects.filter(pk=by.principal_id).update(verified_at=None),
}


@pytest.mark.parametrize("how", AT_PAGES)
def test_a_persons_job_stops_once_its_account_is_not_what_it_was(how: str) -> None:
    by = at_the_pages(role="auditor")
    MEANWHILE.append(lambda: AT_PAGES[how](by))
    assert gone(ran(by))


def test_one_that_waits_in_the_queue_does_not_begin_either() -> None:
    by = with_token()
    job = services.start("chunks", {}, by=by, now=NOW, ring=False)
    TAKEN["revoked"](by)
    services.run(job.pk)
    assert not DONE and Job.objects.get().state == "failed"


def test_a_file_begun_before_is_not_left_behind() -> None:
    by = with_token()

    def leave() -> None:
        JobFile.objects.create(
            job=Job.objects.get(), about_id=by.principal_id, name="f", media_type="t", created_at=NOW,
            expires_at=timezone.now(),
        )  # fmt: skip
        TAKEN["paused"](by)

    MEANWHILE.append(leave)
    assert gone(ran(by))


def test_nothing_stops_while_nothing_changed() -> None:
    for by in (with_token(), at_the_pages(role="reviewer"), caller(OUTSIDER)):
        DONE.clear()
        assert (ran(by).state, DONE) == ("done", [1, 2, 3])


def test_what_the_installation_owes_goes_on_without_its_starter(monkeypatch: Any) -> None:
    monkeypatch.setattr(settings, "MEMORY_ADMIN_JOBS_THAT_GO_ON", {"chunks"})
    by = with_token()
    MEANWHILE.append(lambda: TAKEN["revoked"](by))
    assert ran(by).state == "done"


def test_an_erasure_and_upkeep_are_what_goes_on() -> None:
    assert sorted(settings.MEMORY_ADMIN_JOBS_THAT_GO_ON) == [
        "embed", "read_with_model", "remake_renderings", "subject_erase",
    ]  # fmt: skip


def test_what_was_found_out_by_oversight_is_told_while_one_oversees() -> None:
    """Seen failing while what staff had found out was read on after the role was taken away."""
    by = at_the_pages(role="auditor")
    job = ran(by)
    plain = caller("human:kim", door="web")
    assert queries.tells_result(job, by) and not queries.tells_result(job, plain)


def test_a_lesser_token_is_not_told_what_one_with_admin_found_out() -> None:
    """Seen failing while the scope of the kind was enough: a token for privacy read a whole dry run."""
    by = with_token("privacy", "admin")
    job = ran(by)
    address = f"/api/v1/jobs/{queries.public(job)}"
    answers = [
        client(token_of(OWNER, *scopes)).get(address).json()
        for scopes in (("privacy", "admin"), ("privacy",))
    ]
    assert [one["result"] for one in answers] == [{"chunks": 3}, {}]
