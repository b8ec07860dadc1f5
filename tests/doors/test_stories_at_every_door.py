"""S2: each scenario, told through the services, gets its expected answer at every door."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from audit.models import Violation
from tests.doors import telling
from tests.doors.doors import Sees, enters, granted
from tests.doors.every_door import EVERY_DOOR
from tests.doors.stage import Plain, Stage
from tests.reference.stories import stories

STORIES = {story["name"]: story for story in stories()}


def session_of(stage: Stage, question: Plain) -> str | None:
    session = question["session"]
    if isinstance(session, dict):
        return telling.opened(stage, session["context"], question["asker"])
    return stage.sessions[session] if session else None


def seen_wrongly(stage: Stage, question: Plain) -> Iterator[str]:
    more = {
        name: question[name]
        for name in ("behalf", "visibility", "recall_self", "context_required")
        if name in question
    }
    asked = Sees(question["asker"], question["memory"], session_of(stage, question), **more)
    for name, door in EVERY_DOOR.items():
        said = door(stage, asked)
        if said is None:
            continue
        if said.sees != question["expect"]:
            yield f"{name}: {said}"
        tier = question.get("tier")
        if tier and said.tier and said.tier != tier:
            yield f"{name}: tier {said.tier}"
        if said.reason and said.reason != question["reason"]:
            yield f"{name}: reason {said.reason}"


def answered_wrongly(stage: Stage, question: Plain) -> Iterator[str]:
    if question["ask"] == "sees":
        yield from seen_wrongly(stage, question)
    elif question["ask"] == "enters":
        for name, may in enters(stage, question["asker"], question["context"]).items():
            if may != question["expect"]:
                yield f"{name}: {may}"
    else:
        expected = sorted(question["access_grants"])
        waiting = {grantee: sorted(lack) for grantee, lack in question["pending_grants"].items()}
        for name, (effective, pending) in granted(stage, question["memory"]).items():
            if effective not in (None, expected) or pending != waiting:
                yield f"{name}: {effective} {pending}"


def wrong_answers(stage: Stage, story: Plain) -> Iterator[str]:
    telling.tell(stage, story["facts"])
    for number, step in enumerate([{"do": "facts", "questions": story["questions"]}, *story["steps"]]):
        if number:
            telling.play(stage, step)
        for question in step["questions"]:
            for wrong in answered_wrongly(stage, question):
                yield f"step {number} ({step['do']}) {question}: {wrong}"


@pytest.mark.parametrize("name", STORIES)
def test_a_story_gets_its_expected_answer_at_every_door(name: str, stage: Stage) -> None:
    assert list(wrong_answers(stage, STORIES[name])) == []
    assert not Violation.objects.filter(kind="guard_tripped").exists(), "only the second guard held"
