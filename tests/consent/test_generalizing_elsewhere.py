"""Generalizing by tool, on the command line and on pages; and that no door shows the link to anybody else."""

from __future__ import annotations

import re
from typing import Any

import pytest

from consent.models import Generalization
from consent.services.memories import create
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, caller, custodian, draft, principal
from tests.consent.doors import SCOPES, token
from tests.mcp import agents
from tests.pages.stage import STAFF, signed_in
from tests.safety.outside import client, play, script, token_of

PRIVATE = "Bella has a grade 2 heart murmur"
SHARED = "Heart murmurs in small breeds need exercise monitoring"
SEAN = CUSTODIAN


def private(content: str = PRIVATE, who: str = OWNER, **fields: Any) -> str:
    return create(draft(content, **fields), by=caller(who), now=NOW).public_id


def about_bella() -> str:
    custodian("dog:bella", SEAN)
    return private(subject_ids=("dog:bella",))


def tool(memory: str, statement: str, **more: Any) -> tuple[bool, dict[str, Any]]:
    given = {"memory": memory, "statement": statement, "access_grants": ["*"], **more}
    answer = agents.call(token(OWNER, *SCOPES), "memory_generalize", **given)
    return bool(answer.is_error), dict(answer.structured_content or {})


def test_the_tool_writes_waits_or_says_what_is_too_much(db: object) -> None:
    memory = about_bella()
    failed, answer = tool(memory, "Bella needs rest")
    assert failed and (answer["code"], answer["findings"][0]["check"]) == ("generalization_blocked", "names")
    failed, answer = tool(memory, SHARED)
    assert not failed and answer["status"] == "awaiting_approval"
    failed, answer = tool(private("gates that squeak were never oiled"), "oil helps hinges")
    assert not failed and (answer["status"], answer["kind"]) == ("created", "belief")


def test_the_review_queue_shows_the_findings_and_takes_the_answer(db: object) -> None:
    memory = about_bella()
    assert not tool(memory, f"{SHARED} for two weeks", acknowledge=["specificity"])[0]
    queue = signed_in(SEAN)
    text = queue.get("/generalizations/").content.decode()
    assert SHARED in text and "two weeks" in text and memory not in text
    row = Generalization.objects.get()
    answer = f"/generalizations/gen_{row.public_id.hex}/answer/"
    assert queue.post(answer, {"answer": "accept"}).status_code == 409
    assert queue.post(answer, {"answer": "perhaps"}).status_code == 400
    assert signed_in("human:kim").post(answer, {"answer": "accept", "looked": "on"}).status_code == 404
    said = {"answer": "accept", "looked": "on", "checks": ["specificity"]}
    assert 'name="checks" value="specificity"' in text
    assert queue.post(answer, said).status_code == 302
    row.refresh_from_db()
    assert row.status == "accepted" and row.result_id is not None


def test_a_reviewer_may_answer_and_an_auditor_may_not(db: object) -> None:
    about = about_bella()
    tool(about, SHARED)
    row = Generalization.objects.get()
    answer = f"/generalizations/gen_{row.public_id.hex}/answer/"
    auditor = signed_in(STAFF["auditor"], "auditor")
    assert auditor.post(answer, {"answer": "decline"}).status_code == 404
    assert SHARED not in auditor.get("/generalizations/").content.decode()
    reviewer = signed_in(STAFF["reviewer"], "reviewer")
    assert reviewer.post(answer, {"answer": "decline", "reason": "no"}).status_code == 302


def test_a_person_generalizes_on_the_page_and_sees_the_link_alone(db: object) -> None:
    memory = private("gates that squeak were never oiled", who=SEAN)
    mine = signed_in(SEAN)
    path = f"/memories/{memory}/generalize/"
    assert path in mine.get(f"/memories/{memory}/").content.decode()
    refused = mine.post(path, {"statement": "seen in 2019", "access_grants": "*"})
    assert refused.status_code == 422 and "2019" in refused.content.decode()
    assert mine.post(path, {"statement": "", "access_grants": "*"}).status_code == 400
    assert mine.post(path, {"statement": "oil helps hinges", "access_grants": "*"}).status_code == 302
    row = Generalization.objects.select_related("result").get()
    assert row.result is not None
    belief = f"/memories/mem_{row.result.public_id.hex}/"
    assert memory in mine.get(belief).content.decode()
    other = signed_in("human:kim").get(belief).content.decode()
    assert "oil helps hinges" in other and memory not in other and "Generalized" not in other
    assert signed_in("human:kim").get(path).status_code == 404


def test_what_is_due_is_kept_on_the_page(db: object) -> None:
    memory = private("gates that squeak were never oiled", who=SEAN)
    mine = signed_in(SEAN)
    mine.post(f"/memories/{memory}/generalize/", {"statement": "oil helps hinges", "access_grants": "*"})
    client(token_of(SEAN)).delete(f"/api/v1/memories/{memory}")
    assert "erased" in mine.get("/generalizations/?view=due").content.decode()
    row = Generalization.objects.get()
    assert mine.post(f"/generalizations/gen_{row.public_id.hex}/keep/").status_code == 302
    assert "oil helps" not in mine.get("/generalizations/?view=due").content.decode()


@pytest.mark.parametrize("linked", [True, False])
def test_two_worlds_one_with_a_link_and_one_without_look_the_same(
    db: object, linked: bool, answers: dict[bool, list[str]]
) -> None:
    # Against a link shown to whoever sees the belief, and a belief that stays below its source.
    for one in ("human:kim", GRANTEE, OUTSIDER):
        principal(one)
    memory = private("gates that squeak were never oiled", who=OWNER, access_grants=(GRANTEE,))
    bearer = client(token_of(OWNER))
    if linked:
        body: dict[str, Any] = {"statement": "oil helps hinges", "access_grants": ["*"]}
        made = bearer.post(f"/api/v1/memories/{memory}/generalize", body, format="json").json()["id"]
    else:
        body = {"kind": "belief", "content": "oil helps hinges", "access_grants": ["*"]}
        body |= {"epistemic_status": "inferred", "source": {"type": "unknown"}}
        made = bearer.post("/api/v1/memories", body, format="json").json()["id"]
    named = re.compile(rf"{made}|{memory}")
    told = []
    for who in (OUTSIDER, GRANTEE):
        steps = [*script([made], ["hinges", "squeak"], [OWNER])]
        steps += [("GET", "/api/v1/generalizations", None), ("GET", "/api/v1/proposals", None)]
        told += play(token_of(who), steps, frozenset({made, memory}))
    known = {made: "BELIEF", memory: "SOURCE"}
    answers[linked] = [named.sub(lambda found: known[found[0]], one) for one in told]
    if len(answers) == 2:
        pairs = zip(answers[True], answers[False], strict=True)
        assert [pair for pair in pairs if pair[0] != pair[1]] == []


@pytest.fixture(scope="module")
def answers() -> dict[bool, list[str]]:
    """What was told in each world."""
    return {}
