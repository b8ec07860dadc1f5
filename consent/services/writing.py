"""Writing one memory as a person does: in a context by its name, or in the place of another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from consent.models import Memory
from consent.services import context_sessions
from consent.services.editing import require_not_quarantined
from consent.services.memories import Written, create
from consent.services.owning import owned, require_version
from consent.services.superseding import put_behind
from consent.types import Draft
from memory_admin.http.problem import Problem, conflict, unprocessable
from profiles.types import Caller


@dataclass(frozen=True, slots=True)
class Entry:
    """What a person writes, and the context it is written in, if any."""

    draft: Draft
    context: str = ""


@transaction.atomic
def write(entry: Entry, *, by: Caller, now: datetime) -> Written:
    """Write a memory; in a context it is written within a session there, an open one or one just for this."""
    if not entry.context:
        return create(entry.draft, by=by, now=now)
    with context_sessions.staying(entry.context, by=by, now=now) as session:
        return create(replace(entry.draft, context_session=session), by=by, now=now)


@transaction.atomic
def write_instead(public_id: str, entry: Entry, *, version: int | None, by: Caller, now: datetime) -> Written:
    """Write what stands in the place of a memory, from the version that was read: both happen, or neither.

    Raises 404, 409 where that changed or says the same already, 422 for what is known less surely."""
    was = owned(public_id, by)
    require_version(was, version)
    require_not_quarantined(was)
    written = write(entry, by=by, now=now)
    if written.memory_id == was.pk:
        raise conflict("identical_memory", "It says what the memory says already: change the text first.")
    if put_behind(public_id, written.public_id, version=version, by=by, now=now) is None:
        raise _known_more_surely(was)
    return written


def _known_more_surely(was: Memory) -> Problem:
    known = "was verified" if was.epistemic_status == "verified" else "is seen or told, not concluded"
    return unprocessable(
        "supersede_refused",
        "What is known less surely replaces nothing, so nothing was written.",
        {
            "epistemic_status": [
                f"The old memory {known}. Edit it, or write this as a memory of its own; then both are kept."
            ]
        },
    )
