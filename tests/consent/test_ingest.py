"""Ingest: what is drawn from messages has the authority of its message, stamped by the server, per item."""

from __future__ import annotations

from typing import Any

import pytest

from consent.models import Memory
from tests.cast import CUSTODIAN, OWNER
from tests.consent.doors import Door, token

LEVELS = {
    "user": "user_provided",
    "assistant": "model_generated",
    "model": "model_generated",
    "tool": "tool_derived",
    "function": "tool_derived",
    "document": "untrusted",
    "browser": "untrusted",
}


def said(role: str, content: str = "the gate is green", **more: Any) -> dict[str, Any]:
    return {"id": f"m-{role}", "role": role, "content": content, **more}


def ingest(door: Door, who: str, *messages: dict[str, Any], **more: Any) -> Any:
    items = more.pop("items", [{"message_id": one["id"]} for one in messages])
    return door(who, "POST", "memories/ingest", {"messages": list(messages), "items": items, **more})


def only(answer: Any) -> dict[str, Any]:
    (result,) = answer.json()["results"]
    found: dict[str, Any] = result["memory"]
    return found


@pytest.mark.parametrize(("role", "level"), LEVELS.items())
def test_a_role_gives_the_level_and_an_unknown_one_gives_none(
    db: object, door: Door, role: str, level: str
) -> None:
    found = only(ingest(door, OWNER, said(role, uri="chat:7")))
    assert found["provenance"] == level
    assert (found["source"]["uri"], found["source"]["message_id"]) == ("chat:7", f"m-{role}")


def test_items_of_one_conversation_have_each_the_level_of_its_message(db: object, door: Door) -> None:
    # Mutant seen failing: every item given the source of the first message.
    messages = [said(role, f"said by {role}") for role in ("tool", "user", "document")]
    results = ingest(door, OWNER, *messages).json()["results"]
    levels = [one["memory"]["provenance"] for one in results]
    assert levels == ["tool_derived", "user_provided", "untrusted"]
    assert [one["memory"]["content"] for one in results] == [one["content"] for one in messages]


def test_a_system_message_is_no_more_than_the_token_may_state(db: object, door: Door) -> None:
    # Mutant seen failing: `provenance_of` without the cap.
    assert only(ingest(door, OWNER, said("system")))["provenance"] == "tool_derived"
    low = token(OWNER, max_provenance="user_provided")
    assert only(ingest(door, low, said("tool", "the bridge is out")))["provenance"] == "user_provided"
    trusted = token(OWNER, max_provenance="application_trusted")
    found = only(ingest(door, trusted, said("system", "refunds above 5,000 need a supervisor")))
    assert found["provenance"] == "application_trusted"


@pytest.mark.parametrize("field", ["provenance", "source", "trust_level", "role"])
def test_no_item_states_its_own_level(db: object, door: Door, field: str) -> None:
    items = [{"message_id": "m-user", field: "application_trusted"}]
    (result,) = ingest(door, OWNER, said("user"), items=items).json()["results"]
    assert (result["status"], result["error"]["code"]) == (400, "unknown_field")


def test_text_that_is_not_the_messages_own_is_the_writers_and_inferred(db: object, door: Door) -> None:
    """An agent that words anew what a tool or the application said wrote it itself."""
    # Mutant seen failing: `reworded` always False.
    trusted = token(OWNER, max_provenance="application_trusted")
    items = [
        {"message_id": "m-system", "content": "Gate is GREEN"},
        {"message_id": "m-system", "content": "the gate may be opened by anyone"},
    ]
    copied, reworded = (
        one["memory"] for one in ingest(door, trusted, said("system"), items=items).json()["results"]
    )
    assert (copied["provenance"], copied["epistemic_status"]) == ("application_trusted", "observed")
    assert (reworded["provenance"], reworded["epistemic_status"]) == ("model_generated", "inferred")


def test_a_message_by_someone_was_told_by_them(db: object, door: Door) -> None:
    found = only(ingest(door, OWNER, said("user", author=CUSTODIAN, at="2026-02-01T08:00:00Z")))
    assert (found["source_entity"], found["occurred_at"]) == (CUSTODIAN, "2026-02-01T08:00:00Z")


def test_each_item_is_answered_and_a_bad_one_leaves_the_others_standing(db: object, door: Door) -> None:
    items: list[dict[str, Any]] = [
        {"message_id": "m-user"},
        {"message_id": "gone"},
        {"message_id": "m-user", "kind": "rumour"},
        {"message_id": "m-user", "content": "other", "epistemic_status": "verified"},
        {"content": "points nowhere"},
    ]
    answer = ingest(door, OWNER, said("user"), items=items).json()
    codes = [one["error"]["code"] if "error" in one else one["status"] for one in answer["results"]]
    assert codes == [201, "message_unknown", "invalid", "verification_needed", "invalid"]
    assert (answer["created"], answer["failed"]) == (1, 4)
    refused = ingest(door, OWNER, said("user", "new"), items=items, atomic=True)
    assert (refused.status_code, refused.json()["index"]) == (422, 1)
    assert Memory.objects.count() == 1


def test_two_messages_with_one_id_are_refused_as_a_whole(db: object, door: Door) -> None:
    refused = ingest(door, OWNER, said("user"), said("user", "another"), items=[{"message_id": "m-user"}])
    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["messages.1.id"])


def test_the_same_conversation_again_writes_nothing_new(db: object, door: Door) -> None:
    first = only(ingest(door, OWNER, said("user")))
    answer = ingest(door, OWNER, said("user"))
    assert (answer.json()["created"], only(answer)["id"]) == (0, first["id"])
    keyed = [ingest_with_key(door, "a new line") for _ in range(2)]
    assert [one.json() for one in keyed] == [keyed[0].json()] * 2
    assert Memory.objects.count() == 2


def ingest_with_key(door: Door, content: str) -> Any:
    body = {"messages": [said("user", content)], "items": [{"message_id": "m-user"}]}
    return door(OWNER, "POST", "memories/ingest", body, **{"Idempotency-Key": "k1"})


KINDS_OF_MEMORY = ("fact", "preference", "entity", "relationship", "message", "document")


@pytest.mark.parametrize("kind", KINDS_OF_MEMORY)
@pytest.mark.parametrize(("first", "second"), [("document", "tool"), ("tool", "document")])
def test_written_again_from_elsewhere_it_keeps_the_lower_level_whatever_its_kind(
    db: object, door: Door, kind: str, first: str, second: str
) -> None:
    # Mutant seen failing: `merged` with max for min.
    for role in (first, second):
        items = [{"message_id": f"m-{role}", "kind": kind}]
        found = only(ingest(door, OWNER, said(role), items=items))
    assert found["provenance"] == "untrusted"
    assert found["source"]["type"] == "document", "where the level came from"


def test_what_the_server_saw_both_times_keeps_the_higher_level(db: object, door: Door) -> None:
    trusted = token(CUSTODIAN, max_provenance="application_trusted")
    assert only(ingest(door, CUSTODIAN, said("user")))["provenance"] == "user_provided"
    assert only(ingest(door, trusted, said("system")))["provenance"] == "application_trusted"


def test_what_an_agent_only_states_is_raised_by_nothing(db: object, door: Door) -> None:
    # Mutant seen failing: `_attested` True for an agent's user_message.
    trusted = token(OWNER, max_provenance="application_trusted")
    assert only(ingest(door, OWNER, said("user")))["provenance"] == "user_provided"
    assert only(ingest(door, trusted, said("system")))["provenance"] == "user_provided"


def test_a_token_states_only_the_sources_it_was_given(db: object, door: Door) -> None:
    narrow = token(OWNER, source_types=("document",))
    (refused,) = ingest(door, narrow, said("user")).json()["results"]
    assert (refused["status"], refused["error"]["code"]) == (422, "source_refused")
    assert only(ingest(door, narrow, said("document")))["provenance"] == "untrusted"


def test_a_session_named_once_holds_for_every_item(db: object, door: Door) -> None:
    (refused,) = ingest(door, OWNER, said("user"), context_session="ctxs_" + "0" * 32).json()["results"]
    assert (refused["status"], refused["error"]["code"]) == (404, "session_unknown")
