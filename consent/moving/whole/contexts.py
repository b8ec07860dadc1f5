"""Contexts as lines, each with who sits there as what; and the stays in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from django.db.models import QuerySet

from audit import actions
from audit.types import Event
from consent.models import Context, ContextSession, Participant
from consent.moving.whole.kind import (
    Ids,
    Kind,
    Names,
    Plain,
    Word,
    by_name,
    entity,
    name_or_none,
    time_or_none,
)
from consent.rules.contexts import LONGEST_STAY
from consent.rules.formats.reading import Unreadable
from consent.serializers.memories import entities
from memory_admin.http.fields import ChoiceOf, ListOf, PublicIdField, TimeField, WholeField
from memory_admin.http.serializer import StrictSerializer
from profiles.rules.entity import parse_entity

_MANY: Final = 10_000


class SeatLine(StrictSerializer):
    role = name_or_none()
    added_at = TimeField()
    added_by = name_or_none()
    came_at = TimeField(allow_null=True, default=None)
    entity = entity()


class ContextLine(StrictSerializer):
    type = ChoiceOf(["context"])
    id = entity()
    owner = entity()
    default_access_grants = entities(_MANY, allow_null=True)
    version = WholeField(low=1, high=2**31 - 1)
    created_at = TimeField()
    participants = ListOf(SeatLine(), max_items=_MANY)


class Contexts(Kind[Context]):
    """Contexts, what is written there hands down to, and who sits there."""

    name = "context"
    tables = ("consent_context", "consent_participant")
    shape = ContextLine
    model = Context
    order = (by_name("principal__entity_id"),)
    who: ClassVar = {"id": "principal_id", "owner": "owner_id"}
    same = ("version", "created_at")

    def rows(self) -> QuerySet[Context]:
        return super().rows().prefetch_related("participants")

    def people(self, rows: Sequence[Context]) -> set[int | None]:
        found = super().people(rows) | {one for row in rows for one in row.default_grants or ()}
        for seat in (one for row in rows for one in row.participants.all()):
            found |= {seat.principal_id, seat.role_id, seat.added_by}
        return found

    def line(self, row: Context, names: Names) -> Plain:
        grants, seats = row.default_grants, [_seat(one, names) for one in row.participants.all()]
        return {
            **super().line(row, names),
            "default_access_grants": None if grants is None else sorted(names[one] for one in grants),
            "participants": sorted(seats, key=lambda one: str(one["entity"])),
        }

    def names(self, line: Plain) -> Iterable[str | None]:
        return (*self.parties(line), *(line["default_access_grants"] or ()))

    def parties(self, line: Plain) -> Iterable[str | None]:
        seats = (one[name] for one in line["participants"] for name in ("entity", "role", "added_by"))
        return (*super().names(line), *seats)

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[Context]:
        return self.rows().filter(pk__in=[ids[one["id"]] for one in lines])

    def check(self, line: Plain) -> None:
        if parse_entity(line["id"]).namespace != "ctx" or parse_entity(line["owner"]).is_collective:
            raise Unreadable("id", "A context is a ctx: entity of an individual's.")
        seats = line["participants"]
        if any(parse_entity(one["entity"]).is_collective for one in seats):
            raise Unreadable("participants", "A collective does not sit in a context.")
        if any(one["role"] and parse_entity(one["role"]).namespace != "role" for one in seats):
            raise Unreadable("participants", "Somebody sits there as what is no role.")
        if len({one["entity"] for one in seats}) < len(seats):
            raise Unreadable("participants", "Nobody can be listed twice.")

    def columns(self, line: Plain, ids: Ids) -> Plain:
        grants = line["default_access_grants"]
        listed = None if grants is None else sorted({ids[one] for one in grants})
        return {**super().columns(line, ids), "default_grants": listed}

    def put_parts(self, rows: Sequence[Context], lines: Sequence[Plain], ids: Ids) -> None:
        Participant.objects.bulk_create(
            Participant(
                context=row, principal_id=ids[seat["entity"]], role_id=ids.get(seat["role"] or ""),
                added_at=seat["added_at"], added_by=ids.get(seat["added_by"] or ""), came_at=seat["came_at"],
            )
            for row, line in zip(rows, lines, strict=True)
            for seat in line["participants"]
        )  # fmt: skip

    def event(self, row: Context, word: Word) -> Event:
        return word.event(actions.CONTEXT_CREATE, ("context", row.pk), owner=row.owner_id)


def _seat(row: Participant, names: Names) -> Plain:
    said = {"entity": row.principal_id, "role": row.role_id, "added_by": row.added_by}
    times = {"added_at": row.added_at, "came_at": row.came_at}
    return {**{name: names.get(one) for name, one in said.items()}, **times}


class SessionLine(StrictSerializer):
    type = ChoiceOf(["context_session"])
    id = PublicIdField("ctxs")
    context = entity()  # type: ignore[assignment]
    participant = entity()
    role = name_or_none()
    entered_at = TimeField()
    expires_at = TimeField()
    left_at = time_or_none()


class Sessions(Kind[ContextSession]):
    """Stays in contexts: who is in one stays there until it would have ended."""

    name = "context_session"
    tables = ("consent_contextsession",)
    shape = SessionLine
    model = ContextSession
    order = ("entered_at", "public_id")
    public = "ctxs"
    who: ClassVar = {"context": "context_id", "participant": "participant_id", "role": "role_id"}
    same = ("entered_at", "expires_at", "left_at")
    needs = "It names a context that no line before it brings in."

    def based(self, lines: Sequence[Plain], ids: Ids) -> list[bool]:
        rows = Context.objects.filter(pk__in={ids[one["context"]] for one in lines})
        made = set(rows.values_list("pk", flat=True))
        return [ids[one["context"]] in made for one in lines]

    def check(self, line: Plain) -> None:
        if parse_entity(line["participant"]).is_collective:
            raise Unreadable("participant", "A collective does not sit in a context.")
        if line["role"] and parse_entity(line["role"]).namespace != "role":
            raise Unreadable("role", "Must be a role.")
        if line["expires_at"] > line["entered_at"] + LONGEST_STAY:
            raise Unreadable("expires_at", "A stay lasts a day at most.")

    def event(self, row: ContextSession, word: Word) -> Event:
        told = {"context": row.context_id, "participant": row.participant_id}
        return word.event(actions.CONTEXT_ENTER, (self.name, self.id_of(row)), **told)
