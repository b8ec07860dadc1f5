"""The pages of the layers: one's own profile, the system profile on its machine, notes about nobody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from audit.models import Violation
from profiles.commands import local_caller
from profiles.models import KnowledgeNote, SystemProfile
from profiles.queries.profiles import profile_of
from profiles.queries.session_facts import facts_of
from profiles.services import knowledge, profiles, proposals, session_facts, signin
from profiles.services.principals import ensure_local_admin
from tests.cast import CUSTODIAN, GRANTEE, OWNER, admin, caller, principal
from tests.pages.stage import OUTSIDER, STAFF, Scene, nobody, signed_in

EDIT = {"version": "0", "safety": "Be careful.", "settings": "locked tone = plain", "reason": "first"}


def locally() -> Client:
    """Return a browser that a link of the command line opened."""
    now = timezone.now()
    token = signin.mint_local(ensure_local_admin(now), by=local_caller(), now=now)
    client = nobody()
    answer = client.post(f"/sign-in/{token}/")
    assert answer.headers["Location"] == "/system-profile/edit/"
    return client


def test_a_person_changes_its_own_fields(scene: Scene) -> None:
    sean, number = signed_in(CUSTODIAN), principal(CUSTODIAN).pk
    assert sean.post("/profile/", {"tone": "plain", "interests": "dogs, tea"}).status_code == 302
    assert profile_of(number).values == {"tone": "plain", "interests": ["dogs", "tea"]}
    assert 'value="dogs, tea"' in sean.get("/profile/").content.decode()
    assert sean.post("/profile/", {"tone": "", "interests": "dogs, tea"}).status_code == 302
    assert profile_of(number).values == {"interests": ["dogs", "tea"]}


def test_what_is_refused_is_said_and_stays_typed(scene: Scene) -> None:
    refused = signed_in(CUSTODIAN).post("/profile/", {"tone": "plain", "timezone": "Nowhere/Land"})
    text = refused.content.decode()
    assert refused.status_code == 422 and "Nowhere/Land" in text and "Must be a time zone" in text
    assert profile_of(principal(CUSTODIAN).pk).version == 0


def proposed() -> str:
    person = principal(CUSTODIAN)
    by = caller(GRANTEE, behalf_id=person.pk, behalf=person.entity_id)
    from profiles.queries.proposals import public

    return public(proposals.propose({"tone": "warm"}, by=by, now=timezone.now(), reason="said so"))


@pytest.mark.parametrize(("word", "kept"), [("accept", {"tone": "warm"}), ("decline", {})])
def test_a_proposal_is_answered(scene: Scene, word: str, kept: dict[str, str]) -> None:
    sean, one = signed_in(CUSTODIAN), proposed()
    assert GRANTEE in (text := sean.get("/profile/").content.decode()) and "warm" in text
    assert sean.post(f"/profile/proposals/{one}/", {"answer": word}).status_code == 302
    assert profile_of(principal(CUSTODIAN).pk).values == kept


def test_a_stranger_answers_no_proposal(scene: Scene) -> None:
    kim, one = signed_in(OUTSIDER), proposed()
    assert kim.post(f"/profile/proposals/{one}/", {"answer": "accept"}).status_code == 404
    assert Violation.objects.filter(kind="cross_principal_write", owner_id=principal(CUSTODIAN).pk).exists()


def test_what_is_held_of_a_session_is_kept_or_cleared(scene: Scene) -> None:
    sean, number, now = signed_in(CUSTODIAN), principal(CUSTODIAN).pk, timezone.now()
    by, facts = caller(CUSTODIAN), {"tone": "brief", "city": "Austin"}
    session_facts.hold("s1", facts, by=by, now=now, lasts=timedelta(hours=1))
    assert "Austin" in sean.get("/profile/").content.decode()
    assert "Austin" not in signed_in(OUTSIDER).get("/profile/").content.decode()
    keep = {"session": "s1", "key": "tone", "field": "tone"}
    assert sean.post("/profile/facts/promote/", keep).status_code == 302
    assert profile_of(number).values == {"tone": "brief"}
    assert sean.post("/profile/facts/clear/", {"session": "s1"}).status_code == 302
    assert facts_of(number, "s1", timezone.now()).facts == {}


def test_the_system_profile_is_edited_on_its_machine(scene: Scene) -> None:
    here = locally()
    assert here.post("/system-profile/edit/", EDIT).status_code == 302
    text = signed_in(CUSTODIAN).get("/system-profile/").content.decode()
    assert "Be careful." in text and "tone = &quot;plain&quot; (locked)" in text and "+Be careful." in text
    assert here.post("/system-profile/edit/", {**EDIT, "version": "1", "safety": "Other."}).status_code == 302
    assert here.post("/system-profile/restore/", {"version": "1", "reason": "better"}).status_code == 302
    assert SystemProfile.objects.count() == 3


def test_an_administrators_other_session_edits_nothing_and_is_told_the_command(scene: Scene) -> None:
    """Seen failing when the page asked for the role alone."""
    client = signed_in(STAFF["administrator"], "administrator")
    assert "memory-admin system-profile edit" in client.get("/system-profile/").content.decode()
    for path, form in (("edit", EDIT), ("restore", {"version": "1", "reason": "r"})):
        assert client.post(f"/system-profile/{path}/", form).status_code == 403
    assert not SystemProfile.objects.exists()
    assert Violation.objects.filter(kind="forbidden_write", accessor_id=principal(STAFF["administrator"]).pk)


def test_a_local_session_ends_while_the_sign_in_goes_on(scene: Scene) -> None:
    here = locally()
    session = here.session
    session["local_until"] = timezone.now().timestamp() - 1
    session.save()
    assert here.post("/system-profile/edit/", EDIT).status_code == 403
    assert here.get("/system-profile/").status_code == 200


def test_a_form_that_is_out_of_date_keeps_what_was_typed(scene: Scene) -> None:
    here = locally()
    here.post("/system-profile/edit/", EDIT)
    late = here.post("/system-profile/edit/", {**EDIT, "safety": "Mine."})
    assert late.status_code == 409 and "Mine." in late.content.decode()


@pytest.mark.parametrize("role", STAFF)
def test_staff_sees_a_persons_prompt_without_their_words(scene: Scene, role: str) -> None:
    """Seen failing when the layers were shown as they are built."""
    profiles.write({"notes": "zephyr"}, by=caller(CUSTODIAN), now=timezone.now())
    client = signed_in(STAFF[role], role)
    text = client.get(f"/system-profile/preview/?principal={CUSTODIAN}").content.decode()
    assert "notes: (" in text and "zephyr" not in text


def test_an_administrator_approves_a_note_after_a_look_at_the_findings(scene: Scene) -> None:
    client = signed_in(STAFF["administrator"], "administrator")
    assert client.post("/knowledge/", {"text": "it opened in 2024"}).status_code == 302
    note = KnowledgeNote.objects.get()
    path = f"/knowledge/kno_{note.public_id.hex}/"
    assert client.post(path, {"answer": "approve"}).status_code == 409
    assert client.post(path, {"answer": "approve", "acknowledge": "on"}).status_code == 302
    assert KnowledgeNote.objects.get().status == "approved"


def test_a_note_that_names_somebody_has_no_button(scene: Scene) -> None:
    note = knowledge.draft("bella sleeps", "", by=caller(OWNER), now=timezone.now())
    client = signed_in(STAFF["administrator"], "administrator")
    assert 'value="approve"' not in client.get("/knowledge/").content.decode()
    path = f"/knowledge/kno_{note.public_id.hex}/"
    assert client.post(path, {"answer": "approve", "acknowledge": "on"}).status_code == 409


@pytest.mark.parametrize("role", ["reviewer", "auditor"])
def test_only_an_administrator_answers_a_note(scene: Scene, role: str) -> None:
    note = knowledge.draft("tea is warm", "", by=admin(), now=timezone.now())
    client = signed_in(STAFF[role], role)
    path = f"/knowledge/kno_{note.public_id.hex}/"
    assert client.post(path, {"answer": "approve"}).status_code == 403
    assert KnowledgeNote.objects.get().status == "draft"
