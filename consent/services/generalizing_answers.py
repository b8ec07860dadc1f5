"""Yes and no to a generalization, by somebody other than its author; and looking at it again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from audit import actions
from audit.rules.kinds import CONSENT_VIOLATION
from consent.models import Generalization, Memory
from consent.queries.generalizing import origin_of
from consent.queries.visibility import in_use
from consent.rules.generalizing import open_checks
from consent.rules.generalizing.answering import Asked, entitled, proposed_itself
from consent.services.generalizing import examine, kept, public, publish, require_clear
from consent.services.repeating import refuse_others
from consent.services.sighted import sight_of
from consent.services.violating import About, blocked
from memory_admin.http.problem import Problem, conflict, not_found
from memory_admin.http.public_id import public_uuid
from profiles.queries.principals import entity_ids
from profiles.queries.reach import custodians
from profiles.services.recording import note
from profiles.types import Caller
from text.statements import Finding


@transaction.atomic
def accept(
    public_id: str, *, by: Caller, now: datetime, reason: str = "", acknowledge: Collection[str] = ()
) -> Generalization:
    """Publish what was proposed, checked once more against the source as it is now.

    Raises 403, 404, 409 once it is answered, its source is no longer there or has warnings that the caller
    does not `acknowledge`, 422 for what has to go."""
    row = _open(public_id, by, now)
    proposer = _proposer(row, by)
    source = _held(row)
    if source is None or not in_use(source, now) or sight_of(source, by=proposer, now=now) < 4:
        raise conflict("conflict", "Its author no longer reads the source in full; send it back.")
    found = examine(row.statement, origin_of(source.pk), row.owner_id)
    require_clear(found, {one.check for one in found})
    _require_looked_at(found, acknowledge)
    refuse_others(row.statement, source, by=proposer, now=now)
    row.findings = kept(found)
    _answer(row, "accepted", reason, by, now)
    publish(row, by=proposer, now=now)
    _note(row, reason, by, now)
    return row


def _require_looked_at(found: Sequence[Finding], acknowledge: Collection[str]) -> None:
    """Raise 409 for warnings that whoever approves has not looked at; its author's looking is not enough."""
    unseen = open_checks(found, acknowledge)
    if unseen:
        detail = (
            "The checks warn of this statement: look at the findings and, where they give nobody away, put "
            f"in `acknowledge`: {', '.join(unseen)}."
        )
        raise conflict("not_acknowledged", detail).having(findings=kept(found))


def _held(row: Generalization) -> Memory | None:
    """Lock the source, so that what is taken back meanwhile waits or is felt."""
    held = Memory.objects.select_for_update(of=("self",))
    return held.filter(pk=row.source_id).first() if row.source_id is not None else None


@transaction.atomic
def decline(public_id: str, *, by: Caller, now: datetime, reason: str = "") -> Generalization:
    """Send a generalization back to its author with a reason; raises 403, 404 or 409."""
    row = _open(public_id, by, now)
    _answer(row, "declined", reason, by, now)
    row.save()
    _note(row, reason, by, now)
    return row


@transaction.atomic
def keep(public_id: str, *, by: Caller, now: datetime) -> Generalization:
    """Leave a belief of the caller's own published though its source changed; raises 404."""
    known = public_uuid(public_id, "gen")
    mine = Generalization.objects.select_for_update().filter(owner_id=by.acting_id, status="accepted")
    row = mine.filter(public_id=known).first() if known and by.behalf_id is None else None
    if row is None:
        raise not_found()
    row.reviewed_at = now
    row.save(update_fields=["reviewed_at"])
    note(by, actions.MEMORY_GENERALIZE, ("generalization", public(row)), now=now, status="kept")
    return row


def require_answer(public_id: str, by: Caller, now: datetime) -> Generalization:
    """Return a generalization the caller may answer; 403 to its proposer, the one 404 to anyone else."""
    known = public_uuid(public_id, "gen")
    row = Generalization.objects.select_related("source").filter(public_id=known).first() if known else None
    if row is None:
        raise not_found()
    asked = _asked(row, now)
    if proposed_itself(by, asked):
        plain = Problem(403, "own_request", "Whoever proposed this does not answer it, under any name.")
        raise blocked(plain, CONSENT_VIOLATION, by, About(row.owner_id, severity="high"))
    if not entitled(by, asked.source_owner, asked.custodians):
        raise not_found()
    return row


def _asked(row: Generalization, now: datetime) -> Asked:
    speak = {one for found in custodians(row.subjects, now).values() for one in found}
    owner = row.source.owner_id if row.source is not None else None
    return Asked(owner, speak, row.owner_id, row.proposed_by, row.proposed_lineage)


def _open(public_id: str, by: Caller, now: datetime) -> Generalization:
    seen = require_answer(public_id, by, now)
    row = Generalization.objects.select_for_update().get(pk=seen.pk)
    if row.status != "open":
        raise conflict("not_open", "This has been answered, or its source is gone.")
    return row


def _answer(row: Generalization, status: str, reason: str, by: Caller, now: datetime) -> None:
    row.status, row.answer_reason = status, reason
    row.answered_at, row.answered_by = now, by.principal_id


def _note(row: Generalization, reason: str, by: Caller, now: datetime) -> None:
    thing = ("generalization", public(row))
    note(by, actions.MEMORY_GENERALIZE, thing, now=now, reason=reason, status=row.status)


def _proposer(row: Generalization, by: Caller) -> Caller:
    """Return the proposer as it was when it proposed, without a key or rights beyond writing its belief."""
    names = entity_ids({row.owner_id, row.proposed_by})
    bare = Caller(
        principal_id=row.proposed_by,
        principal=names[row.proposed_by],
        acting_id=row.owner_id,
        acting=names[row.owner_id],
        request_id=by.request_id,
        door=row.door,
    )
    return replace(
        bare,
        lineage_id=row.proposed_lineage,
        is_agent=row.by_agent,
        max_provenance=row.max_provenance,
        application=row.application,
    )
