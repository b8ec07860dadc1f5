"""Contexts, their sessions, and the facts of a session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

from memory_admin_client.call import Call, Once, Pages, pages, read, write
from memory_admin_client.shapes.agreeing import Reason
from memory_admin_client.shapes.contexts import (
    Context,
    ContextChanges,
    ContextOptions,
    CurrentSessions,
    EnterOptions,
    FactOptions,
    Facts,
    PromoteOptions,
    Session,
)
from memory_admin_client.shapes.standing import Profile


def list_contexts(*, limit: int = 50) -> Pages[Context]:
    """Go through the contexts the caller takes part in."""
    return pages("/contexts", {"limit": limit})


def create_context(id: str, **options: Unpack[ContextOptions]) -> Call[Context]:
    """Make a context, like `ctx:dog_park`."""
    return write("POST", "/contexts", {"id": id, **options})


def get_context(context: str) -> Call[Context]:
    """Return a context the caller takes part in."""
    return read("/contexts/{context}", {"context": context})


def update_context(context: str, **changes: Unpack[ContextChanges]) -> Call[Context]:
    """Change who takes part and whom its memories are shown to, from the `version` that was read."""
    return write("PATCH", "/contexts/{context}", {"context": context, **changes})


def enter_context(context: str, **options: Unpack[EnterOptions]) -> Call[Session]:
    """Enter a context; its `context_session` narrows a recall to what may be said there."""
    return write("POST", "/contexts/{context}/enter", {"context": context, **options})


def leave_context(context_session: str, **options: Unpack[Reason]) -> Call[Session]:
    """Leave a context."""
    return write("POST", "/contexts/leave", {"context_session": context_session, **options})


def current_sessions(context_session: str | None = None) -> Call[CurrentSessions]:
    """Return the caller's open sessions, newest first."""
    return read("/contexts/current", {"context_session": context_session})


def get_facts(sid: str) -> Call[Facts]:
    """Return the facts of a session of the caller's application."""
    return read("/sessions/{sid}/facts", {"sid": sid})


def put_facts(sid: str, facts: Mapping[str, Any], **options: Unpack[FactOptions]) -> Call[Facts]:
    """Keep facts for a session, in place of those it had."""
    return write("PUT", "/sessions/{sid}/facts", {"sid": sid, "facts": facts, **options})


def delete_facts(sid: str, **options: Unpack[Once]) -> Call[None]:
    """Forget the facts of a session."""
    return write("DELETE", "/sessions/{sid}/facts", {"sid": sid, **options})


def promote_fact(sid: str, key: str, **options: Unpack[PromoteOptions]) -> Call[Profile]:
    """Keep a fact in the caller's own profile."""
    return write("POST", "/sessions/{sid}/promote", {"sid": sid, "key": key, **options})
