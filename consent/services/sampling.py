"""Looking at a response that passed and was drawn for review: nothing was told, or too much was."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from audit import actions
from audit.models import Recall
from audit.rules.kinds import DISCLOSURE_LEAK
from audit.rules.reviewing import reviews
from audit.services import report_violation
from audit.types import Span, ViolationReport
from consent.models import Memory, Validation
from memory_admin.http.problem import Problem, conflict, not_found, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.services.recording import note
from profiles.types import Caller

FINE, TOLD = "fine", "told"


@dataclass(frozen=True, slots=True)
class Look:
    """What a person found in a response, and its note on it."""

    found: str
    note: str = ""


@transaction.atomic
def look(public_id: str, seen: Look, *, by: Caller, now: datetime) -> Validation:
    """Keep what a person found; a response that told too much becomes a violation of its own.

    Raises Problem 403 to an auditor, an agent and whoever gave the response, 404 for none that was drawn,
    409 where somebody looked before, 422 for a response that told too much without a note."""
    require_looker(by)
    known = public_uuid(public_id, "val")
    rows = Validation.objects.select_for_update().filter(sampled=True)
    row = rows.filter(public_id=known).first() if known else None
    if row is None:
        raise not_found()
    _refuse(row, seen, by)
    row.found, row.look_note, row.looked_at, row.looked_by = seen.found, seen.note, now, by.principal_id
    row.violation = _report(row, by, now) if seen.found == TOLD else None
    row.save(update_fields=["found", "look_note", "looked_at", "looked_by", "violation"])
    thing = ("recall", f"rec_{row.recall.hex}")
    note(by, actions.VALIDATION_LOOK, thing, now=now, reason=seen.note, found=seen.found)
    return row


def require_looker(by: Caller) -> None:
    """Raise 403 unless the caller reviews what others were shown."""
    if not reviews(by):
        raise Problem(403, "forbidden", "Only a person who reviews violations looks at what was drawn.")


def _refuse(row: Validation, seen: Look, by: Caller) -> None:
    if row.acting_id in {by.principal_id, by.acting_id}:
        raise Problem(403, "own_violation", "Nobody reviews a response of its own; somebody else has to.")
    if row.looked_at is not None:
        raise conflict("conflict", "Somebody looked at this response already.")
    if seen.found == TOLD and not seen.note.strip():
        raise unprocessable("reason_required", "Say in a note what it told: whoever decides reads it.")


def _report(row: Validation, by: Caller, now: datetime) -> UUID:
    memory = _memory(row)
    query = Recall.objects.filter(public=row.recall).values_list("query", flat=True).first()
    return report_violation(
        ViolationReport(
            kind=DISCLOSURE_LEAK,
            severity="medium",
            owner_id=memory.owner_id if memory else None,
            accessor_id=row.acting_id,
            credential_id=row.credential_id,
            memory_id=memory.pk if memory else None,
            recall=row.recall,
            query=query or "",
            response=row.masked,
            spans=tuple(Span(**_span(one)) for one in row.spans),
            score=row.score,
            action_taken=row.action,
            details={"passed": True, "rules": row.rules_version},
            dedupe_key=f"{DISCLOSURE_LEAK}/{row.recall.hex}/{row.public_id.hex}",
            request_id=by.request_id,
        ),
        now=now,
    )


def _memory(row: Validation) -> Memory | None:
    """Return the memory of which the most was found, else the only one that was touched."""
    worst = max(row.spans, key=lambda one: float(one["weight"]), default=None)
    number = worst["memory_id"] if worst else row.memories[0] if len(row.memories) == 1 else None
    return Memory.objects.filter(pk=number).only("owner_id").first() if number is not None else None


_SPAN: Final = ("start", "end", "category", "memory_id", "weight")


def _span(one: dict[str, Any]) -> dict[str, Any]:
    return {name: one[name] for name in _SPAN}
