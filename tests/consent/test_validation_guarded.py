"""Validation gives nothing away to those who guess, and nothing to those who did not ask."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from audit.models import Event, Recall, Violation
from consent.models import Policy, Validation, ValidationTicket
from consent.services import validations
from consent.validation import validate
from memory_admin.http.problem import Problem
from tests.cast import GRANTEE, NOW, OUTSIDER, OWNER
from tests.consent.doors import SCOPES, Door, token
from tests.consent.validating import ask, check, write
from tests.pure.seed_scenarios import CAR, KEPT_PRIVATE, TOLD

QUESTION = "What happened in June 2025?"
PATH = "responses/validate"


def policy(**settings: Any) -> None:
    Policy.objects.create(version=1, settings=settings, at=NOW)


def refused(door: Door, who: str, recall: str, response: str = TOLD) -> tuple[int, str]:
    answer = door(who, "POST", PATH, {"recall_id": recall, "response": response})
    return answer.status_code, answer.json().get("code", "")


def test_more_withheld_than_is_checked_is_refused_and_ones_own_is_not_counted(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing with whatever was withheld taken."""
    write(door, CAR)
    recall = ask(door, QUESTION)
    monkeypatch.setattr(validations, "MOST_WITHHELD", len(CAR["content"]) - 1)
    assert refused(door, GRANTEE, recall["recall_id"]) == (422, "too_much_withheld")
    assert check(door, ask(door, QUESTION, OWNER), TOLD, OWNER)["compliant"]
    monkeypatch.setattr(validations, "MOST_WITHHELD", len(CAR["content"]))
    assert refused(door, GRANTEE, recall["recall_id"])[0] == 200


def test_a_recall_of_another_and_of_another_token_is_the_same_as_none(door: Door) -> None:
    write(door, CAR)
    recall = ask(door, QUESTION)["recall_id"]
    bodies = []
    for who in (OUTSIDER, OWNER, token(GRANTEE, *SCOPES)):
        for known in (recall, "rec_" + "0" * 32, "nonsense"):
            answer = door(who, "POST", PATH, {"recall_id": known, "response": TOLD})
            assert answer.status_code == 404
            bodies.append({k: v for k, v in answer.json().items() if k not in {"request_id", "instance"}})
    assert all(body == bodies[0] for body in bodies)
    assert not Validation.objects.exists() and not Violation.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"recall_id": "rec_" + "0" * 32},
        {"recall_id": 1, "response": "x"},
        {"recall_id": "x", "response": None},
        {"recall_id": "x", "response": "x" * 100_001},
        {"recall_id": "x", "response": "x", "more": 1},
        {"recall_id": "x", "response": "nul \x00"},
    ],
)
def test_a_body_that_is_not_understood_is_400(door: Door, body: dict[str, Any]) -> None:
    assert door(GRANTEE, "POST", PATH, body).status_code == 400


def test_without_the_scope_nothing_is_checked(door: Door) -> None:
    answer = door(token(GRANTEE, "recall"), "POST", PATH, {"recall_id": "x", "response": "x"})
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")


def test_three_failures_block_the_rest_of_a_recall_and_each_is_a_violation(door: Door) -> None:
    write(door, CAR)
    recall = ask(door, QUESTION)
    for _ in range(3):
        assert not check(door, recall, TOLD)["compliant"]
    assert refused(door, GRANTEE, recall["recall_id"], KEPT_PRIVATE) == (409, "validation_blocked")
    assert Violation.objects.filter(kind="disclosure_leak").count() == 3
    assert Event.objects.filter(action="response.validate").count() == 3
    assert Event.objects.filter(outcome="refused", code="validation_blocked").exists()


def test_hints_let_through_count_as_well_so_words_cannot_be_tried_one_by_one(door: Door) -> None:
    write(door, CAR)
    policy(validation_findings=4)
    recall = ask(door, QUESTION)
    answers = [
        check(door, recall, f"Was it the {word}?") for word in ("hospital", "drunk", "surgery", "driver")
    ]
    assert {one["action_taken"] for one in answers} == {"allowed_with_warning"}
    assert refused(door, GRANTEE, recall["recall_id"], "Nothing.") == (409, "validation_blocked")


def test_recalling_again_buys_no_more_guesses_at_a_memory_within_a_day(door: Door) -> None:
    write(door, CAR)
    policy(validation_findings_daily=2)
    for _ in range(2):
        check(door, ask(door, QUESTION), TOLD)
    answer = door(
        GRANTEE, "POST", PATH, {"recall_id": ask(door, QUESTION)["recall_id"], "response": KEPT_PRIVATE}
    )
    assert (answer.status_code, answer.json()["code"]) == (429, "validation_limited")
    assert int(answer.headers["Retry-After"]) > 0


def test_a_memory_left_out_of_the_answer_is_no_more_to_be_guessed_at_than_one_told(door: Door) -> None:
    """Seen failing when only the items that were included counted towards a day's guesses."""
    write(door, CAR)
    policy(validation_findings_daily=2)
    nothing = {"per_kind": {CAR["kind"]: 0}}
    for _ in range(2):
        recall = ask(door, QUESTION, budget=nothing)
        assert recall["items"] == []
        check(door, recall, TOLD)
    again = ask(door, QUESTION, budget=nothing)["recall_id"]
    assert refused(door, GRANTEE, again) == (429, "validation_limited")


def test_a_memory_that_was_read_and_not_recalled_is_no_more_to_be_guessed_at(door: Door) -> None:
    """Seen failing when a day's guesses were counted from what a recall owed, and reading owes nothing."""
    memory = write(door, CAR)
    policy(validation_findings_daily=2)
    for _ in range(2):
        check(door, ask(door, QUESTION), TOLD)
    assert door(GRANTEE, "GET", f"memories/{memory}").status_code == 200
    read = Recall.objects.latest("pk").public.hex
    assert refused(door, GRANTEE, f"rec_{read}") == (429, "validation_limited")


def test_what_the_question_said_is_free_where_all_of_a_memory_was_left_out(door: Door) -> None:
    """Seen failing when a recall of nothing but what was left out kept no words of its question."""
    write(door, CAR)
    question = "What happened in June 2025, was it a drunk driver on Highway 101?"
    recall = ask(door, question, budget={"per_kind": {CAR["kind"]: 0}})
    assert len(recall["excluded"]) == 1
    assert check(door, recall, "I know of no drunk driver.")["action_taken"] == "allowed"


def test_many_at_once_get_no_more_answers_than_one_after_the_other(door: Door) -> None:
    write(door, CAR)
    recall = ask(door, QUESTION)["recall_id"]

    def attempt(_: int) -> int:
        try:
            return int(door(GRANTEE, "POST", PATH, {"recall_id": recall, "response": TOLD}).status_code)
        finally:
            for connection in connections.all():
                connection.close()

    with ThreadPoolExecutor(6) as pool:
        codes = sorted(pool.map(attempt, range(8)))
    assert codes == [200] * 3 + [409] * 5
    assert ValidationTicket.objects.get().failed == 3


def test_no_word_of_what_was_withheld_or_said_is_stored_in_clear(door: Door) -> None:
    policy(validation_review_share=1)
    write(door, CAR)
    recall = ask(door, QUESTION)
    check(door, recall, TOLD)
    check(door, recall, KEPT_PRIVATE)
    kept = (Violation, Validation, ValidationTicket, Event)
    stored = str([list(table.objects.values()) for table in kept]).lower()
    assert Validation.objects.filter(sampled=True).count() == 1
    for word in ("accident", "highway", "june", "difficult", "significant", "happened"):
        assert word not in stored, word


def test_a_response_is_judged_against_the_version_that_was_delivered(door: Door) -> None:
    memory = write(door, CAR)
    recall = ask(door, QUESTION)
    changed = {"content": "Was stung by hornets in the orchard. Swollen face for weeks.", "version": 1}
    assert door(OWNER, "PATCH", f"memories/{memory}", changed).status_code == 200
    assert not check(door, recall, "It was a car accident on Highway 101.")["compliant"]
    assert check(door, recall, "You were stung by hornets in the orchard.")["action_taken"] == "allowed"


def test_the_owner_of_a_memory_may_say_all_of_it(door: Door) -> None:
    write(door, CAR)
    assert check(door, ask(door, "accident", who=OWNER), TOLD, who=OWNER)["action_taken"] == "allowed"


def test_no_record_no_answer(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    write(door, CAR)
    recall = ask(door, QUESTION)["recall_id"]

    def broken(*_: Any, **__: Any) -> None:
        raise Problem(503, "not_recorded")

    monkeypatch.setattr("consent.services.validations.note", broken)
    assert refused(door, GRANTEE, recall) == (503, "not_recorded")
    assert not Validation.objects.exists() and not Violation.objects.exists()
    assert validate.__doc__
