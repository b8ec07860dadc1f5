"""Reading through doors that write: they give back no more than a reading door would."""

from __future__ import annotations

from typing import Any

import pytest

from consent.models import Memory
from tests.cast import CUSTODIAN, OWNER, custodian, principal
from tests.safety.stages import SCOPES, ask, token, told

HIDDEN = {"content": "The shed is green", "title": "SECRETTITLE", "summary": "SECRETSUMMARY", "tags": ["x"]}


def _memory(db: Any) -> str:
    return str(ask(token(OWNER), "POST", "memories", HIDDEN).json()["id"])


def test_a_token_that_needs_a_session_reads_nothing_by_editing(db: Any) -> None:
    memory = _memory(db)
    bound = token(OWNER, context_required=True)
    assert ask(bound, "GET", f"memories/{memory}").status_code == 404
    edited = ask(bound, "PATCH", f"memories/{memory}", {"version": 1, "tags": ["y"]})
    assert edited.status_code == 404
    assert Memory.objects.get().tags == ["x"]


def test_a_token_that_needs_a_session_edits_in_one_where_the_memory_may_be_said(db: Any) -> None:
    bound = token(OWNER, context_required=True)
    session = ask(bound, "POST", "contexts/ctx:shed/enter", {}).json()["context_session"]
    written = ask(bound, "POST", "memories", {**HIDDEN, "context_session": session}).json()
    path = f"memories/{written['id']}?context_session={session}"
    assert ask(bound, "PATCH", path, {"version": 1, "tags": ["y"]}).json()["tags"] == ["y"]


@pytest.mark.parametrize("way", ["bound", "behalf"])
def test_writing_the_same_again_gives_back_only_what_was_written(db: Any, way: str) -> None:
    _memory(db)
    principal(CUSTODIAN)
    if way == "bound":
        again = ask(token(OWNER, context_required=True), "POST", "memories", {"content": HIDDEN["content"]})
    else:
        gateway = token(OWNER, *SCOPES, "gateway")
        sent = {"content": HIDDEN["content"]}
        again = ask(gateway, "POST", "memories", sent, X_On_Behalf_Of=CUSTODIAN)
    assert again.status_code == 200
    assert "SECRET" not in again.content.decode()


def test_nobody_edits_a_memory_for_a_person_who_may_not_see_it(db: Any) -> None:
    memory = _memory(db)
    principal(CUSTODIAN)
    gateway = token(OWNER, *SCOPES, "gateway", "privacy")
    edited = ask(gateway, "PATCH", f"memories/{memory}", {"version": 1, "tags": []}, X_On_Behalf_Of=CUSTODIAN)
    assert edited.status_code == 404


@pytest.mark.parametrize("state", ["quarantined", "superseded"])
def test_an_edit_does_not_bring_back_what_was_set_aside(db: Any, state: str) -> None:
    memory = _memory(db)
    Memory.objects.update(state=state)
    edited = ask(token(OWNER), "PATCH", f"memories/{memory}", {"version": 1, "state": "active"})
    assert edited.status_code == 409 and edited.json()["code"] in {"conflict", "quarantined"}
    assert Memory.objects.get().state == state


def test_the_privacy_audit_for_another_tells_nothing_of_ones_own_stack(db: Any) -> None:
    custodian("dog:bella", CUSTODIAN)
    owner = token(OWNER, *SCOPES, "gateway", "privacy")
    ask(owner, "POST", "memories", {"content": "Bella has a murmur"})
    principal("human:tom")
    path = "privacy/audit?subject=dog:bella"
    assert len(ask(owner, "GET", path).json()["items"]) == 1
    assert ask(owner, "GET", path, X_On_Behalf_Of="human:tom").json()["items"] == []


def test_a_bogus_session_does_not_tell_a_hidden_memory_from_none(db: Any) -> None:
    memory = _memory(db)
    outsider = token(CUSTODIAN, *SCOPES, "privacy")
    session = "ctxs_" + "0" * 32
    answers = [
        told(
            ask(
                outsider,
                "POST",
                "access/explain",
                {"memory": one, "principal": CUSTODIAN, "context_session": session},
            )
        )
        for one in (memory, "mem_" + "0" * 32)
    ]
    assert answers[0] == answers[1]
