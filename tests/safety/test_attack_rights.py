"""No agent reads about others, or erases them, by the rights of a person: whatever its token's scopes."""

from __future__ import annotations

import pytest

from consent.models import Memory, RightsRequest
from consent.services.memories import create
from jobs import services
from jobs.models import Job
from jobs.queries import public
from tests.cast import CUSTODIAN, NOW, OUTSIDER, OWNER, caller, draft, principal
from tests.safety.stages import ask, token

SECRET = "The key lies under the third stone"
SCOPES = ("admin", "privacy", "principals", "audit")


@pytest.fixture(autouse=True)
def scene(db: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "_ring", lambda number: None)
    principal(CUSTODIAN)
    create(draft(SECRET, subject_ids=(CUSTODIAN,)), by=caller(OWNER), now=NOW)


def test_an_administrators_token_of_an_agent_exports_nobody(db: object) -> None:
    """Seen failing before: the whole text of all memories about a person came to any agent with `admin`."""
    agent = token(OUTSIDER, *SCOPES)
    asked = ask(agent, "POST", f"subjects/{CUSTODIAN}/export", {"reason": "to help"})
    assert asked.status_code == 404 and not RightsRequest.objects.exists()
    assert (
        asked.json()["code"]
        == ask(agent, "POST", "subjects/human:nobody/export", {"reason": "x"}).json()["code"]
    )


def test_nor_does_it_fetch_what_somebody_else_had_exported(db: object) -> None:
    """Seen failing with the export alone closed."""
    person = token("human:rae", *SCOPES)
    asked = ask(person, "POST", f"subjects/{CUSTODIAN}/export", {"reason": "she asked by letter"})
    assert asked.status_code == 202, asked.content
    job = services.run(Job.objects.latest("pk").pk)
    assert job is not None and job.state == "done"
    address = f"jobs/{public(job)}/file?reason=why"
    assert ask(token(OUTSIDER, *SCOPES), "GET", address).status_code == 404
    fetched = ask(person, "GET", address)
    assert fetched.status_code == 200 and SECRET.encode() in fetched.getvalue()
    assert ask(token(CUSTODIAN, "privacy"), "GET", address).status_code == 200


def test_nor_does_it_erase_anybody_or_answer_for_whoever_asked(db: object) -> None:
    """Seen failing before: it started at once."""
    agent = token(OUTSIDER, *SCOPES)
    assert (
        ask(agent, "POST", f"subjects/{CUSTODIAN}/erase", {"reason": "x", "confirm": True}).status_code == 404
    )
    own = ask(
        token(CUSTODIAN, "privacy"),
        "POST",
        f"subjects/{CUSTODIAN}/erase",
        {"reason": "mine", "confirm": True},
    )
    request = RightsRequest.objects.get()
    assert (own.status_code, request.state) == (202, "open")
    answered = ask(agent, "POST", f"rights-requests/rr_{request.public_id.hex}/approve", {"reason": "yes"})
    assert answered.status_code in (403, 404)
    assert RightsRequest.objects.get().state == "open" and Memory.objects.exists()


def test_an_agent_has_its_own_rights_all_the_same(db: object) -> None:
    principal(OUTSIDER)
    asked = ask(token(OUTSIDER, "privacy"), "POST", f"subjects/{OUTSIDER}/export", {"reason": "mine"})
    assert asked.status_code == 202
