"""Writing what is there already: it narrows what stands, and brings nothing unasked."""

from __future__ import annotations

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
from consent.services.deriving import lower_below
from consent.services.labels import relabel, spec_of
from consent.services.placing import Placed
from consent.services.renderings import remake
from profiles.services.recording import event_of
from profiles.types import Caller

# What an identical write can change of the memory itself.
_NARROWED: Final = (
    "ceiling", "provenance", "provenance_attested", "source_type", "source_uri", "source_message_id",
    "redactions", "forbidden_terms", "forbidden_patterns",
)  # fmt: skip


def merge(memory: Memory, one: Placed, *, by: Caller, now: datetime) -> None:
    """Add what an identical write brings, narrowing only: subjects, grants judged like any, lower trust.

    Where it brings nothing, nothing is written but the event."""
    old = spec_of(LabelRow.objects.get(pk=memory.label_id))
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
    event = event_of(by, actions.MEMORY_CREATE, ("memory", f"mem_{memory.public_id.hex}"), merged=True)
    record_all([event], now=now)


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
