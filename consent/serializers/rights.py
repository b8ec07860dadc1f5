"""The shapes of what a person asks about its own data."""

from __future__ import annotations

from typing import Any

from consent.models import RightsRequest
from consent.queries.rights import public
from consent.rules.rights import KINDS, STATES
from memory_admin.http.fields import (
    ChoiceOf,
    FlagField,
    ObjectField,
    PublicIdField,
    TextField,
    TimeField,
)
from memory_admin.http.query import PageQuery
from memory_admin.http.serializer import StrictSerializer

_REASON = 500


class ExportBody(StrictSerializer):
    """Why; an administrator has to say."""

    reason = TextField(max_length=_REASON, blank=True, default="")


class EraseBody(StrictSerializer):
    """Without `confirm` nothing happens but a count of what would go."""

    reason = TextField(max_length=_REASON, blank=True, default="")
    confirm = FlagField(default=False)
    keep_mentions = FlagField(default=False)


class RectifyBody(StrictSerializer):
    """A memory about the person, and what is right instead."""

    memory = PublicIdField("mem")
    statement = TextField(max_length=4000)
    reason = TextField(max_length=_REASON, blank=True, default="")


class RightsAnswerBody(StrictSerializer):
    """Why; the person reads it."""

    reason = TextField(max_length=_REASON)


class RightsQuery(PageQuery):
    """What the list can be narrowed by."""

    kind = ChoiceOf(KINDS, required=False)
    state = ChoiceOf(STATES, required=False)


class RightsShape(StrictSerializer):
    """One request; `preview` only where nothing was asked for yet, `certificate` once it ended."""

    id = PublicIdField("rr", allow_null=True)
    kind = ChoiceOf(KINDS)
    subject = TextField(max_length=200)
    state = TextField(max_length=12)
    asked_at = TimeField(allow_null=True)
    due_at = TimeField(allow_null=True)
    reason = TextField(max_length=_REASON, blank=True)
    statement = TextField(max_length=4000, blank=True)
    decided_at = TimeField(allow_null=True)
    answer_reason = TextField(max_length=_REASON, blank=True)
    job = PublicIdField("job", allow_null=True)
    counts = ObjectField(max_bytes=100_000)
    certificate = ObjectField(max_bytes=100_000, allow_null=True)


def show_request(row: RightsRequest) -> dict[str, Any]:
    """Return a request in the shape of the interface."""
    plain = ("kind", "state", "asked_at", "due_at", "reason", "statement", "decided_at", "answer_reason")
    return {
        "id": public(row),
        "subject": row.subject.entity_id,
        **{name: getattr(row, name) for name in plain},
        "job": f"job_{row.job.hex}" if row.job else None,
        "counts": row.counts,
        "certificate": row.certificate,
    }


def show_preview(subject: str, counts: dict[str, int]) -> dict[str, Any]:
    """Return what an erasure would take, in the same shape: nothing was asked for yet."""
    nothing = dict.fromkeys(("id", "asked_at", "due_at", "decided_at", "job", "certificate"))
    blank = dict.fromkeys(("reason", "statement", "answer_reason"), "")
    return {**nothing, **blank, "kind": "erasure", "subject": subject, "state": "preview", "counts": counts}
