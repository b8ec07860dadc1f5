"""Reading a profile, on record: whose it is comes from the caller alone."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from audit import actions
from profiles.models import PrincipalProfile
from profiles.queries.profiles import Kept, history_of, profile_of
from profiles.services.recording import note
from profiles.types import Caller


@transaction.atomic
def read(*, by: Caller, now: datetime) -> Kept:
    """Return the profile that a caller's request is about."""
    found = profile_of(by.served_id)
    note(by, actions.PROFILE_READ, ("principal", by.served_id), now=now, version=found.version)
    return found


@transaction.atomic
def read_history(*, by: Caller, now: datetime) -> QuerySet[PrincipalProfile]:
    """Return every version of the profile that a caller's request is about."""
    note(by, actions.PROFILE_READ, ("principal", by.served_id), now=now, history=True)
    return history_of(by.served_id)
