"""Contexts on the pages: made, shown, edited with the effect first, their sessions closed."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from consent.models import Context, ContextSession, Participant
from consent.services.context_sessions import enter
from tests.cast import CUSTODIAN, GRANTEE, caller
from tests.pages.stage import OUTSIDER, STAFF, Scene, signed_in
from tests.pages.test_who_may_open_which_page import seen

ROOM = "/contexts/ctx:bella_health/"
SEATS = f"{CUSTODIAN} owner\n{GRANTEE} vet"


@pytest.fixture
def sean(scene: Scene) -> Client:
    """Sean, who made a context of bella's health for himself and an agent."""
    client = signed_in(CUSTODIAN)
    form = {"id": "ctx:bella_health", "participants": SEATS, "handed_down": "usual"}
    made = client.post("/contexts/new/", {**form, "consent_for": "dog:bella", "reason": "the vet"})
    assert (made.status_code, made.headers["Location"]) == (302, ROOM)
    return client


def edit(client: Client, participants: str = SEATS, version: int = 1, **more: str) -> tuple[int, str]:
    form = {"participants": participants, "version": str(version), "handed_down": "usual", "grants": ""}
    answer = client.post(f"{ROOM}edit/", {**form, **more})
    return answer.status_code, answer.content.decode()


def seated() -> set[str]:
    return set(Participant.objects.values_list("principal__entity_id", flat=True))


def session_of(entity: str) -> str:
    return f"ctxs_{enter('ctx:bella_health', by=caller(entity), now=timezone.now()).public_id.hex}"


def test_one_made_here_is_listed_with_its_seats_and_its_consent(sean: Client) -> None:
    page = sean.get("/contexts/").content.decode()
    assert "ctx:bella_health" in page and f"{CUSTODIAN}, {GRANTEE}" in page
    assert "Consent for dog:bella is recorded." in page and "role:vet" in sean.get(ROOM).content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": ""},
        {"id": "ctx:"},
        {"id": "human:kim"},
        {"participants": "nobody at all"},
        {"participants": "group:pack"},
        {"participants": f"{GRANTEE}\n{GRANTEE}"},
        {"handed_down": "everyone"},
        {"grants": "\u0000", "handed_down": "these"},
        {"consent_for": "nonsense"},
    ],
)
def test_one_that_cannot_be_says_why_and_keeps_what_was_typed(scene: Scene, wrong: dict[str, str]) -> None:
    form = {"id": "ctx:walks", "participants": GRANTEE, "handed_down": "usual", "reason": "my words"}
    refused = signed_in(CUSTODIAN).post("/contexts/new/", {**form, **wrong})
    text = refused.content.decode()
    assert refused.status_code in {400, 422} and ('role="alert"' in text or 'class="error"' in text)
    assert "my words" in text and not Context.objects.exists()


def test_an_edit_shows_first_what_it_does_and_then_does_it(sean: Client) -> None:
    stays = session_of(GRANTEE)
    status, text = edit(sean, f"{CUSTODIAN} owner\nhuman:kim")
    assert status == 200 and f"<strong>{GRANTEE}</strong> leaves" in text
    assert "<strong>human:kim</strong> may enter" in text
    assert f"The consent of {CUSTODIAN} would not cover everyone" in text
    assert seated() == {CUSTODIAN, GRANTEE}
    assert edit(sean, f"{CUSTODIAN} owner\nhuman:kim", sure="yes")[0] == 302
    assert seated() == {CUSTODIAN, "human:kim"}
    assert ContextSession.objects.get(public_id=stays.removeprefix("ctxs_")).left_at is not None


def test_an_edit_of_another_version_is_refused_with_what_was_typed(sean: Client) -> None:
    assert edit(sean, sure="yes")[0] == 302
    status, text = edit(sean, f"{CUSTODIAN}\nhuman:kim", sure="yes")
    assert status == 409 and "human:kim" in text and seated() == {CUSTODIAN, GRANTEE}


def test_handing_down_to_nobody_is_said_first(sean: Client) -> None:
    status, text = edit(sean, handed_down="these")
    assert (
        status == 200 and "<strong>ctx:bella_health</strong>: what was handed down no longer counts" in text
    )
    assert edit(sean, handed_down="these", sure="yes")[0] == 302
    assert Context.objects.get().default_grants == []


@pytest.mark.parametrize("sure", ["no", "yes"])
@pytest.mark.parametrize(
    ("who", "role", "status"),
    [(OUTSIDER, "", 404), (GRANTEE, "", 403), (STAFF["administrator"], "administrator", 403),
     (STAFF["reviewer"], "reviewer", 404), (STAFF["auditor"], "auditor", 404)],
)  # fmt: skip
def test_only_its_owner_edits_it(sean: Client, who: str, role: str, status: int, sure: str) -> None:
    more = {"sure": sure} if sure == "yes" else {}
    form = {"participants": CUSTODIAN, "version": "1", "handed_down": "usual", **more}
    assert signed_in(who, role).post(f"{ROOM}edit/", form).status_code == status
    assert seated() == {CUSTODIAN, GRANTEE}


def test_a_stranger_cannot_tell_it_from_one_that_is_not_there(sean: Client) -> None:
    kim = signed_in(OUTSIDER)
    assert seen(kim.get(ROOM)) == seen(kim.get("/contexts/ctx:none/"))
    assert "bella_health" not in kim.get("/contexts/").content.decode()


def test_one_taken_is_refused_like_any_a_stranger_may_not_make(sean: Client) -> None:
    form = {"id": "ctx:bella_health", "participants": "", "handed_down": "usual"}
    refused = signed_in(OUTSIDER).post("/contexts/new/", form)
    assert refused.status_code == 404 and "You cannot make a context of this name" in refused.content.decode()


def test_ones_own_session_is_closed_by_oneself(sean: Client) -> None:
    mine = session_of(CUSTODIAN)
    assert mine in sean.get(ROOM).content.decode()
    assert "nothing more through it" in sean.get(f"/contexts/sessions/{mine}/close/").content.decode()
    assert ContextSession.objects.get().left_at is None
    assert sean.post(f"/contexts/sessions/{mine}/close/").status_code == 302
    assert ContextSession.objects.get().left_at is not None
    assert sean.get(f"/contexts/sessions/{mine}/close/").status_code == 404


def test_sessions_of_others_are_closed_by_an_administrator_with_a_reason_alone(sean: Client) -> None:
    close = f"/contexts/sessions/{session_of(GRANTEE)}/close/"
    for who, role in ((CUSTODIAN, ""), (OUTSIDER, ""), (STAFF["reviewer"], "reviewer")):
        client = signed_in(who, role)
        assert {client.get(close).status_code, client.post(close, {"reason": "x"}).status_code} == {404}
    assert GRANTEE not in sean.get(ROOM).content.decode().partition("Open sessions")[2].partition("Edit")[0]
    boss = signed_in(STAFF["administrator"], "administrator")
    assert (boss.post(close).status_code, boss.post(close, {"reason": "left on"}).status_code) == (400, 302)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (f"owner={CUSTODIAN}", True),
        (f"participant={GRANTEE}", True),
        (f"owner={GRANTEE}", False),
        (f"participant={OUTSIDER}", False),
        ("participant=human:nobody", False),
    ],
)
def test_the_list_is_narrowed_by_owner_and_seat(sean: Client, asked: str, found: bool) -> None:
    text = sean.get(f"/contexts/?{asked}").content.decode()
    assert ("ctx:bella_health" in text, "No context fits" in text) == (found, not found)
    assert sean.get("/contexts/?owner=nonsense").status_code == 400
