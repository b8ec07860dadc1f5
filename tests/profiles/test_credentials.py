"""Tokens: what may be given, who may give it, what stops one."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from audit.models import Event
from memory_admin.http.problem import Problem
from profiles.authentication import TokenRefused
from profiles.models import Credential
from profiles.rules.credentials import CredentialSpec
from profiles.rules.tokens import Token, parse
from profiles.services import credentials, last_used, principals
from tests.profiles.cast import NOW, admin, agent, caller_with, someone, token_of

pytestmark = pytest.mark.usefixtures("db")
SPEC = CredentialSpec("test", ("memory",))


def test_only_a_digest_of_a_token_is_kept() -> None:
    row, token = token_of(someone("si:ash"))
    parsed = parse(token)
    assert parsed is not None
    stored = Credential.objects.filter(pk=row.pk).values().get()
    assert parsed.secret not in repr({**stored, "digest": bytes(stored["digest"])})
    assert bytes(stored["digest"]) == parsed.digest
    assert parsed.secret not in repr(parsed)


def test_a_token_holds_256_bits_of_chance() -> None:
    ash = someone("si:ash")
    tokens = {token_of(ash)[1] for _ in range(20)}
    assert len(tokens) == 20
    assert {len(token) for token in tokens} == {len(Token("0" * 8, "0" * 43).text)}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"scopes": ()}, "scopes"),
        ({"scopes": ("root",)}, "scopes"),
        ({"scopes": ("consent:record",)}, "scopes"),
        ({"scopes": ("consent:record:*",)}, "scopes"),
        ({"scopes": ("consent:record:group:care_team",)}, "scopes"),
        ({"scopes": ("consent:record:human:nobody",)}, "scopes"),
        ({"act_as": ("si:nobody",)}, "act_as"),
        ({"act_as": ("*",)}, "act_as"),
        ({"act_as": ("group:care_team",)}, "act_as"),
        ({"max_provenance": "root"}, "max_provenance"),
        ({"source_types": ("rumour",)}, "source_types"),
        ({"providers": ("Tele gram",)}, "providers"),
        ({"expires_at": NOW}, "expires_at"),
        ({"label": " "}, "label"),
    ],
)
def test_what_cannot_be_given_is_refused_by_field(change: dict[str, Any], field: str) -> None:
    someone("group:care_team")
    ash = someone("si:ash")
    with pytest.raises(Problem) as refusal:
        credentials.issue(principal=ash, spec=replace(SPEC, **change), by=admin(), now=NOW)
    assert refusal.value.status == 422
    assert set(refusal.value.errors) == {field}
    assert not Credential.objects.exists()


def test_recording_consent_is_for_one_named_grantor_in_canonical_form() -> None:
    someone("human:sean")
    row, _ = token_of(someone("si:ash"), "consent", "consent:record:human:SEAN")
    assert row.scopes == ["consent", "consent:record:human:sean"]
    event = Event.objects.get(action="credential.create")
    assert event.details["scopes"] == ["consent", "consent:record"]


def test_only_an_administrator_issues() -> None:
    for scopes in (("memory", "principals"), ("admin",)):
        by = agent(f"si:{scopes[0]}", *scopes, act_as=())
        allowed = "admin" in scopes
        if allowed:
            credentials.issue(principal=someone("si:ash"), spec=SPEC, by=by, now=NOW)
        else:
            with pytest.raises(Problem, match="403"):
                credentials.issue(principal=someone("si:max"), spec=SPEC, by=by, now=NOW)


def test_an_administrator_acting_as_another_issues_nothing() -> None:
    someone("si:max")
    _, token = token_of(someone("human:luna"), "admin", act_as=("si:max",))
    acting = caller_with(token, act_as="si:max")
    with pytest.raises(Problem, match="403"):
        credentials.issue(principal=someone("si:ash"), spec=SPEC, by=acting, now=NOW)


def test_an_unverified_entity_gets_no_token_and_a_collective_none_either() -> None:
    rumour = principals.register(["human:rumour"], by=admin(), now=NOW)["human:rumour"]
    for holder in (rumour, someone("group:care_team")):
        with pytest.raises(Problem, match="422"):
            credentials.issue(principal=holder, spec=SPEC, by=admin(), now=NOW)


def test_a_rotated_token_is_of_the_same_lineage_and_the_old_one_ends() -> None:
    row, old = token_of(someone("si:ash"), "memory", "recall")
    second, token = credentials.rotate(row.pk, by=admin(), now=NOW)
    third, newest = credentials.rotate(second.pk, by=admin(), now=NOW)
    for dead in (old, token):
        with pytest.raises(TokenRefused):
            caller_with(dead)
    caller = caller_with(newest)
    assert (caller.credential_id, caller.lineage_id) == (third.pk, row.pk)
    assert caller.scopes == {"memory", "recall"}


def test_an_overlap_leaves_the_old_token_until_it_is_over() -> None:
    from django.utils import timezone

    row, old = token_of(someone("si:ash"))
    _, new = credentials.rotate(row.pk, by=admin(), now=timezone.now(), overlap=timedelta(hours=1))
    assert caller_with(old).lineage_id == caller_with(new).lineage_id == row.pk
    Credential.objects.filter(pk=row.pk).update(expires_at=timezone.now())
    with pytest.raises(TokenRefused):
        caller_with(old)


def test_a_revoked_token_never_comes_back() -> None:
    row, _ = token_of(someone("si:ash"))
    credentials.revoke(row.pk, by=admin(), now=NOW)
    for act in (credentials.rotate, credentials.resume, credentials.pause):
        with pytest.raises(Problem, match="409 credential_over"):
            act(row.pk, by=admin(), now=NOW)


def test_a_paused_token_stays_paused_when_rotated() -> None:
    row, _ = token_of(someone("si:ash"))
    credentials.pause(row.pk, by=admin(), now=NOW)
    _, token = credentials.rotate(row.pk, by=admin(), now=NOW)
    with pytest.raises(TokenRefused):
        caller_with(token)


def test_a_holder_replaces_only_the_token_it_presents() -> None:
    ash = someone("si:ash")
    narrow, token = token_of(ash, "memory")
    wide, _ = token_of(ash, "admin", "memory")
    by = caller_with(token)
    with pytest.raises(Problem, match="404"):
        credentials.rotate(wide.pk, by=by, now=NOW)
    renewed, _ = credentials.rotate(narrow.pk, by=by, now=NOW)
    assert renewed.scopes == ["memory"]


def test_nobody_stops_anothers_token() -> None:
    row, _ = token_of(someone("si:ash"))
    outsider = agent("si:max")
    for act in (credentials.pause, credentials.revoke, credentials.rotate):
        with pytest.raises(Problem, match="404"):
            act(row.pk, by=outsider, now=NOW)
    with pytest.raises(Problem, match="404"):
        credentials.revoke(row.pk + 1000, by=outsider, now=NOW)


def test_a_paused_holder_cannot_resume_itself() -> None:
    ash = someone("si:ash")
    row, _ = token_of(ash)
    _, other = token_of(ash)
    by = caller_with(other)
    credentials.pause(row.pk, by=by, now=NOW)
    with pytest.raises(Problem, match="403"):
        credentials.resume(row.pk, by=by, now=NOW)


def test_when_a_token_was_last_used_is_known_without_a_write() -> None:
    row, token = token_of(someone("si:ash"))
    last_used._told.clear()
    assert last_used.read([row.pk]) == {}
    caller_with(token)
    assert set(last_used.read([row.pk, row.pk + 1])) == {row.pk}
