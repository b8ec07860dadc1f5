"""Jobs: progress, cancel, a worker that dies, whose they are, and that they work with the asker's rights."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from audit.models import Event
from jobs import queries, services
from jobs.models import Job
from jobs.services import Running
from jobs.types import Wrong
from memory_admin.http.problem import Problem
from tests.cast import NOW, OUTSIDER, OWNER, admin, caller, principal
from tests.safety.outside import client, token_of

SEEN: list[Any] = []


def count(job: Running) -> dict[str, Any]:
    """Count to three and keep whose rights it has."""
    SEEN.append((job.by.principal, job.by.door, sorted(job.by.scopes)))
    for done in range(1, 4):
        job.step(done, 3, "counting")
    job.wrong(Wrong("line 2", "odd", "A line was odd."))
    return {"counted": 3}


def stumble(job: Running) -> dict[str, Any]:
    """Fail with an error whose text quotes what nobody may read."""
    raise RuntimeError("Bella has a heart murmur")


def refuse(job: Running) -> dict[str, Any]:
    raise Problem(409, "conflict", "It is not the moment.")


def stop(job: Running) -> dict[str, Any]:
    """Be cancelled by somebody in the middle."""
    job.step(1, 3)
    services.cancel(queries.public(job.job), by=job.by, now=timezone.now())
    job.step(2, 3)
    raise AssertionError


def hasten(job: Running) -> dict[str, Any]:
    """End with a step that is not the last."""
    job.step(1, 2, "counting")
    return {}


@pytest.fixture(autouse=True)
def kinds(monkeypatch: Any) -> None:
    here = {name: f"{__name__}.{name}" for name in ("count", "stumble", "refuse", "stop", "hasten")}
    monkeypatch.setattr(settings, "MEMORY_ADMIN_JOBS", here)
    SEEN.clear()


def started(kind: str, by: str = OWNER) -> Job:
    return services.start(kind, {}, by=caller(by), now=NOW, ring=False)


def test_a_job_says_how_far_it_is_and_what_went_wrong(db: Any) -> None:
    steps: list[tuple[int, int | None]] = []
    job = services.run(started("count").pk, watch=lambda one: steps.append((one.done, one.total)))
    assert job is not None and steps == [(1, 3), (2, 3), (3, 3)]
    job.refresh_from_db()
    assert (job.state, job.result, job.error_count) == ("done", {"counted": 3}, 1)
    assert job.errors == [{"where": "line 2", "code": "odd", "detail": "A line was odd."}]
    assert list(Event.objects.order_by("id").values_list("action", flat=True)) == ["job.start", "job.end"]


def test_a_job_that_is_done_has_done_all_of_it(db: Any) -> None:
    """Seen failing when an erasure that was over stood as 1 of 2."""
    job = services.run(started("hasten").pk)
    assert job is not None
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 2, 2)


def test_it_has_the_rights_of_whoever_asked_and_no_others(db: Any) -> None:
    services.run(started("count").pk)
    assert [(OWNER, "worker", sorted(caller(OWNER).scopes))] == SEEN


def test_a_failure_quotes_nothing(db: Any, capfd: Any) -> None:
    job = services.run(started("stumble").pk)
    assert job is not None and job.state == "failed" and "RuntimeError" in job.errors[0]["detail"]
    assert "murmur" not in str(job.errors) + "".join(capfd.readouterr())


def test_a_refusal_is_said_in_its_own_words(db: Any) -> None:
    job = services.run(started("refuse").pk)
    assert job is not None and job.errors == [
        {"where": "", "code": "conflict", "detail": "It is not the moment."}
    ]


def test_a_cancelled_job_stops_at_its_next_step(db: Any) -> None:
    job = services.run(started("stop").pk)
    assert job is not None and (job.state, job.done) == ("cancelled", 2)
    with pytest.raises(Problem, match="job_over"):
        services.cancel(queries.public(job), by=caller(OWNER), now=NOW)


def test_one_that_has_not_begun_never_begins(db: Any) -> None:
    job = started("count")
    services.cancel(queries.public(job), by=caller(OWNER), now=NOW)
    assert services.run(job.pk) is None and SEEN == []


def test_two_bells_do_the_work_once(db: Any) -> None:
    job = started("count")
    services.run(job.pk)
    assert services.run(job.pk) is None and len(SEEN) == 1


def test_what_a_dead_worker_left_is_taken_up_and_a_living_one_left_alone(db: Any) -> None:
    living, dead = started("count"), started("count")
    now = timezone.now()
    Job.objects.filter(pk=living.pk).update(state="running", beat_at=now)
    Job.objects.filter(pk=dead.pk).update(state="running", beat_at=now - timedelta(minutes=3))
    assert [one.pk for one in queries.stuck(now)] == [dead.pk]
    for one in (living, dead):
        services.run(one.pk)
    states = dict(Job.objects.values_list("pk", "state"))
    assert states == {living.pk: "running", dead.pk: "done"}


def test_one_that_kills_its_worker_again_and_again_is_given_up(db: Any) -> None:
    job = started("count")
    Job.objects.filter(pk=job.pk).update(attempts=services.MOST_ATTEMPTS)
    assert services.run(job.pk) is None
    assert Job.objects.get(pk=job.pk).state == "failed" and SEEN == []


def test_a_job_is_there_for_whoever_started_it_and_for_those_who_oversee(db: Any) -> None:
    job = queries.public(started("count"))
    mine, theirs = client(token_of(OWNER)), client(token_of(OUTSIDER))
    assert mine.get(f"/api/v1/jobs/{job}").json()["state"] == "queued"
    assert theirs.get(f"/api/v1/jobs/{job}").status_code == 404
    assert theirs.post(f"/api/v1/jobs/{job}/cancel").status_code == 404
    assert theirs.get("/api/v1/jobs").json()["items"] == []
    assert queries.find(job, admin()).kind == "count"
    for wrong in ("job_x", "nothing", "job_" + "0" * 32):
        assert mine.get(f"/api/v1/jobs/{wrong}").status_code == 404
    assert mine.post(f"/api/v1/jobs/{job}/cancel").json()["state"] == "cancelled"
    assert mine.post(f"/api/v1/jobs/{job}/cancel").json()["code"] == "job_over"


def test_a_job_started_as_or_for_somebody_is_not_there_for_the_same_token_as_itself(db: Any) -> None:
    """Seen failing while only the token's principal was looked at."""
    luna, sean = principal("human:luna"), principal("human:sean")
    plain = caller(OWNER)
    acting = caller(OWNER, acting_id=luna.pk, acting=luna.entity_id)
    serving = caller(OWNER, behalf_id=sean.pk, behalf=sean.entity_id)
    jobs = {by: services.start("count", {}, by=by, now=NOW, ring=False) for by in (plain, acting, serving)}
    for by, own in jobs.items():
        assert list(queries.visible(by)) == [own]
        for other in jobs.values():
            assert queries.may_see(other, by) == (other == own)
    assert queries.visible(admin()).count() == 3


def test_what_came_of_a_job_is_told_to_tokens_that_may_start_one(db: Any, monkeypatch: Any) -> None:
    """Seen failing while any token of the same principal was told: one for consents read a simulation,
    and while errors, which name lines and ids, were told to all."""
    monkeypatch.setattr(settings, "MEMORY_ADMIN_JOB_SCOPES", {"count": "privacy"})
    job = started("count")
    services.run(job.pk)
    address = f"/api/v1/jobs/{queries.public(job)}"
    for scope, result in (("privacy", {"counted": 3}), ("consent", {})):
        asking = client(token_of(OWNER, scope))
        for shown in (asking.get(address).json(), asking.get("/api/v1/jobs").json()["items"][0]):
            assert (shown["result"], bool(shown["errors"])) == (result, bool(result))
            assert shown["error_count"] == 1
    monkeypatch.setattr(settings, "MEMORY_ADMIN_JOB_SCOPES", {})
    assert client(token_of(OWNER, "privacy")).get(address).json()["result"] == {}


def test_a_list_of_jobs_is_paged_newest_first(db: Any) -> None:
    made = [queries.public(started("count")) for _ in range(3)]
    asking = client(token_of(OWNER))
    first = asking.get("/api/v1/jobs?limit=2").json()
    assert [one["id"] for one in first["items"]] == [made[2], made[1]]
    second = asking.get(f"/api/v1/jobs?limit=2&cursor={first['next']}").json()
    assert [one["id"] for one in second["items"]] == [made[0]] and second["next"] is None


def test_an_unknown_kind_is_a_mistake_of_ours(db: Any) -> None:
    with pytest.raises(ValueError, match="nothing"):
        services.start("nothing", {}, by=caller(OWNER), now=NOW)
