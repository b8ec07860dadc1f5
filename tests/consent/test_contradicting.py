"""What contradicts what is known more surely does not replace it: both stay, and are recalled together."""

from __future__ import annotations

from typing import Any

from consent.models import MemoryConflict
from tests.cast import CUSTODIAN, GRANTEE, OWNER
from tests.consent.doors import SCOPES, Door, token

SURE, GUESS = "Sean lives in Austin", "He probably moved to Dallas by now"


def contradicted(door: Door, grantees: tuple[str, str] = (GRANTEE, GRANTEE)) -> tuple[str, str]:
    """Write and verify one memory, and try to replace it by a guess; each shared with somebody."""
    made = []
    for text, grantee, status in zip((SURE, GUESS), grantees, ("observed", "inferred"), strict=True):
        body = {"content": text, "access_grants": [grantee, CUSTODIAN], "epistemic_status": status}
        body["kind"] = "raw" if text == SURE else "note"
        made.append(door(OWNER, "POST", "memories", body).json()["id"])
    sure, guess = made
    assert door(token(CUSTODIAN, *SCOPES, "verify"), "POST", f"memories/{sure}/verify", {}).status_code == 200
    refused = door(OWNER, "PATCH", f"memories/{sure}", {"version": 2, "superseded_by": guess})
    assert (refused.status_code, refused.json()["code"]) == (422, "supersede_refused")
    return sure, guess


def recalled(door: Door, who: str, query: str, **more: Any) -> dict[str, Any]:
    answer: dict[str, Any] = door(who, "POST", "recall", {"query": query, **more}).json()
    return answer


def test_what_contradicts_is_recalled_with_it_and_each_names_the_other(db: object, door: Door) -> None:
    # Mutant seen failing: `with_rivals` that returns what was found, and `labelled` what it was given.
    sure, guess = contradicted(door)
    answer = recalled(door, GRANTEE, "Austin")
    told = {one["memory_id"]: one for one in answer["items"]}
    assert list(told) == [sure, guess], "though the guess has no word of the question"
    assert [told[one]["conflicts_with"] for one in (sure, guess)] == [[guess], [sure]]
    assert [told[one]["epistemic_status"] for one in (sure, guess)] == ["verified", "inferred"]
    text = "".join(message["content"] for message in answer["messages"])
    assert f'conflicts="{guess}"' in text and f'conflicts="{sure}"' in text


def test_of_a_contradiction_that_one_may_not_see_nothing_is_said(db: object, door: Door) -> None:
    # Mutant seen failing: conflicts named without looking at what is shown.
    contradicted(door, (GRANTEE, "si:luna"))
    answer = recalled(door, GRANTEE, "Austin")
    assert [one["conflicts_with"] for one in answer["items"]] == [[]]
    assert answer["excluded"] == [] and "conflicts" not in answer["messages"][-1]["content"]


def test_limits_and_filters_hold_for_what_contradicts_too(db: object, door: Door) -> None:
    sure, _ = contradicted(door)
    assert [one["memory_id"] for one in recalled(door, GRANTEE, "Austin", limit=1)["items"]] == [sure]
    raw = recalled(door, GRANTEE, "Austin", kinds=["raw"])["items"]
    assert [(one["memory_id"], one["conflicts_with"]) for one in raw] == [(sure, [])]


def test_a_contradiction_ends_when_the_text_changes(db: object, door: Door) -> None:
    sure, guess = contradicted(door)
    door(OWNER, "PATCH", f"memories/{guess}", {"version": 1, "content": "He likes Dallas"})
    assert not MemoryConflict.objects.exists()
    assert [one["memory_id"] for one in recalled(door, GRANTEE, "Austin")["items"]] == [sure]


def test_what_nobody_tried_to_replace_has_no_contradiction(db: object, door: Door) -> None:
    door(OWNER, "POST", "memories", {"content": SURE})
    assert recalled(door, OWNER, "Austin")["items"][0]["conflicts_with"] == []
