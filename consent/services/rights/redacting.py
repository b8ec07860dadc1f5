"""Memories that others have a part in: the person is taken out of them, and they stay."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from consent.models import Memory, MemoryVersion, ModelReading
from consent.queries.asking import Question, resolve
from consent.queries.facts import gather
from consent.queries.mentions import TEXTS
from consent.queries.persons import Person
from consent.rules.grants import live_for_all
from consent.rules.seeking import Seeker
from consent.services import labels, renderings
from consent.services.batches import as_json
from consent.services.labels import LabelSpec
from consent.services.placing import identity_digest
from profiles.queries.prepared import ask

# Several memories in one statement; what the texts are made of anew is written beside them.
_COLUMNS: Final = (*TEXTS, "findings", "version", "updated_at", "identity", "label_id")
_SAVE: Final = f"""
UPDATE consent_memory m SET ({", ".join(_COLUMNS)}) = ROW({", ".join(f"r.{one}" for one in _COLUMNS)})
FROM json_populate_recordset(NULL::consent_memory, %s::json) AS r WHERE r.id = m.id
"""
Held = Sequence[tuple[Memory, LabelSpec]]


@transaction.atomic
def redact(memories: Sequence[int], person: Person, *, now: datetime) -> None:
    """Take a person out of memories it shares with others: names, its part as subject, what it was granted.

    Nobody sees afterwards what it did not see before: grants that waited for somebody's word go."""
    held = _locked(memories)
    scene = gather({one.label_id for one in held}, resolve(Question(person.id), now=now)) if held else None
    specs = labels.specs_of({one.label_id for one in held})
    live = {label: live_for_all(scene.labels[label], scene) if scene else frozenset() for label in specs}
    without = {label: _without(spec, person.ids, live[label]) for label, spec in specs.items()}
    numbers = labels.find_or_create(list(without.values()))
    rows = [(memory, without[memory.label_id]) for memory in held]
    for memory, spec in rows:
        memory.label_id = numbers[spec]
    _rewrite(rows, person.seeker(parts=True), now)


def _locked(memories: Sequence[int]) -> list[Memory]:
    return list(Memory.objects.select_for_update().filter(pk__in=memories).order_by("pk"))


def _without(spec: LabelSpec, ids: Sequence[int], live: Collection[int]) -> LabelSpec:
    subjects = [one for one in spec.subjects if one not in ids]
    taken = replace(spec, subjects=()).with_subjects(subjects) if subjects != list(spec.subjects) else spec
    # A grant of one consent less would be live now, had it waited for the person alone.
    lost = len(subjects) != len(spec.subjects)
    kept = [
        grant for grant in spec.grants if grant.grantee not in ids and (not lost or grant.grantee in live)
    ]
    return replace(taken, grants=tuple(kept))


def _rewrite(held: Held, seeker: Seeker, now: datetime) -> None:
    """Write memories' texts without the person, what search looks into, and their former versions."""
    memories = [memory for memory, _ in held]
    for memory in memories:
        for column in TEXTS:
            setattr(memory, column, seeker.cleaned(getattr(memory, column)) or getattr(memory, column))
        memory.findings, memory.version, memory.updated_at = [], memory.version + 1, now
    _identify(memories)
    rows = [{"id": one.pk, **{name: _plain(vars(one)[name]) for name in _COLUMNS}} for one in memories]
    ask(_SAVE, [as_json(rows)])
    ModelReading.objects.filter(memory__in=memories).delete()
    _former(memories, seeker)
    renderings.remake_all(held)


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def _identify(memories: Sequence[Memory]) -> None:
    """Give memories the identity of what they say now; of several that say the same one alone has it."""
    known = [one for one in memories if one.identity is not None]
    made = {one.pk: identity_digest(one.owner_id, one.kind, one.content) for one in known}
    rows = Memory.objects.filter(identity__in=list(made.values())).values_list("identity", "pk")
    whose = {bytes(identity or b""): number for identity, number in rows}
    for one in known:
        identity = made[one.pk]
        one.identity = identity if whose.setdefault(identity, one.pk) == one.pk else None


def _former(memories: Sequence[Memory], seeker: Seeker) -> None:
    for version in MemoryVersion.objects.filter(memory__in=memories).iterator(chunk_size=1000):
        before = version.fields, version.reason
        version.fields, version.reason = seeker.cleaned(version.fields), seeker.without(version.reason)
        if (version.fields, version.reason) != before:
            version.save(update_fields=["fields", "reason"])


@transaction.atomic
def unmention(memories: Sequence[int], person: Person, *, now: datetime) -> None:
    """Take a person's names out of memories that are not about it; those that say none stay as they are."""
    seeker = person.seeker()
    former = MemoryVersion.objects.filter(memory__in=memories)
    before = {one.memory_id for one in former if seeker.found_in([one.fields, one.reason])}
    held = [
        one
        for one in _locked(memories)
        if one.pk in before or seeker.found_in([getattr(one, column) for column in TEXTS])
    ]
    specs = labels.specs_of({one.label_id for one in held})
    _rewrite([(memory, specs[memory.label_id]) for memory in held], seeker, now)
