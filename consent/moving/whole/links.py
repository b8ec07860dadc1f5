"""What links memories, as lines after them: what contradicts what, and beliefs drawn from private ones."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Any, Final

from django.db.models import Q, QuerySet

from audit import actions
from audit.types import Event
from consent.models import Generalization, MemoryConflict
from consent.moving.restored_rows import numbers, uuid_in
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

_MISSING: Final = "It is about a memory that no line before it brings in."
_SAME: Final = (
    "statement", "note", "findings", "status", "by_agent", "door", "application", "at", "answered_at",
    "answer_reason", "review", "review_since", "reviewed_at",
)  # fmt: skip


def _memory(one: Any) -> str | None:
    return None if one is None else f"mem_{one.public_id.hex}"


class ContradictionLine(StrictSerializer):
    type = ChoiceOf(["contradiction"])
    memory = PublicIdField("mem")
    other = PublicIdField("mem")
    stated_by = name_or_none()
    at = TimeField()


class Contradictions(Kind):
    """Pairs of memories that cannot both be so."""

    name = "contradiction"
    tables = ("consent_memoryconflict",)
    shape = ContradictionLine
    needs = _MISSING

    def rows(self) -> QuerySet[MemoryConflict]:
        rows = MemoryConflict.objects.select_related("memory", "other")
        return rows.order_by("memory__public_id", "other__public_id")

    def people(self, rows: Sequence[MemoryConflict]) -> set[int | None]:
        return {row.stated_by_id for row in rows}

    def line(self, row: MemoryConflict, names: Names) -> Plain:
        both = {"memory": _memory(row.memory), "other": _memory(row.other)}
        return {**both, "stated_by": names.get(row.stated_by_id or -1), "at": row.at}

    def names(self, line: Plain) -> Iterable[str | None]:
        return (line["stated_by"],)

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [(line["memory"], line["other"])]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[MemoryConflict]:
        return self.rows().filter(memory__public_id__in=[uuid_in(one["memory"]) for one in lines])

    def check(self, line: Plain) -> None:
        if line["memory"] == line["other"]:
            raise Unreadable("other", "No memory contradicts itself.")

    def based(self, lines: Sequence[Plain], ids: Ids) -> list[bool]:
        here = numbers({one[name] for one in lines for name in ("memory", "other")})
        return [{one["memory"], one["other"]} <= here.keys() for one in lines]

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        here = numbers({one[name] for one in lines for name in ("memory", "other")})
        MemoryConflict.objects.bulk_create(
            MemoryConflict(
                memory_id=here[one["memory"]], other_id=here[one["other"]],
                stated_by_id=ids.get(one["stated_by"] or ""), at=one["at"],
            )
            for one in lines
        )  # fmt: skip
        return [
            word.event(actions.MEMORY_UPDATE, ("memory", one["memory"]), contradicts=True) for one in lines
        ]


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


class Generalizations(Kind):
    """Beliefs and what they were drawn from, so that they come up for review when that goes."""

    name = "generalization"
    tables = ("consent_generalization",)
    shape = GeneralizationLine
    needs = _MISSING

    def rows(self) -> QuerySet[Generalization]:
        return Generalization.objects.select_related("source", "result").order_by("at", "public_id")

    def people(self, rows: Sequence[Generalization]) -> set[int | None]:
        found: set[int | None] = {
            one for row in rows for one in (row.owner_id, row.proposed_by, row.answered_by)
        }
        return found | {one for row in rows for one in row.subjects}

    def line(self, row: Generalization, names: Names) -> Plain:
        return {
            "id": f"gen_{row.public_id.hex}",
            "owner": names[row.owner_id],
            "source": _memory(row.source),
            "result": _memory(row.result),
            **{name: getattr(row, name) for name in _SAME},
            "access_grants": row.access_grants,
            "subjects": sorted(names[one] for one in row.subjects if one in names),
            "proposed_by": names[row.proposed_by],
            "max_provenance": row.max_provenance,
            "answered_by": names.get(row.answered_by or -1),
        }

    def names(self, line: Plain) -> Iterable[str | None]:
        return (line["owner"], line["proposed_by"], line["answered_by"], *line["subjects"])

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [line["id"]]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[Generalization]:
        return self.rows().filter(Q(public_id__in=[uuid_in(one["id"]) for one in lines]))

    def check(self, line: Plain) -> None:
        if (line["status"] == "accepted") != (line["result"] is not None):
            raise Unreadable("result", "Names the belief where it was accepted, and only then.")
        if line["status"] == "open" and line["source"] is None:
            raise Unreadable("source", "What is open is drawn from a memory that is here.")

    def based(self, lines: Sequence[Plain], ids: Ids) -> list[bool]:
        here = numbers(_linked(lines))
        return [_linked([one]) <= here.keys() for one in lines]

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        here = numbers(_linked(lines))
        made = Generalization.objects.bulk_create(_row(one, ids, here, word) for one in lines)
        things = [("generalization", f"gen_{row.public_id.hex}") for row in made]
        return [
            word.event(actions.MEMORY_GENERALIZE, thing, owner=row.owner_id, status=row.status)
            for thing, row in zip(things, made, strict=True)
        ]


def _linked(lines: Sequence[Plain]) -> set[str]:
    return {one[name] for one in lines for name in ("source", "result") if one[name] is not None}


def _row(line: Plain, ids: Ids, here: dict[str, int], word: Word) -> Generalization:
    most = lower_of(provenance_named(line["max_provenance"]), provenance_named(word.max_provenance))
    return Generalization(
        public_id=uuid_in(line["id"]), owner_id=ids[line["owner"]], source_id=here.get(line["source"]),
        result_id=here.get(line["result"]), access_grants=line["access_grants"],
        subjects=sorted({ids[one] for one in line["subjects"]}), proposed_by=ids[line["proposed_by"]],
        max_provenance=most.word, answered_by=ids.get(line["answered_by"] or ""),
        **{name: line[name] for name in _SAME},
    )  # fmt: skip
