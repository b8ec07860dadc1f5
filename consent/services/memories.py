"""Writing memories, many at once with a result each; what is there already is merged, not written again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import uuid4

from django.db import IntegrityError, transaction

from audit import actions
from audit.rules.kinds import FORBIDDEN_WRITE
from audit.services import record_all
from audit.types import Event
from consent.models import Memory
from consent.rules.grants import GrantState
from consent.rules.provenance import Provenance, lower_of
from consent.rules.stamping import Stamp
from consent.services import agreements, batches, labels, renderings
from consent.services.affording import require_affordable
from consent.services.merging import merge_all
from consent.services.placing import Placed, below_copied, check, place
from consent.services.remembering import bring_back
from consent.services.violating import About, blocked, report_written
from consent.types import Draft
from memory_admin.http.problem import Problem, conflict
from profiles.queries.prepared import ask
from profiles.services.recording import event_of
from profiles.types import Caller

# What is stored as its writer states it.
_STATED: Final = (
    "kind", "title", "content", "summary", "context_summary", "location", "metadata", "occurred_at",
    "valid_until", "epistemic_status", "confidence", "importance", "prompt_instructions", "state",
    "source_type", "source_uri", "source_message_id",
)  # fmt: skip
_LISTED: Final = ("tags", "redactions", "forbidden_terms", "forbidden_patterns")


@dataclass(frozen=True, slots=True)
class Written:
    """What a write came to: the memory, whether it is new, and what became of its grants where just found."""

    memory_id: int
    public_id: str
    created: bool
    states: tuple[GrantState, ...] | None = None


def public(memory: Memory) -> str:
    """Return the id a memory is known by outside."""
    return f"mem_{memory.public_id.hex}"


def create(draft: Draft, *, by: Caller, now: datetime) -> Written:
    """Write one memory; raises Problem for what it may not say, and writes nothing then."""
    (written,) = create_many([draft], by=by, now=now, atomic=True)
    if isinstance(written, Problem):
        raise written
    return written


def create_many(
    drafts: Sequence[Draft | Problem], *, by: Caller, now: datetime, atomic: bool
) -> list[Written | Problem]:
    """Write many memories in one transaction, a result each; `atomic` raises the first Problem instead."""
    checked = _affordable([_checked(draft, by) for draft in drafts])
    _raise_first(checked, atomic)
    good = [draft for draft in checked if isinstance(draft, Draft)]
    for last in (False, False, True):
        try:
            with transaction.atomic():
                placed = place(good, by=by, now=now)
                _raise_first(placed, atomic)
                written = _write([one for one in placed if isinstance(one, Placed)], by=by, now=now)
                _raise_first(written, atomic)
                return _in_order(checked, _in_order(placed, written))
        except IntegrityError:
            # Someone else wrote the same at the same moment: the next look finds it.
            if last:
                raise
    return []


def create_detached(draft: Draft, level: Provenance, *, by: Caller, now: datetime) -> Memory:
    """Write a memory below no source, however it is worded, and no better believed than `level`.

    For generalizations alone, whose checks stand in for that; raises 409 where the owner says it already."""
    check(draft)
    (placed,) = place([draft], by=by, now=now)
    if isinstance(placed, Problem):
        raise placed
    if _known([placed]):
        raise conflict("identical_memory", "Another memory of this owner already says exactly this.")
    stamped = Stamp(lower_of(placed.stamp.level, level), False)
    ((memory,), _) = _insert([replace(placed, stamp=stamped, copied=())], by=by, now=now)
    return memory


def _checked(draft: Draft | Problem, by: Caller) -> Draft | Problem:
    if isinstance(draft, Problem):
        return draft
    try:
        check(draft)
    except Problem as problem:
        forbidden = problem.code == "refused_metadata"
        return blocked(problem, FORBIDDEN_WRITE, by, About(by.acting_id)) if forbidden else problem
    return draft


def _affordable(checked: Sequence[Draft | Problem]) -> list[Draft | Problem]:
    """Return the drafts whose patterns the write can carry, in order, and Problems in place of the rest."""
    found: list[Draft | Problem] = []
    spent = 0
    for one in checked:
        try:
            spent += 0 if isinstance(one, Problem) else require_affordable(one, spent)
            found.append(one)
        except Problem as problem:
            found.append(problem)
    return found


def _raise_first(results: Sequence[object], atomic: bool) -> None:
    for place_in_batch, result in enumerate(results):
        if atomic and isinstance(result, Problem):
            raise result.having(index=place_in_batch) if len(results) > 1 else result


def _in_order(places: Sequence[object], good: Sequence[Written | Problem]) -> list[Written | Problem]:
    """Return Problems where they stood and the good results, in order, in the places between."""
    rest = iter(good)
    return [one if isinstance(one, Problem) else next(rest) for one in places]


def _write(placed: Sequence[Placed], *, by: Caller, now: datetime) -> list[Written | Problem]:
    known = _known(placed)
    fresh: dict[bytes, Placed] = {}
    for one in placed:
        if one.identity not in known:
            fresh.setdefault(one.identity, one)
    made, states = _insert(list(fresh.values()), by=by, now=now)
    at = known | {memory.identity: memory for memory in made if memory.identity}
    again = [one for one in placed if fresh.get(one.identity) is not one]
    circles = merge_all([(at[one.identity], one) for one in again], by=by, now=now)
    told = {one.identity for one in again}
    results: list[Written | Problem] = []
    for one in placed:
        memory, is_first = at[one.identity], fresh.get(one.identity) is one
        found = None if one.identity in told else states.get(memory.pk)
        circle = None if is_first else next(circles)
        results.append(circle or Written(memory.pk, public(memory), is_first, found))
    return results


def _known(placed: Sequence[Placed]) -> dict[bytes, Memory]:
    """Lock and return the memories that already say the same."""
    same = [one.identity for one in placed]
    if not ask("SELECT 1 FROM consent_memory WHERE identity = ANY (%s::bytea[]) LIMIT 1", [same]):
        return {}
    found = Memory.objects.select_for_update(of=("self",)).filter(identity__in=same).order_by("id")
    return {bytes(memory.identity): memory for memory in found if memory.identity}


def _insert(
    placed: Sequence[Placed], *, by: Caller, now: datetime
) -> tuple[list[Memory], Mapping[int, tuple[GrantState, ...]]]:
    """Store new memories; return them, and what became of their grants, by id."""
    if not placed:
        return [], {}
    placed = [below_copied(one) for one in placed]
    numbers = _numbers(len(placed))
    specs = [
        replace(one.label, solo=number) if agreements.needs_own_label(one, by) else one.label
        for one, number in zip(placed, numbers, strict=True)
    ]
    label_ids = labels.find_or_create(specs)
    rows = [
        _row(one, number, label_ids[spec], by, now)
        for one, number, spec in zip(placed, numbers, specs, strict=True)
    ]
    batches.insert(rows)
    renderings.make(list(zip(rows, specs, strict=True)))
    states = agreements.record_new(list(zip(rows, placed, strict=True)), by=by, now=now)
    record_all([_event(row, by) for row in rows], now=now)
    # It changes nothing of the states: to an owner a denial looks like silence.
    bring_back(rows, by=by, now=now)
    report_written(rows, by=by, now=now)
    return rows, states


def _numbers(count: int) -> list[int]:
    drawn = "SELECT nextval(pg_get_serial_sequence('consent_memory', 'id')) FROM generate_series(1, %s)"
    return [number for (number,) in ask(drawn, [count])]


def _row(one: Placed, number: int, label: int, by: Caller, now: datetime) -> Memory:
    draft = one.draft
    return Memory(
        pk=number,
        public_id=uuid4(),
        owner_id=by.acting_id,
        label_id=label,
        **{name: getattr(draft, name) for name in _STATED},
        **{name: list(getattr(draft, name)) for name in _LISTED},
        language=renderings.language_of(draft.title, draft.content),
        ceiling=one.ceiling,
        identity=one.identity,
        application=by.application,
        author_id=by.principal_id,
        created_at=now,
        updated_at=now,
        provenance=one.stamp.level.word,
        provenance_attested=one.stamp.attested,
    )


def _event(memory: Memory, by: Caller) -> Event:
    return event_of(
        by,
        actions.MEMORY_CREATE,
        ("memory", public(memory)),
        label=memory.label_id,
        kind=memory.kind,
        provenance=memory.provenance,
    )
