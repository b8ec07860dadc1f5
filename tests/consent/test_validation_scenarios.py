"""The trust seed's scenarios end to end: what is told too much is caught, redacted and in the queue."""

from __future__ import annotations

from audit.models import Event, Violation
from tests.cast import GRANTEE
from tests.consent.doors import Door
from tests.consent.validating import ask, check, write
from tests.pure.seed_scenarios import CAR, DOCTOR, KEPT_PRIVATE, TOLD


def test_the_hint_is_found_and_its_response_must_be_validated(door: Door) -> None:
    write(door, CAR)
    recall = ask(door, "What happened in June 2025?")
    assert [one["tier"] for one in recall["items"]] == ["hint"]
    assert "accident" not in str(recall["messages"]).lower()
    assert (recall["validation"]["required"], recall["validation"]["reason"]) == (True, "hint_delivered")
    assert recall["validation"]["due_at"]


def test_the_acceptable_answer_about_the_accident_passes(door: Door) -> None:
    write(door, CAR)
    answer = check(door, ask(door, "What happened in June 2025?"), KEPT_PRIVATE)
    assert (answer["score"], answer["compliant"], answer["action_taken"]) == (1.0, True, "allowed")
    assert (answer["redacted_response"], answer["spans"], answer["violation"]) == (KEPT_PRIVATE, [], None)
    assert not Violation.objects.exists()


def test_the_unacceptable_answer_is_caught_redacted_and_in_the_queue(door: Door) -> None:
    memory = write(door, CAR)
    answer = check(door, ask(door, "What happened in June 2025?"), TOLD)
    assert (answer["score"], answer["compliant"], answer["action_taken"]) == (0.25, False, "redacted")
    assert answer["redacted_response"] == "You were in a [REDACTED] on [REDACTED] [REDACTED]..."
    assert {one["memory_id"] for one in answer["spans"]} == {memory}
    assert TOLD[answer["spans"][0]["start"] : answer["spans"][0]["end"]] == "car accident"
    violation = Violation.objects.get()
    assert answer["violation"] == f"vio_{violation.public.hex}"
    assert (violation.kind, violation.severity, violation.status) == ("disclosure_leak", "high", "open")
    assert (violation.score, violation.action_taken, violation.trust) == (0.25, "redacted", 0.0)
    assert "accident" not in violation.response and violation.spans[0]["category"] == "verbatim"
    event = Event.objects.get(action="response.validate")
    assert (event.details["score"], event.details["became"]) == (0.25, "redacted")


def test_the_doctors_visit_passes_as_summary_and_not_in_detail(door: Door) -> None:
    write(door, DOCTOR)
    recall = ask(door, "What did the doctor say?")
    assert GRANTEE and recall["items"], "the visit is found"
    told = "Your blood pressure was slightly elevated, and you were prescribed medication for cholesterol."
    answer = check(door, recall, told)
    assert not answer["compliant"]
    assert "cholesterol" not in answer["redacted_response"]
    kind = "You had a doctor visit in January. The specific medical details are private."
    assert check(door, recall, kind)["action_taken"] == "allowed"
