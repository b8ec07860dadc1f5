"""A belief drawn from a private memory, to be shared without it: the only way out of derivation."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from audit import actions
from consent.models import Generalization, Memory
from consent.queries.generalizing import Origin, fitting, origin_of
from consent.queries.visibility import in_use
from consent.rules.drafts import entity_errors
from consent.rules.generalizing import few_fit, findings, open_checks
from consent.rules.generalizing.answering import entitled
from consent.rules.provenance import Provenance, provenance_named, provenance_of
from consent.rules.stamping import may_state
from consent.services.memories import create_detached
from consent.services.repeating import is_ones_own, refuse_others, repeats
from consent.services.sighted import sight_of
from consent.types import Draft
from memory_admin.http.problem import Problem, bad_request, conflict, not_found, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.queries.reach import custodians
from profiles.rules.entity import parse_grantee
from profiles.services.recording import note
from profiles.types import Caller
from text.statements import Finding

MOST_OPEN: Final = 50
BELIEF: Final = "belief"
_LOWER: Final = {Provenance.USER_PROVIDED: "user_message"}


@dataclass(frozen=True, slots=True)
class Proposed:
    """A statement, whom it is for, how it was abstracted, and which warnings its author looked at."""

    statement: str
    access_grants: tuple[str, ...] = ()
    abstraction_note: str = ""
    acknowledge: Collection[str] = ()


def public(row: Generalization) -> str:
    """Return a generalization's public id."""
    return f"gen_{row.public_id.hex}"


@transaction.atomic
def generalize(source: str, wish: Proposed, *, by: Caller, now: datetime) -> Generalization:
    """Write a belief detached from its source, or put it before somebody who may approve it.

    Raises 400, 403 below full sight, 404, 409, and 422 `generalization_blocked` with the findings."""
    _check(wish)
    memory = _source(source, by, now)
    origin = origin_of(memory.pk)
    found = examine(wish.statement, origin, by.acting_id)
    require_clear(found, wish.acknowledge)
    refuse_others(wish.statement, memory, by=by, now=now)
    made = _row(memory, origin, wish, by, now)
    known = _same(made)
    if known is not None:
        return known
    made.findings = kept(found)
    asked = origin.subjects or (not is_ones_own(memory, by) and repeats(wish.statement, memory, origin))
    if asked and not _answers_itself(memory, origin, by, now):
        _require_room(by)
        made.save()
    else:
        publish(made, by=by, now=now)
    thing = ("generalization", public(made))
    note(by, actions.MEMORY_GENERALIZE, thing, now=now, status=made.status, findings=len(found))
    return made


def examine(statement: str, origin: Origin, owner: int) -> list[Finding]:
    """Return what the checks of this moment say of a statement, with advice from its owner's stack."""
    advice = few_fit(statement, *fitting(statement, owner))
    return [*findings(statement, origin.source), *advice]


def require_clear(found: Sequence[Finding], acknowledge: Collection[str]) -> None:
    """Raise 422 for what has to go, and for warnings that nobody says to have looked at."""
    stops = open_checks(found, acknowledge)
    if not stops:
        return
    blocked = sorted({one.check for one in found if one.level == "block"})
    detail = (
        f"It still says something of its source ({', '.join(blocked)}): reword it where the findings point."
        if blocked
        else f"Look at the findings; where they give nobody away, put in `acknowledge`: {', '.join(stops)}."
    )
    raise unprocessable("generalization_blocked", detail).having(findings=kept(found))


def kept(found: Sequence[Finding]) -> list[dict[str, Any]]:
    """Return findings as they are stored and shown."""
    return [asdict(one) for one in found]


def publish(row: Generalization, *, by: Caller, now: datetime) -> None:
    """Write the belief in the proposer's name (`by`), below no source, and link it for its owner alone."""
    source = row.source
    if source is None:
        raise conflict("not_open", "The memory it was drawn from is gone.")
    level = provenance_named(source.provenance)
    draft = Draft(
        kind=BELIEF,
        content=row.statement,
        access_grants=tuple(row.access_grants),
        epistemic_status="inferred",
        source_type=_source_type(level, by),
        reworded=True,
    )
    result = create_detached(draft, level, by=by, now=now)
    row.result_id, row.status, row.statement = result.pk, "accepted", ""
    row.save()


def _source_type(level: Provenance, by: Caller) -> str:
    """Return where the text comes from, as one of that authority does: nothing in it tells of a source."""
    stated = "model_output" if by.is_agent else "user_message"
    lower = level < provenance_of(stated, by.max_provenance)
    told = _LOWER.get(level, "unknown") if lower else stated
    return told if may_state(told, by) else "unknown"


def _check(wish: Proposed) -> None:
    malformed = entity_errors({"access_grants": wish.access_grants})
    if malformed:
        raise bad_request("invalid", "Some entity ids cannot be read.", malformed)


@transaction.atomic
def require_full(public_id: str, *, by: Caller, now: datetime) -> None:
    """Raise 404, 403 or 409 unless the caller reads a memory in full, so that it may generalize it."""
    _source(public_id, by, now)


def _source(public_id: str, by: Caller, now: datetime) -> Memory:
    """Lock and return a memory the caller sees in full; 404 alike for absent and hidden, 403 below full."""
    known = public_uuid(public_id, "mem")
    rows = Memory.objects.select_for_update(of=("self",)).exclude(state="erased")
    memory = rows.filter(public_id=known).first() if known else None
    tier = sight_of(memory, by=by, now=now) if memory is not None else -1
    if memory is None or tier < 0 or not (in_use(memory, now) or memory.owner_id == by.acting_id):
        raise not_found()
    if tier < 4:
        raise Problem(403, "forbidden", "Only a memory that you read in full can be generalized.")
    if not in_use(memory, now):
        raise conflict(
            "conflict", f"This memory is not in use ({memory.state}), so nothing is drawn from it."
        )
    return memory


def _same(made: Generalization) -> Generalization | None:
    """Return the same proposal of the same owner that is still open."""
    mine = Generalization.objects.filter(owner=made.owner_id, source=made.source, status="open")
    return mine.filter(statement=made.statement, access_grants=made.access_grants).first()


def _grantees(wish: Proposed) -> list[str]:
    return sorted({str(parse_grantee(one)) for one in wish.access_grants})


def _row(memory: Memory, origin: Origin, wish: Proposed, by: Caller, now: datetime) -> Generalization:
    return Generalization(
        owner_id=by.acting_id,
        source=memory,
        statement=wish.statement,
        note=wish.abstraction_note,
        access_grants=_grantees(wish),
        subjects=list(origin.subjects),
        proposed_by=by.principal_id,
        proposed_lineage=by.lineage_id,
        by_agent=by.is_agent,
        door=by.door,
        max_provenance=by.max_provenance,
        application=by.application,
        at=now,
    )


def _answers_itself(memory: Memory, origin: Origin, by: Caller, now: datetime) -> bool:
    """Tell whether the caller is a person whose own yes is enough."""
    speak = {one for found in custodians(origin.subjects, now).values() for one in found}
    return not by.is_agent and entitled(by, memory.owner_id, speak)


def _require_room(by: Caller) -> None:
    if Generalization.objects.filter(owner_id=by.acting_id, status="open").count() >= MOST_OPEN:
        detail = "Wait until some of the statements that await approval have been answered."
        raise unprocessable("too_many_proposals", detail)
