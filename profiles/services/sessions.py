"""Signing out of the pages, put on record before the session is gone."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from audit import actions
from profiles.queries.browser_sessions import name_of, open_sessions
from profiles.services.recording import note
from profiles.types import Caller

__all__ = ["close", "end", "name_of"]


@transaction.atomic
def close(*, by: Caller, now: datetime) -> None:
    """Record that a person signed out; the door then ends the session itself."""
    note(by, actions.SESSION_CLOSE, ("principal", by.principal_id), now=now)


@transaction.atomic
def end(account: int, name: str, *, by: Caller, now: datetime) -> int:
    """End an account's session of that name, every one for no name; returns how many ended."""
    found = [row for row in open_sessions(account, now) if not name or name_of(row.session_key) == name]
    for row in found:
        row.delete()
    if found:
        note(by, actions.SESSION_CLOSE, ("principal", by.principal_id), now=now, ended=len(found))
    return len(found)
