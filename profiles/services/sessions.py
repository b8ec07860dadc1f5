"""Signing out of the pages, put on record before the session is gone."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from audit import actions
from profiles.services.recording import note
from profiles.types import Caller


@transaction.atomic
def close(*, by: Caller, now: datetime) -> None:
    """Record that a person signed out; the door then ends the session itself."""
    note(by, actions.SESSION_CLOSE, ("principal", by.principal_id), now=now)
