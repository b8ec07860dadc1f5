"""How far owners trust others, as lines, each with its history."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import ClassVar, Final

from django.db.models import Q, QuerySet

from audit import actions
from audit.types import Event
from consent.models import TrustChange, TrustRelationship
from consent.moving.own_lines import readable
from consent.moving.restored_rows import uuid_in
from consent.moving.whole.kind import (
    Ids,
    Kind,
    Names,
    Plain,
    Word,
    by_name,
    entity,
    name_or_none,
)
from consent.rules.formats.reading import Unreadable
from memory_admin.http.fields import (
    ChoiceOf,
    FlagField,
    ListOf,
    NumberField,
    PublicIdField,
    TextField,
    TimeField,
    WholeField,
)
from memory_admin.http.serializer import StrictSerializer
from profiles.rules.entity import parse_entity

_STEP: Final = ("strict_mode", "require_validation", "reason", "at")


class StepLine(StrictSerializer):
    base_trust = NumberField(low=0, high=1, allow_null=True)
    strict_mode = FlagField()
    require_validation = FlagField()
    reason = TextField(max_length=500, blank=True)
    changed_by = name_or_none()
    at = TimeField()


class TrustLine(StrictSerializer):
    type = ChoiceOf(["trust"])
    id = PublicIdField("tru")
    owner = entity()
    accessor = entity()
    context = name_or_none()
    base_trust = NumberField(low=0, high=1, allow_null=True)
    summary = TextField(max_length=500, blank=True)
    reason = TextField(max_length=500, blank=True)
    require_validation = FlagField()
    strict_mode = FlagField()
    auto_lower = FlagField()
    version = WholeField(low=1, high=2**31 - 1)
    last_updated = TimeField()
    history = ListOf(StepLine(), max_items=10_000)


class Relationships(Kind[TrustRelationship]):
    """Relationships, each with its steps."""

    name = "trust"
    tables = ("consent_trustrelationship", "consent_trustchange")
    shape = TrustLine
    model = TrustRelationship
    order = tuple(map(by_name, ("owner__entity_id", "accessor__entity_id", "context__entity_id")))
    public = "tru"
    who: ClassVar = {"owner": "owner_id", "accessor": "accessor_id", "context": "context_id"}
    same = (
        "summary", "reason", "require_validation", "strict_mode", "auto_lower", "version", "last_updated",
    )  # fmt: skip

    def rows(self) -> QuerySet[TrustRelationship]:
        return super().rows().prefetch_related("history")

    def people(self, rows: Sequence[TrustRelationship]) -> set[int | None]:
        return super().people(rows) | {step.changed_by for row in rows for step in row.history.all()}

    def line(self, row: TrustRelationship, names: Names) -> Plain:
        steps = sorted(row.history.all(), key=lambda one: (one.at, one.pk))
        history = [_step(one, names) for one in steps]
        return {**super().line(row, names), "base_trust": readable(row.base_trust), "history": history}

    def names(self, line: Plain) -> Iterable[str | None]:
        return (line["accessor"], *self.parties(line))

    def parties(self, line: Plain) -> Iterable[str | None]:
        return (line["owner"], line["context"], *(one["changed_by"] for one in line["history"]))

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [line["id"], (line["owner"], line["accessor"], line["context"])]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[TrustRelationship]:
        wanted, owners = [uuid_in(one["id"]) for one in lines], {ids[one["owner"]] for one in lines}
        pairs = Q(owner__in=owners, accessor__in={ids[one["accessor"]] for one in lines})
        return self.rows().filter(Q(public_id__in=wanted) | pairs)

    def check(self, line: Plain) -> None:
        if line["owner"] == line["accessor"]:
            raise Unreadable("accessor", "An owner always trusts itself.")
        if parse_entity(line["owner"]).is_collective:
            raise Unreadable("owner", "Only an individual trusts.")
        if line["context"] and parse_entity(line["context"]).namespace != "ctx":
            raise Unreadable("context", "Must be a ctx: entity.")

    def columns(self, line: Plain, ids: Ids) -> Plain:
        return {**super().columns(line, ids), "base_trust": line["base_trust"]}

    def put_parts(self, rows: Sequence[TrustRelationship], lines: Sequence[Plain], ids: Ids) -> None:
        TrustChange.objects.bulk_create(
            TrustChange(
                relationship=row, base_trust=step["base_trust"], changed_by=ids.get(step["changed_by"] or ""),
                **{name: step[name] for name in _STEP},
            )
            for row, line in zip(rows, lines, strict=True)
            for step in line["history"]
        )  # fmt: skip

    def event(self, row: TrustRelationship, word: Word) -> Event:
        names = ("base_trust", "strict_mode", "require_validation", "auto_lower")
        told = {"owner": row.owner_id, "accessor": row.accessor_id}
        thing = ("trust", self.id_of(row))
        return word.event(actions.TRUST_SET, thing, **told, **{one: getattr(row, one) for one in names})


def _step(row: TrustChange, names: Names) -> Plain:
    said = {name: getattr(row, name) for name in _STEP}
    return {"base_trust": readable(row.base_trust), "changed_by": names.get(row.changed_by), **said}
