"""Consents, contexts and trust on the command line: whose word it is, exit codes, JSON."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from consent.models import Consent, TrustRelationship
from tests.cast import CUSTODIAN, GRANTEE, OUTSIDER, OWNER, custodian, principal


@pytest.fixture
def bella(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    for one in (OWNER, GRANTEE, OUTSIDER):
        principal(one)


def run(*words: str) -> Any:
    out = io.StringIO()
    call_command(*words, "--json", stdout=out)
    return json.loads(out.getvalue())


def said(*words: str) -> str:
    out = io.StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def exits(*words: str) -> int:
    with pytest.raises(CommandError) as stopped:
        call_command(*words, stdout=io.StringIO())
    return stopped.value.returncode


def ask() -> str:
    scope = ("--scope", "subject:dog:bella", "--purpose", "care")
    found: str = run("consent", "request", "dog:bella", GRANTEE, *scope, "--as", OWNER)["id"]
    return found


def test_the_day_of_a_consent_on_the_command_line(bella: None) -> None:
    request = ask()
    assert [one["id"] for one in run("consent", "list", "--as", CUSTODIAN)["items"]] == [request]
    assert run("consent", "list", "--as", OUTSIDER)["items"] == []
    agreed = run("consent", "approve", request, "--as", CUSTODIAN, "--reason", "asked sean")
    assert (agreed["status"], agreed["evidence"], agreed["grantor"]) == ("active", "admin", CUSTODIAN)
    assert run("consent", "receipt", request)["record_id"] == request
    assert "to take it back: memory-admin consent revoke" in said("consent", "receipt", request)
    assert run("consent", "revoke", request, "--reason", "enough")["status"] == "revoked"
    assert "revoked" in said("consent", "list")


def test_what_is_given_here_is_the_administrators_word_and_never_verified(bella: None) -> None:
    words = ("consent", "give", "dog:bella", GRANTEE, "--scope", "subject:dog:bella", "--reason", "form 12")
    assert run(*words, "--as", CUSTODIAN, "--expires", "30d")["evidence"] == "admin"
    assert Consent.objects.get().expires_at is not None


def test_an_agent_does_not_answer_its_own_request_here_either(bella: None) -> None:
    assert exits("consent", "approve", ask(), "--as", OWNER, "--reason", "me") == 1
    assert Consent.objects.get().status == "requested"


def test_a_denial_is_told_to_the_custodian_and_not_to_the_asker(bella: None) -> None:
    request = ask()
    run("consent", "deny", request, "--as", CUSTODIAN, "--reason", "no")
    assert run("consent", "list", "--as", OWNER)["items"][0]["status"] == "requested"
    assert run("consent", "list", "--as", CUSTODIAN, "--status", "denied")["items"][0]["status"] == "denied"


def test_what_is_asked_wrongly_exits_2_and_what_is_refused_1(bella: None) -> None:
    assert exits("consent", "give", "sean", GRANTEE, "--scope", "all", "--reason", "x") == 2
    assert exits("consent", "revoke", "con_" + "0" * 32, "--reason", "x") == 1
    assert exits("context", "create", "group:x") == 1
    assert exits("context", "leave", "ctxs_0", "--as", OWNER) == 1
    assert exits("trust", "show", OWNER, GRANTEE) == 1


def test_a_context_is_entered_shown_edited_and_left(bella: None) -> None:
    session = run("context", "enter", "ctx:bella_health", "--participants", CUSTODIAN, f"{GRANTEE}=vet",
                  "--role", "care_agent", "--as", OWNER)  # fmt: skip
    assert (session["context"], session["role"]) == ("ctx:bella_health", "role:care_agent")
    shown = run("context", "show", "ctx:bella_health", "--as", CUSTODIAN)
    assert {"entity": GRANTEE, "role": "role:vet", "came": False} in shown["participants"]
    assert len(run("context", "show", "--as", OWNER)["sessions"]) == 1
    edited = run("context", "edit", "ctx:bella_health", "--add", OUTSIDER, "--remove", GRANTEE, "--as", OWNER)
    assert [one["entity"] for one in edited["participants"]] == [OWNER, CUSTODIAN, OUTSIDER]
    assert (
        run("context", "edit", "ctx:bella_health", "--share-with", "--as", OWNER)["default_access_grants"]
        == []
    )
    assert run("context", "leave", session["context_session"], "--as", OWNER)["left_at"]
    assert "No open session." in said("context", "show", "--as", OWNER)
    assert len(run("context", "list")["items"]) == 1


def test_a_context_made_with_a_reason_carries_the_administrators_consent(bella: None) -> None:
    words = ("context", "create", "ctx:bella_health", "--participants", OWNER, "--consent-for", "dog:bella")
    made = run(*words, "--as", CUSTODIAN, "--reason", "form 12")
    assert made["consents"] == [{"subject": "dog:bella", "status": "active"}]
    assert [one["entity"] for one in made["participants"]] == [CUSTODIAN, OWNER]
    assert Consent.objects.get().evidence == "admin"


def test_trust_is_set_shown_asked_for_and_answered(bella: None) -> None:
    done = run("trust", "set", OWNER, GRANTEE, "0.5", "--reason", "new", "--strict", "--summary", "walks")
    assert (done["base_trust"], done["strict_mode"]) == (0.5, True)
    kept = run("trust", "set", OWNER, GRANTEE, "0.25", "--reason", "careful")
    assert (kept["strict_mode"], kept["summary"]) == (True, "walks")
    assert run("trust", "show", OWNER, GRANTEE)["base_trust"] == 0.25
    assert len(run("trust", "history", OWNER, GRANTEE)["items"]) == 2
    run("trust", "request", OWNER, "0.75", "--as", GRANTEE, "--reason", "please")
    (waiting,) = run("trust", "requests")["items"]
    assert run("trust", "accept", waiting["id"], "--reason", "proven")["base_trust"] == 0.75
    assert "0.75" in said("trust", "show")


def test_nobody_raises_trust_in_itself_here_either(bella: None) -> None:
    run("trust", "set", OWNER, GRANTEE, "0.5", "--reason", "new")
    assert exits("trust", "set", OWNER, GRANTEE, "1", "--reason", "me", "--as", GRANTEE) == 1
    assert TrustRelationship.objects.get().base_trust == 0.5


def test_stored_words_do_nothing_to_the_terminal(bella: None) -> None:
    run("trust", "set", OWNER, GRANTEE, "0.5", "--reason", "x", "--summary", "\x1b[2Jcleared")
    assert "\x1b" not in said("trust", "show")
