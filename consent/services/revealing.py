"""Breaking the glass: an administrator reads one memory of somebody else, with a reason and for minutes.

For people at the pages alone: no token, no agent and no command line gets here, whatever its scopes.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from audit import actions
from consent.models import Memory, Reveal
from consent.queries.asking import Question, snapshot
from consent.queries.reading import one
from consent.queries.reveals import by_id, live, opened_lately, pending
from consent.queries.showing import Shown, show
from consent.rules.revealing import LASTS, may_answer, opens_at_once
from consent.services.delivering import delivered, record, report_tripped
from consent.types import Item
from memory_admin.http.problem import Problem, not_found, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.models import Principal
from profiles.services.recording import note
from profiles.types import Caller


def require_glass(by: Caller) -> None:
    """Raise the one Problem 404 unless an administrator asks in person, at the pages, for itself."""
    in_person = by.door == "web" and by.credential_id is None and by.own_act and not by.is_agent
    if not (in_person and by.staff_role == "administrator"):
        raise not_found()


def behind_glass(public_id: str, *, by: Caller) -> Memory:
    """Return a memory's row without its text to who may break the glass; raises the one 404 otherwise."""
    require_glass(by)
    known = public_uuid(public_id, "mem")
    rows = Memory.objects.only("pk", "public_id", "owner_id", "kind", "state").exclude(state="erased")
    found = rows.filter(public_id=known).first() if known else None
    if found is None:
        raise not_found()
    return found


@transaction.atomic
def ask_reveal(public_id: str, reason: str, *, by: Caller, now: datetime) -> Reveal:
    """Open a memory for minutes, or ask a second administrator beyond the hour's share; 404, 422."""
    memory = behind_glass(public_id, by=by)
    if not reason.strip():
        raise unprocessable("reason_missing", "Say why you need to read it; the owner reads the reason.")
    Principal.objects.select_for_update().get(pk=by.principal_id)  # one at a time, so that the share holds
    known = live(memory.pk, by.principal_id, now) or pending(memory.pk, by.principal_id, now)
    if known is not None:
        return known
    at_once = opens_at_once(opened_lately(by.principal_id, now))
    row = Reveal.objects.create(
        memory=memory,
        asked_by_id=by.principal_id,
        reason=reason.strip()[:500],
        asked_at=now,
        state="open" if at_once else "waiting",
        until=now + LASTS if at_once else None,
    )
    _note(row, actions.REVEAL_ASK, by, now)
    return row


@transaction.atomic
def answer_reveal(reveal_id: str, yes: bool, *, by: Caller, now: datetime) -> Reveal:
    """Allow or refuse another administrator's request; raises Problem 404, or 409 where it is answered."""
    require_glass(by)
    row = by_id(reveal_id)
    if row is None:
        raise not_found()
    if row.state != "waiting" or not may_answer(row.asked_by_id, row.asked_at, by.principal_id, now):
        raise Problem(
            409, "not_waiting", "Only another administrator answers, once, within a day of the request."
        )
    row.state, row.until = ("open", now + LASTS) if yes else ("refused", None)
    row.answered_by_id, row.answered_at = by.principal_id, now
    row.save(update_fields=["state", "until", "answered_by", "answered_at"])
    _note(row, actions.REVEAL_ANSWER, by, now)
    return row


def revealed(public_id: str, *, by: Caller, now: datetime) -> Item | None:
    """Return what a memory says to who opened it and while it is open, each look on record; else None."""
    memory = behind_glass(public_id, by=by)
    # With its owner's eyes: what nobody may see any more, its owner does not see either.
    with snapshot(Question(asker=memory.owner_id), now=now) as taken:
        opened = live(memory.pk, by.principal_id, taken.now)
        candidate = one(public_id, taken) if opened else None
        shown = show([candidate], taken) if candidate else Shown((), ())
        if opened and shown.items:
            items = [delivered(shown.items[0], decision="revealed", reason="break_glass")]
            record(actions.ADMIN_REVEAL, items, taken, by=by, reveal=public(opened))
    report_tripped(shown, by=by, now=now)
    return shown.items[0] if shown.items else None


def public(row: Reveal) -> str:
    """Return the id a reveal is spoken of by."""
    return f"rvl_{row.public_id.hex}"


def _note(row: Reveal, action: str, by: Caller, now: datetime) -> None:
    thing = ("memory", f"mem_{row.memory.public_id.hex}")
    note(by, action, thing, now=now, reason=row.reason, reveal=public(row), state=row.state)
