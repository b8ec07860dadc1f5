"""The tools of MCP that return memory text or say who may see it, called as the asker's token."""

from __future__ import annotations

from typing import Final
from uuid import uuid4

from memory_admin.mcp.calling import answer
from profiles.authentication import bearer, caller_by_token
from tests.doors.doors import MOST, NO, Answer, Door, Sees, among, words_for
from tests.doors.stage import ADMIN, Plain, Stage


def _call(stage: Stage, token: str, name: str, given: Plain) -> Plain | None:
    """Return what a tool answers, None where it refuses."""
    request_id = f"req_{uuid4().hex}"
    by = caller_by_token(
        bearer(f"Bearer {token}"), act_as=None, behalf=None, request_id=request_id, door="mcp"
    )
    done = answer(name, given, by=by)
    return None if done.failed else done.fields


def _askable(asked: Sees) -> bool:
    """Tell whether an agent can ask it over MCP: nobody acts for another there, and nobody reads outside."""
    return asked.behalf is None and asked.visibility == "context"


def memory_recall(stage: Stage, asked: Sees) -> Answer | None:
    """memory_recall."""
    if not _askable(asked):
        return None
    given = {"query": words_for(stage, asked), "limit": MOST, "context_session": asked.session}
    token = stage.token(asked.asker, context_required=asked.context_required)
    found = _call(stage, token, "memory_recall", given)
    return among(found["items"] if found else [], stage.memories[asked.memory], "memory_id")


def memory_get(stage: Stage, asked: Sees) -> Answer | None:
    """memory_get."""
    if not _askable(asked):
        return None
    session = {"context_session": asked.session} if asked.session else {}
    token = stage.token(asked.asker, context_required=asked.context_required)
    found = _call(stage, token, "memory_get", {"memory": stage.memories[asked.memory], **session})
    return Answer(True, found["tier"]) if found else NO


def privacy_explain(stage: Stage, asked: Sees) -> Answer | None:
    """privacy_explain, as an administrator."""
    if not asked.is_plain:
        return None
    given = {
        "memory": stage.memories[asked.memory],
        "principal": asked.asker,
        "context_session": asked.session,
    }
    found = _call(stage, stage.token(ADMIN, "admin"), "privacy_explain", given)
    return Answer(found["allowed"], reason=found["reason"]) if found else NO


TOOLS: Final[dict[str, Door]] = {
    "memory_recall": memory_recall,
    "memory_get": memory_get,
    "privacy_explain": privacy_explain,
}
