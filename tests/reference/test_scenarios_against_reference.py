"""Show that the reference answers every question of the scenario files as they expect."""

from typing import Any

import pytest

from tests.reference.stories import asked, stories

ANSWERS = ("expect", "reason", "tier", "access_grants", "pending_grants")
STORIES = {story["name"]: story for story in stories()}


def expected(question: dict[str, Any]) -> dict[str, Any]:
    found = {key: question[key] for key in ANSWERS if key in question}
    if question["ask"] == "grants":
        found["access_grants"] = sorted(found["access_grants"])
        found["pending_grants"] = {grantee: sorted(lack) for grantee, lack in found["pending_grants"].items()}
    return found


@pytest.mark.parametrize("name", STORIES)
def test_the_reference_answers_the_story_of(name: str) -> None:
    wrong = []
    for place, question, answer in asked(STORIES[name]):
        wanted = expected(question)
        if wanted != {key: answer[key] for key in wanted}:
            wrong.append(f"{place}: {question}\n    answered {answer}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", STORIES)
def test_every_step_of_the_story_is_followed_by_a_question(name: str) -> None:
    assert all(step["questions"] for step in STORIES[name]["steps"])


@pytest.mark.parametrize("name", STORIES)
def test_yes_and_no_are_both_asked_in(name: str) -> None:
    answers = [question["expect"] for _, question, _ in asked(STORIES[name]) if question["ask"] == "sees"]
    assert 0.25 < sum(answers) / len(answers) < 0.75


def test_the_worked_examples_are_all_told() -> None:
    assert set(STORIES) >= {"bella_health_and_dog_park", "school", "vet_and_new_vet", "shared_stack"}
