"""Every tool yes and no, through the SDK's own client over HTTP, against the real services."""

from __future__ import annotations

from typing import Any

from mcp_types import CallToolResult, TextContent

from audit.models import Event
from consent.models import Memory
from tests.doors.stage import Stage
from tests.mcp import agents

ASH, MAX, SEAN = "si:ash", "si:max", "human:sean"
MURMUR = "Bella has a heart murmur"
NOWHERE = "mem_" + "0" * 32


def call(stage: Stage, who: str, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return what a tool answers that succeeds."""
    found = agents.call(stage.token(who), tool, **arguments)
    assert not found.is_error, found
    return fields(found)


def refused(stage: Stage, who: str, tool: str, **arguments: Any) -> tuple[int, str]:
    """Return status and code of a call that fails."""
    found = agents.call(stage.token(who), tool, **arguments)
    assert found.is_error, found
    problem = fields(found)
    assert problem["code"] in text(found)
    return problem["status"], problem["code"]


def fields(found: CallToolResult) -> dict[str, Any]:
    assert isinstance(found.structured_content, dict)
    return found.structured_content


def text(found: CallToolResult) -> str:
    (only,) = found.content
    assert isinstance(only, TextContent)
    return only.text


def written(stage: Stage, **more: Any) -> str:
    public_id: str = call(stage, ASH, "memory_add", content=MURMUR, **more)["id"]
    return public_id


def recalled(stage: Stage, who: str, **more: Any) -> set[str]:
    items = call(stage, who, "memory_recall", query="heart murmur", **more)["items"]
    return {one["memory_id"] for one in items}


def test_a_memory_is_added_once_and_refused_when_it_is_not_understood(story: Stage) -> None:
    memory = written(story)
    assert written(story) == memory
    assert refused(story, ASH, "memory_add", content=MURMUR, user_id=MAX) == (400, "unknown_field")
    assert refused(story, ASH, "memory_add") == (400, "invalid")
    assert refused(story, ASH, "memory_add", content="a\0b") == (400, "bad_text")
    assert refused(story, ASH, "memory_add", content=MURMUR, occurred_at="2026-03-01T09:00:00") == (
        400,
        "naive_time",
    )
    assert Memory.objects.count() == 1


def test_a_key_makes_a_repeated_call_one(story: Stage) -> None:
    first = call(story, ASH, "memory_add", content=MURMUR, idempotency_key="k1")
    call(story, ASH, "memory_update", memory=first["id"], version=1, content="Bella is well")
    again = call(story, ASH, "memory_add", content=MURMUR, idempotency_key="k1")
    assert (again["id"], Memory.objects.count()) == (first["id"], 1)
    assert refused(story, ASH, "memory_add", content="else", idempotency_key="k1") == (
        409,
        "idempotency_conflict",
    )


def test_recall_answers_between_fences_and_only_there(story: Stage) -> None:
    memory = written(story)
    found = agents.call(story.token(ASH), "memory_recall", query="heart murmur")
    assert [one["memory_id"] for one in fields(found)["items"]] == [memory]
    assert MURMUR in text(found) and "<recalled-memory-" in text(found)
    assert MURMUR not in str(fields(found)["items"])
    assert recalled(story, MAX) == set()
    assert refused(story, ASH, "memory_recall", query=" ") == (400, "blank_query")


def test_ones_own_stack_regardless_of_context_is_not_asked_here(story: Stage) -> None:
    held = story.token(ASH, "recall:self")
    for tool, more in {
        "memory_recall": {"query": "murmur"},
        "memory_get": {"memory": written(story)},
    }.items():
        found = agents.call(held, tool, visibility="self", **more)
        assert (found.is_error, fields(found)["code"]) == (True, "unknown_field")


def test_a_memory_is_read_by_its_owner_and_unknown_to_others(story: Stage) -> None:
    memory = written(story)
    assert call(story, ASH, "memory_get", memory=memory)["content"] == MURMUR
    assert refused(story, MAX, "memory_get", memory=memory) == (404, "not_found")
    assert refused(story, MAX, "memory_get", memory=NOWHERE) == (404, "not_found")


def test_a_memory_is_changed_and_forgotten_by_its_owner_alone(story: Stage) -> None:
    memory = written(story)
    assert call(story, ASH, "memory_update", memory=memory, version=1, tags=["heart"])["version"] == 2
    assert refused(story, ASH, "memory_update", memory=memory, version=1, tags=[]) == (
        409,
        "version_conflict",
    )
    assert refused(story, MAX, "memory_update", memory=memory, version=2, tags=[]) == (404, "not_found")
    assert refused(story, MAX, "memory_forget", memory=memory) == (404, "not_found")
    assert call(story, ASH, "memory_forget", memory=memory, reason="told in error")["memory"] == memory
    assert Event.objects.filter(action="memory.delete").latest("pk").reason == "told in error"
    assert refused(story, ASH, "memory_get", memory=memory) == (404, "not_found")


def test_a_token_that_needs_a_session_reads_nothing_by_writing(story: Stage) -> None:
    secret = {"content": "the shed is green", "title": "SECRET"}
    memory = call(story, ASH, "memory_add", **secret)["id"]
    bound = story.token(ASH, context_required=True)
    edited = agents.call(bound, "memory_update", memory=memory, version=1, tags=["y"])
    assert fields(edited)["code"] == "not_found"
    again = agents.call(bound, "memory_add", content=secret["content"])
    assert not again.is_error and "SECRET" not in text(again)


def test_a_context_is_entered_shown_and_left(story: Stage) -> None:
    session = call(story, ASH, "context_enter", context="ctx:dog_park")["context_session"]
    shown = call(story, ASH, "context_show", context="ctx:dog_park")
    assert [one["context_session"] for one in shown["sessions"]] == [session]
    assert shown["context"]["participants"] == [{"entity": ASH, "role": None, "came": True}]
    assert refused(story, MAX, "context_enter", context="ctx:dog_park")[0] in {404, 409}
    assert refused(story, MAX, "context_leave", context_session=session) == (404, "not_found")
    assert call(story, ASH, "context_leave", context_session=session)["left_at"]
    assert call(story, ASH, "context_show")["sessions"] == []


def test_a_memory_is_shared_and_unshared(story: Stage) -> None:
    memory = call(story, ASH, "memory_add", content="a murmur in the park, about nobody")["id"]
    given = call(story, ASH, "privacy_grant", memory=memory, grantee=MAX)
    assert (given["effective"], recalled(story, MAX)) == (True, {memory})
    assert refused(story, MAX, "privacy_grant", memory=memory, grantee=SEAN) == (404, "not_found")
    assert refused(story, MAX, "privacy_revoke", memory=memory, grantee=MAX) == (404, "not_found")
    call(story, ASH, "privacy_revoke", memory=memory, grantee=MAX)
    assert recalled(story, MAX) == set()


def test_who_can_see_it_is_told_to_those_concerned(story: Stage) -> None:
    memory = written(story, subject_ids=["dog:bella"])
    (about,) = call(story, SEAN, "privacy_audit", subject="dog:bella")["items"]
    assert about["memory"] == memory and MURMUR not in str(about)
    assert call(story, ASH, "privacy_audit", memory=memory)["items"][0]["owner"] == ASH
    assert refused(story, MAX, "privacy_audit", memory=memory) == (404, "not_found")
    assert refused(story, ASH, "privacy_audit") == (400, "invalid")
    why = call(story, ASH, "privacy_explain", memory=memory, principal=MAX)
    assert (why["allowed"], why["reason"]) == (False, "no_grant")
    assert refused(story, MAX, "privacy_explain", memory=memory, principal=ASH) == (404, "not_found")


def test_consent_is_given_listed_and_withdrawn_and_felt_on_the_next_call(story: Stage) -> None:
    memory = written(story, subject_ids=["dog:bella"], access_grants=[MAX])
    assert recalled(story, MAX) == set()
    wish = {"grantor": SEAN, "grantee": MAX, "scope": f"memory:{memory}", "purpose": "care"}
    asked = call(story, MAX, "consent_grant", **wish)
    assert asked["status"] == "requested" and recalled(story, MAX) == set()
    wish |= {"grantor": "dog:bella", "scope": "subject:dog:bella"}
    given = call(story, SEAN, "consent_grant", **wish)
    assert given["status"] == "active" and recalled(story, MAX) == {memory}
    mine = call(story, SEAN, "consent_list", status="active", limit=200)["items"]
    assert given["id"] in {one["id"] for one in mine}
    assert refused(story, SEAN, "consent_list", limit=201)[0] == 400
    assert refused(story, ASH, "consent_revoke", consent=given["id"])[0] in {403, 404}
    call(story, SEAN, "consent_revoke", consent=given["id"], reason="enough")
    assert recalled(story, MAX) == set()


def test_a_list_goes_on_where_its_cursor_says_for_whom_it_was_given(story: Stage) -> None:
    for grantee in (MAX, ASH):
        call(story, SEAN, "consent_grant", grantor=SEAN, grantee=grantee, scope="all")
    first = call(story, SEAN, "consent_list", limit=1)
    second = call(story, SEAN, "consent_list", limit=1, cursor=first["next"])
    assert {one["grantee"] for one in first["items"] + second["items"]} == {MAX, ASH}
    assert refused(story, MAX, "consent_list", limit=1, cursor=first["next"]) == (400, "bad_cursor")


def test_what_is_done_here_is_on_record_as_done_here(story: Stage) -> None:
    memory = written(story)
    recalled(story, ASH)
    refused(story, MAX, "memory_get", memory=memory)
    doors = dict(Event.objects.exclude(door="").values_list("action", "door"))
    assert doors["memory.create"] == doors["memory.recall"] == doors["request.refused"] == "mcp"
    last = Event.objects.get(action="request.refused")
    assert (last.object_id, last.code, last.actor_id) == (
        "CALL memory_get",
        "not_found",
        story.principal(MAX).pk,
    )


def test_a_response_is_checked_against_what_its_recall_did_not_show(story: Stage) -> None:
    key = "The orchard key lies under the third stone."
    hint = {"trust": 0.0, "context_summary": "Something about a garden"}
    call(story, ASH, "memory_add", content=key, access_grants=[MAX], **hint)
    answer = call(story, MAX, "memory_recall", query="garden")
    assert answer["validation"]["required"]
    told = call(story, MAX, "response_validate", recall_id=answer["recall_id"], response=key)
    assert (told["compliant"], "orchard" in told["redacted_response"]) == (False, False)
    assert refused(story, ASH, "response_validate", recall_id=answer["recall_id"], response="x") == (
        404,
        "not_found",
    )
