"""What links memories, as lines after them: what contradicts what, and beliefs drawn from private ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from django.db.models import QuerySet

from audit import actions
from audit.types import Event
from consent.models import Generalization, MemoryConflict
from consent.moving.restored_rows import uuid_in
from consent.moving.whole.kind import Ids, Kind, Names, Plain, Word, entity, name_or_none, time_or_none
from consent.rules.formats.reading import Unreadable
from consent.rules.provenance import Provenance, lower_of, provenance_named
from consent.serializers.memories import CONTENT, entities
from memory_admin.http.fields import (
    ChoiceOf,
    FlagField,
    ListOf,
    ObjectField,
    PublicIdField,
    TextField,
    TimeField,
)
from memory_admin.http.serializer import StrictSerializer


class ContradictionLine(StrictSerializer):
    type = ChoiceOf(["contradiction"])
    memory = PublicIdField("mem")
    other = PublicIdField("mem")
    stated_by = name_or_none()
    at = TimeField()


class Contradictions(Kind[MemoryConflict]):
    """Pairs of memories that cannot both be so."""

    name = "contradiction"
    tables = ("consent_memoryconflict",)
    shape = ContradictionLine
    model = MemoryConflict
    order = ("memory__public_id", "other__public_id")
    who: ClassVar = {"stated_by": "stated_by_id"}
    linked = ("memory", "other")
    same = ("at",)
    unique = ("memory", "other")

    def rows(self) -> QuerySet[MemoryConflict]:
        return super().rows().select_related(*self.linked)

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[MemoryConflict]:
        return self.rows().filter(memory__public_id__in=[uuid_in(one["memory"]) for one in lines])

    def check(self, line: Plain) -> None:
        if line["memory"] == line["other"]:
            raise Unreadable("other", "No memory contradicts itself.")

    def event(self, row: MemoryConflict, word: Word) -> Event:
        return word.event(actions.MEMORY_UPDATE, ("memory", row.memory_id), contradicts=row.other_id)


class GeneralizationLine(StrictSerializer):
    type = ChoiceOf(["generalization"])
    id = PublicIdField("gen")
    owner = entity()
    source = PublicIdField("mem", allow_null=True)  # type: ignore[assignment]
    result = PublicIdField("mem", allow_null=True)
    statement = TextField(max_length=CONTENT, blank=True)
    note = TextField(max_length=4000, blank=True)
    access_grants = entities(10_000)
    findings = ListOf(ObjectField(max_bytes=1000), max_items=1000)
    subjects = entities(10_000)
    status = ChoiceOf(["open", "accepted", "declined"])
    proposed_by = entity()
    by_agent = FlagField()
    door = TextField(max_length=10)
    max_provenance = ChoiceOf([one.word for one in Provenance])
    application = TextField(max_length=100, blank=True)
    at = TimeField()
    answered_at = time_or_none()
    answered_by = name_or_none()
    answer_reason = TextField(max_length=500, blank=True)
    review = ChoiceOf(["", "revoked", "erased", "quarantined"])
    review_since = time_or_none()
    reviewed_at = time_or_none()


class Generalizations(Kind[Generalization]):
    """Beliefs and what they were drawn from, so that they come up for review when that goes."""

    name = "generalization"
    tables = ("consent_generalization",)
    shape = GeneralizationLine
    model = Generalization
    order = ("at", "public_id")
    public = "gen"
    who: ClassVar = {"owner": "owner_id", "proposed_by": "proposed_by", "answered_by": "answered_by"}
    linked = ("source", "result")
    same = (
        "statement", "note", "access_grants", "findings", "status", "by_agent", "door", "application", "at",
        "answered_at", "answer_reason", "review", "review_since", "reviewed_at", "max_provenance",
    )  # fmt: skip

    def rows(self) -> QuerySet[Generalization]:
        return super().rows().select_related(*self.linked)

    def people(self, rows: Sequence[Generalization]) -> set[int | None]:
        return super().people(rows) | {one for row in rows for one in row.subjects}

    def line(self, row: Generalization, names: Names) -> Plain:
        return {**super().line(row, names), "subjects": sorted(names[one] for one in row.subjects)}

    def names(self, line: Plain) -> Iterable[str | None]:
        return (*super().names(line), *line["subjects"])

    def check(self, line: Plain) -> None:
        if (line["status"] == "accepted") != (line["result"] is not None):
            raise Unreadable("result", "Names the belief where it was accepted, and only then.")
        if line["status"] == "open" and line["source"] is None:
            raise Unreadable("source", "What is open is drawn from a memory that is here.")

    def columns(self, line: Plain, ids: Ids) -> Plain:
        return {**super().columns(line, ids), "subjects": sorted({ids[one] for one in line["subjects"]})}

    def made(self, line: Plain, ids: Ids, word: Word) -> Generalization:
        row = super().made(line, ids, word)
        most = lower_of(provenance_named(row.max_provenance), provenance_named(word.max_provenance))
        row.max_provenance = most.word
        return row

    def event(self, row: Generalization, word: Word) -> Event:
        told = {"owner": row.owner_id, "status": row.status}
        return word.event(actions.MEMORY_GENERALIZE, (self.name, self.id_of(row)), **told)
