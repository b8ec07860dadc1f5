"""The tools of contexts: enter, leave, show."""

from __future__ import annotations

from typing import Final

from consent.api.contexts import seats_of
from consent.models import ContextSession
from consent.queries import contexts as queries
from consent.queries import open_sessions
from consent.services import context_sessions
from memory_admin.mcp.call import Call, Fields

_MOST_SESSIONS: Final = 200


def enter(call: Call) -> Fields:
    """Open a session for a participant; a context nobody refers to yet is made."""
    asked, others = call.query, seats_of(call.query["participants"])

    def effect() -> Fields:
        opened = context_sessions.enter(asked["context"], asked["role"], others, by=call.by, now=call.now)
        return {"session": opened.pk}

    return _session(call.once(effect))


def leave(call: Call) -> Fields:
    """Close a session: what came through it ends with it."""
    session, reason = call.query["context_session"], call.query["reason"]

    def effect() -> Fields:
        return {"session": context_sessions.leave(session, by=call.by, now=call.now, reason=reason).pk}

    return _session(call.once(effect))


def show(call: Call) -> Fields:
    """Return the caller's open sessions, or the one named; and the context named, if it sits in it."""
    entity, session = call.by.acting_id, call.query.get("context_session")
    if session is not None:
        found = [open_sessions.live_session(session, entity, call.now)]
    else:
        found = list(open_sessions.live_sessions(entity, call.now)[:_MOST_SESSIONS])
    answer: Fields = {"sessions": [queries.show_session(one) for one in found]}
    if "context" in call.query:
        (answer["context"],) = queries.show([queries.find(call.query["context"], call.by)])
    return answer


def _session(done: Fields) -> Fields:
    return queries.show_session(ContextSession.objects.get(pk=done["session"]))
