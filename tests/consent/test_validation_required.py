"""A required validation that does not come is a violation, and strict owners wait for it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from audit.models import Violation
from consent.models import ValidationTicket
from consent.services import tickets
from consent.tasks import report_unvalidated
from memory_admin.http.problem import Problem
from tests.cast import GRANTEE, OWNER, admin, caller, principal
from tests.consent.doors import Door
from tests.consent.validating import ask, check, write
from tests.pure.seed_scenarios import CAR, KEPT_PRIVATE

QUESTION = "What happened in June 2025?"
NOTE = {"kind": "note", "content": "The kettle in the kitchen is new.", "trust": 1.0}


def overdue(hours: float = 2) -> None:
    """Let every ticket have been due some time ago."""
    ValidationTicket.objects.update(due_at=timezone.now() - timedelta(hours=hours))


def trusted(door: Door, **terms: Any) -> None:
    principal(GRANTEE)
    body = {"base_trust": 1.0, "reason": "careful", **terms}
    assert door(OWNER, "PUT", f"trust/{OWNER}/{GRANTEE}", body).status_code == 200


def test_nothing_is_required_where_all_was_shown(door: Door) -> None:
    write(door, NOTE)
    assert ask(door, "kettle")["validation"] == {"required": False, "reason": None, "due_at": None}
    assert not ValidationTicket.objects.exists()


@pytest.mark.parametrize(
    ("terms", "reason"),
    [({"require_validation": True}, "relationship"), ({"strict_mode": True}, "strict_mode")],
)
def test_a_relationship_can_require_it(door: Door, terms: dict[str, bool], reason: str) -> None:
    write(door, NOTE)
    trusted(door, **terms)
    assert ask(door, "kettle" if reason == "relationship" else "note")["validation"]["reason"] == reason


def test_one_that_never_comes_is_a_violation_once(door: Door) -> None:
    write(door, CAR)
    ask(door, QUESTION)
    report_unvalidated()
    assert not Violation.objects.exists(), "it is not due yet"
    overdue()
    report_unvalidated()
    report_unvalidated()
    violation = Violation.objects.get()
    assert (violation.kind, violation.severity, violation.repeats) == ("unvalidated_response", "medium", 0)


def test_one_that_came_is_none(door: Door) -> None:
    write(door, CAR)
    check(door, ask(door, QUESTION), KEPT_PRIVATE)
    overdue()
    report_unvalidated()
    assert not Violation.objects.exists()


def test_a_strict_owner_is_left_out_until_the_validation_comes(door: Door) -> None:
    write(door, NOTE)
    trusted(door, strict_mode=True)
    first = ask(door, "note")
    assert [(one["tier"], one["trust_reason"]) for one in first["items"]] == [("summary", "strict_mode")]
    assert ask(door, "note")["items"], "it is not overdue yet"
    overdue()
    again = ask(door, "note")
    assert not again["items"]
    assert {one["reason"] for one in again["excluded"]} == {"validation_overdue"}
    only = door(GRANTEE, "POST", "recall", {"query": "note", "owners": [OWNER]})
    assert (only.status_code, only.json()["code"]) == (409, "validation_overdue")
    for ticket in ValidationTicket.objects.filter(required=True, state="open"):
        check(door, {"recall_id": f"rec_{ticket.recall.hex}"}, "Nothing to tell.")
    assert ask(door, "note")["items"]


def test_waiting_lapses_and_a_person_ends_it_with_a_reason(door: Door) -> None:
    write(door, NOTE)
    trusted(door, strict_mode=True)
    recall = ask(door, "note")["recall_id"]
    overdue(hours=24 * 8)
    assert ask(door, "note")["items"], "after the policy's days nobody waits"
    overdue()
    assert not ask(door, "note")["items"]
    now = timezone.now()
    for by, reason in ((caller(GRANTEE), "please"), (caller(OWNER), "fine"), (admin(), " ")):
        with pytest.raises(Problem):
            tickets.clear(recall, reason, by=by, now=now)
    for ticket in ValidationTicket.objects.filter(state="open", required=True):
        tickets.clear(f"rec_{ticket.recall.hex}", "the agent crashed", by=admin(), now=now)
    assert ask(door, "note")["items"]


def test_an_agent_ends_no_waiting_though_its_token_administers(door: Door) -> None:
    """Seen failing when any token with the scope admin, and a reason, ended it."""
    write(door, NOTE)
    trusted(door, strict_mode=True)
    recall, agent = ask(door, "note")["recall_id"], caller(GRANTEE, scopes=frozenset({"admin"}))
    with pytest.raises(Problem, match="403"):
        tickets.clear(recall, "I crashed", by=agent, now=timezone.now())


def test_the_words_of_old_questions_are_forgotten(door: Door) -> None:
    write(door, CAR)
    ask(door, QUESTION)
    assert ValidationTicket.objects.get().words
    tickets.settle_old(now=timezone.now() + timedelta(days=8))
    ticket = ValidationTicket.objects.get()
    assert (ticket.words, ticket.state) == ([], "lapsed")
