"""Memories that others have a part in: the person is taken out of them, and they stay."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db import transaction

from consent.models import Memory, MemoryVersion, ModelReading
from consent.queries.asking import Question, resolve
from consent.queries.facts import gather
from consent.queries.persons import Person
from consent.rules.grants import live_for_all
from consent.rules.seeking import Seeker, strings_in
from consent.services import labels, renderings
from consent.services.labels import LabelSpec
from consent.services.placing import identity_digest

TEXTS: Final = (
    "title", "content", "summary", "context_summary", "tags", "location", "metadata", "source_uri",
    "source_message_id", "redactions", "forbidden_terms", "forbidden_patterns", "prompt_instructions",
    "application",
)  # fmt: skip


@transaction.atomic
def redact(memories: Sequence[int], person: Person, *, now: datetime) -> None:
    """Take a person out of memories it shares with others: names, its part as subject, what it was granted.

    Nobody sees afterwards what it did not see before: grants that waited for somebody's word go."""
    seeker = person.seeker(parts=True)
    held = list(Memory.objects.select_for_update().filter(pk__in=memories).order_by("pk"))
    scene = gather({one.label_id for one in held}, resolve(Question(person.id), now=now)) if held else None
    specs = labels.specs_of({one.label_id for one in held})
    for memory in held:
        live = live_for_all(scene.labels[memory.label_id], scene) if scene else frozenset()
        spec = _without(specs[memory.label_id], person.ids, live)
        labels.relabel(memory, spec)
        _rewrite(memory, seeker, spec, now)


def _without(spec: LabelSpec, ids: Sequence[int], live: Collection[int]) -> LabelSpec:
    subjects = [one for one in spec.subjects if one not in ids]
    taken = replace(spec, subjects=()).with_subjects(subjects) if subjects != list(spec.subjects) else spec
    # A grant of one consent less would be live now, had it waited for the person alone.
    lost = len(subjects) != len(spec.subjects)
    kept = [
        grant for grant in spec.grants if grant.grantee not in ids and (not lost or grant.grantee in live)
    ]
    return replace(taken, grants=tuple(kept))


def _rewrite(memory: Memory, seeker: Seeker, spec: LabelSpec, now: datetime) -> None:
    """Write a memory's text without the person, what search looks into, and its former versions."""
    for column in TEXTS:
        setattr(memory, column, seeker.cleaned(getattr(memory, column)) or getattr(memory, column))
    memory.findings, memory.version, memory.updated_at = [], memory.version + 1, now
    if memory.identity is not None:
        identity = identity_digest(memory.owner_id, memory.kind, memory.content)
        same = Memory.objects.filter(identity=identity).exclude(pk=memory.pk).exists()
        memory.identity = None if same else identity
    memory.save()
    ModelReading.objects.filter(memory=memory).delete()
    _former(memory, seeker)
    renderings.remake(memory, spec)


def _former(memory: Memory, seeker: Seeker) -> None:
    for version in MemoryVersion.objects.filter(memory=memory):
        version.fields, version.reason = seeker.cleaned(version.fields), seeker.without(version.reason)
        version.save(update_fields=["fields", "reason"])


def mentioning(seeker: Seeker) -> Iterator[int]:
    """Yield the memories that say the person's name or address, in what they say now or said before."""
    fields = [*TEXTS]
    for row in Memory.objects.order_by("pk").values_list("pk", *fields).iterator(chunk_size=1000):
        if _says(seeker, row[1:]):
            yield row[0]
    for number, kept, reason in (
        MemoryVersion.objects.order_by("pk")
        .values_list("memory_id", "fields", "reason")
        .iterator(chunk_size=1000)
    ):
        if _says(seeker, (kept, reason)):
            yield number


def _says(seeker: Seeker, values: Iterable[object]) -> bool:
    return any(
        seeker.named(text) or seeker.identified(text) for value in values for text in strings_in(value)
    )


@transaction.atomic
def unmention(memories: Sequence[int], person: Person, *, now: datetime) -> None:
    """Take a person's names out of memories that are not about it."""
    seeker = person.seeker()
    held = list(Memory.objects.select_for_update().filter(pk__in=memories).order_by("pk"))
    specs = labels.specs_of({one.label_id for one in held})
    for memory in held:
        _rewrite(memory, seeker, specs[memory.label_id], now)
