"""Writing what is there already: it narrows what stands, and brings nothing unasked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from audit import actions
from audit.services import record_all
from consent.models import Label as LabelRow
from consent.models import Memory
from consent.rules.provenance import provenance_named
from consent.rules.stamping import Stamp, merged
from consent.rules.trust import readable
from consent.services.agreements import record
from consent.services.deriving import below, lower_below
from consent.services.labels import LabelSpec, relabel, spec_of, specs_of
from consent.services.placing import Placed
from consent.services.renderings import remake
from memory_admin.http.problem import Problem, unprocessable
from profiles.services.recording import event_of
from profiles.types import Caller

# What an identical write can change of the memory itself.
_NARROWED: Final = (
    "ceiling", "provenance", "provenance_attested", "source_type", "source_uri", "source_message_id",
    "redactions", "forbidden_terms", "forbidden_patterns",
)  # fmt: skip


def merge_all(
    pairs: Sequence[tuple[Memory, Placed]], *, by: Caller, now: datetime
) -> Iterator[Problem | None]:
    """Merge what is written again, one after the other, each on record; return what is wrong with each."""
    specs = specs_of({memory.label_id for memory, _ in pairs}) if pairs else {}
    circles: list[Problem | None] = []
    for memory, one in pairs:
        # Asked each time: what was merged before it may have put this below what it is to be above.
        circles.append(_circle(memory, one))
        if circles[-1] is None:
            _merge(memory, one, specs, by, now)
    merged = [memory for (memory, _), circle in zip(pairs, circles, strict=True) if circle is None]
    things = [("memory", f"mem_{memory.public_id.hex}") for memory in merged]
    record_all([event_of(by, actions.MEMORY_CREATE, thing, merged=True) for thing in things], now=now)
    return iter(circles)


def _merge(memory: Memory, one: Placed, specs: dict[int, LabelSpec], by: Caller, now: datetime) -> None:
    """Add what an identical write brings, narrowing only: subjects, grants judged like any, lower trust.

    `specs` are labels that were looked up before. Where it brings nothing, nothing is written."""
    # Written twice in one batch it may have another label by the second time.
    old = specs.get(memory.label_id) or spec_of(LabelRow.objects.get(pk=memory.label_id))
    known = {grant.grantee for grant in old.grants}
    fresh = tuple(grant for grant in one.label.grants if grant.named and grant.grantee not in known)
    spec = replace(
        old,
        subjects=old.with_subjects(one.label.subjects).subjects,
        grants=(*old.grants, *fresh),
        solo=memory.pk if one.consenters else old.solo,
        parents=tuple(sorted({*old.parents, *one.label.parents})),
    )
    narrowed, moved = _narrow(memory, one), spec != old
    if moved:
        relabel(memory, spec)
    if narrowed or moved:
        remake(memory, spec)
    if narrowed:
        lower_below(memory, by=by, now=now)
    if fresh:
        record(memory, replace(spec, grants=fresh), one.consenters, by=by, now=now)


def _circle(memory: Memory, one: Placed) -> Problem | None:
    """Return the Problem that a memory would come to be derived from itself, or None."""
    if not one.label.parents or not below(memory.pk) & set(one.label.parents):
        return None
    detail = "The memory that says this already is what you derive it from."
    return unprocessable("derivation_circle", detail, {"derived_from": [detail]})


def _narrow(memory: Memory, one: Placed) -> bool:
    """Keep the lower ceiling and authority of the two, and every redaction and forbidden term.

    Returns whether that makes any difference; only then the memory is saved."""
    draft, before = one.draft, _narrowable(memory)
    memory.ceiling = min(readable(memory.ceiling), one.ceiling)
    old = Stamp(provenance_named(memory.provenance), memory.provenance_attested)
    kept = merged(old, one.stamp)
    if kept.level != old.level:  # then it is where the second text came from
        memory.source_type, memory.source_uri = draft.source_type, draft.source_uri
        memory.source_message_id = draft.source_message_id
    memory.provenance, memory.provenance_attested = kept.level.word, kept.attested
    for field in ("redactions", "forbidden_terms", "forbidden_patterns"):
        kept_rules = getattr(memory, field)
        fresh = [rule for rule in getattr(draft, field) if rule not in kept_rules]
        setattr(memory, field, [*kept_rules, *fresh])
    if _narrowable(memory) == before:
        return False
    memory.save()
    return True


def _narrowable(memory: Memory) -> dict[str, Any]:
    return {name: getattr(memory, name) for name in _NARROWED}
