"""The trust seed's scenarios end to end: what is told too much is caught, redacted and in the queue."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from audit.models import Event, Violation
from consent.models import Validation
from tests.cast import GRANTEE, NOW
from tests.consent.doors import Door
from tests.consent.validating import ask, check, write
from tests.pure.labelled_responses import STORIES, Story
from tests.pure.seed_scenarios import CAR, DOCTOR, KEPT_PRIVATE, STRATEGY, TOLD


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
    kept = STORIES[1].kept[0]
    assert "checkup" in kept
    passed = check(door, recall, kept)
    assert (passed["action_taken"], passed["redacted_response"]) == ("allowed", kept)


@pytest.mark.parametrize(
    ("body", "story", "tier"),
    [(CAR, STORIES[0], "hint"), (STRATEGY, STORIES[2], "partial")],
)
def test_every_labelled_response_fares_over_http_as_it_does_in_the_rules(
    door: Door, body: dict[str, Any], story: Story, tier: str
) -> None:
    write(door, body)
    for told, responses in ((True, story.told), (False, story.kept)):
        for response in responses:
            _forget()
            recall = ask(door, story.question)
            assert [one["tier"] for one in recall["items"]] == [tier]
            answer = check(door, recall, response)
            assert answer["compliant"] is not told, (response, answer["spans"])
            assert bool(answer["violation"]) is told


def _forget() -> None:
    """Let the day's findings be those of long ago, so that the limit on guessing stays out of this."""
    Validation.objects.update(at=NOW - timedelta(days=300))
