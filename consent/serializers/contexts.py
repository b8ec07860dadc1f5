"""The shapes of contexts at the door."""

from __future__ import annotations

from typing import Any

from memory_admin.http.fields import FlagField, ListOf, TextField, TimeField, WholeField, refuse
from memory_admin.http.query import PageQuery, StrictQuery
from memory_admin.http.serializer import StrictSerializer
from profiles.serializers.entities import LONGEST

MOST_SEATS = 200
SESSION = 37


class SeatBody(StrictSerializer):
    """Someone listed, and as what; a bare role means `role:`, an id alone somebody without one."""

    alone = "entity"

    entity = TextField(max_length=LONGEST)
    role = TextField(max_length=LONGEST, allow_null=True, default=None)


class ContextBody(StrictSerializer):
    """A context as someone states it."""

    id = TextField(max_length=LONGEST)
    participants = ListOf(SeatBody(), max_items=MOST_SEATS, default=list)
    default_access_grants = ListOf(
        TextField(max_length=LONGEST), max_items=MOST_SEATS, allow_null=True, default=None
    )
    consent_for = ListOf(TextField(max_length=LONGEST), max_items=50, default=list)
    reason = TextField(max_length=500, blank=True, default="")


class ContextChanges(StrictSerializer):
    """What an edit replaces; what is not named stays."""

    participants = ListOf(SeatBody(), max_items=MOST_SEATS, required=False)
    default_access_grants = ListOf(
        TextField(max_length=LONGEST), max_items=MOST_SEATS, allow_null=True, required=False
    )
    version = WholeField(low=1, high=2**31 - 1, required=False)
    reason = TextField(max_length=500, blank=True, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Take at least one change."""
        if not attrs.keys() - {"version", "reason"}:
            refuse("Must name at least one field to change.")
        return attrs


class EnterBody(StrictSerializer):
    """As what to enter, and whom else to list if the context is made by it."""

    role = TextField(max_length=LONGEST, allow_null=True, default=None)
    participants = ListOf(SeatBody(), max_items=MOST_SEATS, default=list)


class LeaveBody(StrictSerializer):
    """Which session to close."""

    context_session = TextField(max_length=SESSION)
    reason = TextField(max_length=500, blank=True, default="")


class CurrentQuery(StrictQuery):
    """Names one session; without it all that are open."""

    context_session = TextField(max_length=SESSION, required=False)


class ContextQuery(PageQuery):
    """Narrows nothing yet."""


class SeatShape(StrictSerializer):
    entity = TextField(max_length=200)
    role = TextField(max_length=200, allow_null=True)
    came = FlagField()


class ConsentStand(StrictSerializer):
    subject = TextField(max_length=200)
    status = TextField(max_length=10)


class ContextShape(StrictSerializer):
    """A context, and after a change whose consent it has, asks for or needs renewed."""

    id = TextField(max_length=200)
    owner = TextField(max_length=200)
    participants = ListOf(SeatShape(), max_items=MOST_SEATS)
    default_access_grants = ListOf(TextField(max_length=200), max_items=MOST_SEATS, allow_null=True)
    version = WholeField(low=1, high=2**31 - 1)
    created_at = TimeField()
    consents = ListOf(ConsentStand(), max_items=50, required=False)
    renew_from = ListOf(TextField(max_length=200), max_items=10_000, required=False)


class SessionShape(StrictSerializer):
    """One stay in a context."""

    context_session = TextField(max_length=SESSION)
    context = TextField(max_length=200)  # type: ignore[assignment]
    participant = TextField(max_length=200)
    role = TextField(max_length=200, allow_null=True)
    entered_at = TimeField()
    expires_at = TimeField()
    left_at = TimeField(allow_null=True)


class CurrentShape(StrictSerializer):
    """The caller's open sessions, newest first."""

    sessions = ListOf(SessionShape(), max_items=200)
