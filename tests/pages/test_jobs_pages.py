"""The pages of jobs."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from jobs import queries, services
from tests.cast import CUSTODIAN, NOW, caller
from tests.pages.stage import OUTSIDER, Scene, signed_in


def test_a_person_sees_its_jobs_and_stops_one(scene: Scene, monkeypatch: Any) -> None:
    monkeypatch.setattr(settings, "MEMORY_ADMIN_JOBS", {"count": "nowhere"})
    sean = signed_in(CUSTODIAN)
    assert "No jobs yet" in sean.get("/jobs/").content.decode()
    job = queries.public(services.start("count", {}, by=caller(CUSTODIAN), now=NOW, ring=False))
    assert job in sean.get("/jobs/").content.decode()
    assert "Stop this job" in sean.get(f"/jobs/{job}/").content.decode()
    other = signed_in(OUTSIDER)
    assert other.get(f"/jobs/{job}/").status_code == 404
    assert job not in other.get("/jobs/").content.decode()
    assert sean.post(f"/jobs/{job}/cancel/").status_code == 302
    assert "cancelled" in sean.get(f"/jobs/{job}/").content.decode()


def test_the_list_is_narrowed_by_state_and_kind(scene: Scene, monkeypatch: Any) -> None:
    monkeypatch.setattr(settings, "MEMORY_ADMIN_JOBS", {"count": "nowhere"})
    sean = signed_in(CUSTODIAN)
    job = queries.public(services.start("count", {}, by=caller(CUSTODIAN), now=NOW, ring=False))
    assert job in sean.get("/jobs/?state=queued&kind=count").content.decode()
    for other in ("state=done", "kind=erasure"):
        text = sean.get(f"/jobs/?{other}").content.decode()
        assert job not in text and "No job fits" in text
    assert sean.get("/jobs/?state=sleeping").status_code == 400
