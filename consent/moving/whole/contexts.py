"""Contexts as lines, each with who sits there as what; and the stays in them."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Final

from django.db.models import QuerySet

from audit import actions
from audit.types import Event
from consent.models import Context, ContextSession, Participant
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


class Contexts(Kind):
    """Contexts, what is written there hands down to, and who sits there."""

    name = "context"
    tables = ("consent_context", "consent_participant")
    shape = ContextLine

    def rows(self) -> QuerySet[Context]:
        return Context.objects.order_by(by_name("principal__entity_id")).prefetch_related("participants")

    def people(self, rows: Sequence[Context]) -> set[int | None]:
        found: set[int | None] = {one for row in rows for one in (row.pk, row.owner_id)}
        found |= {one for row in rows for one in row.default_grants or ()}
        for seat in (one for row in rows for one in row.participants.all()):
            found |= {seat.principal_id, seat.role_id, seat.added_by}
        return found

    def line(self, row: Context, names: Names) -> Plain:
        grants = row.default_grants
        return {
            "id": names[row.pk],
            "owner": names[row.owner_id],
            "default_access_grants": None if grants is None else sorted(names[one] for one in grants),
            "version": row.version,
            "created_at": row.created_at,
            "participants": sorted(
                (_seat(one, names) for one in row.participants.all()), key=lambda one: str(one["entity"])
            ),
        }

    def names(self, line: Plain) -> Iterable[str | None]:
        seats = (one[name] for one in line["participants"] for name in ("entity", "role", "added_by"))
        return (line["id"], line["owner"], *(line["default_access_grants"] or ()), *seats)

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [line["id"]]

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

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        Context.objects.bulk_create(_context(one, ids) for one in lines)
        Participant.objects.bulk_create(
            Participant(
                context_id=ids[line["id"]], principal_id=ids[seat["entity"]],
                role_id=ids.get(seat["role"] or ""), added_at=seat["added_at"],
                added_by=ids.get(seat["added_by"] or ""), came_at=seat["came_at"],
            )
            for line in lines
            for seat in line["participants"]
        )  # fmt: skip
        return [
            word.event(
                actions.CONTEXT_CREATE, ("context", ids[line["id"]]), owner=ids[line["owner"]],
                participants=len(line["participants"]),
            )
            for line in lines
        ]  # fmt: skip


def _seat(row: Participant, names: Names) -> Plain:
    return {
        "entity": names[row.principal_id],
        "role": names.get(row.role_id or -1),
        "added_at": row.added_at,
        "added_by": names.get(row.added_by or -1),
        "came_at": row.came_at,
    }


def _context(line: Plain, ids: Ids) -> Context:
    grants = line["default_access_grants"]
    return Context(
        principal_id=ids[line["id"]],
        owner_id=ids[line["owner"]],
        default_grants=None if grants is None else sorted({ids[one] for one in grants}),
        version=line["version"],
        created_at=line["created_at"],
    )


class SessionLine(StrictSerializer):
    type = ChoiceOf(["context_session"])
    id = PublicIdField("ctxs")
    context = entity()  # type: ignore[assignment]
    participant = entity()
    role = name_or_none()
    entered_at = TimeField()
    expires_at = TimeField()
    left_at = time_or_none()


class Sessions(Kind):
    """Stays in contexts: who is in one stays there until it would have ended."""

    needs = "It names a context that no line before it brings in."
    name = "context_session"
    tables = ("consent_contextsession",)
    shape = SessionLine

    def rows(self) -> QuerySet[ContextSession]:
        return ContextSession.objects.order_by("entered_at", "public_id")

    def people(self, rows: Sequence[ContextSession]) -> set[int | None]:
        return {one for row in rows for one in (row.context_id, row.participant_id, row.role_id)}

    def line(self, row: ContextSession, names: Names) -> Plain:
        return {
            "id": f"ctxs_{row.public_id.hex}",
            "context": names[row.context_id],
            "participant": names[row.participant_id],
            "role": names.get(row.role_id or -1),
            "entered_at": row.entered_at,
            "expires_at": row.expires_at,
            "left_at": row.left_at,
        }

    def names(self, line: Plain) -> Iterable[str | None]:
        return (line["context"], line["participant"], line["role"])

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [line["id"]]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[ContextSession]:
        return ContextSession.objects.filter(public_id__in=[uuid_in(one["id"]) for one in lines])

    def based(self, lines: Sequence[Plain], ids: Ids) -> list[bool]:
        made = set(
            Context.objects.filter(pk__in={ids[one["context"]] for one in lines}).values_list("pk", flat=True)
        )
        return [ids[one["context"]] in made for one in lines]

    def check(self, line: Plain) -> None:
        if parse_entity(line["participant"]).is_collective:
            raise Unreadable("participant", "A collective does not sit in a context.")
        if line["role"] and parse_entity(line["role"]).namespace != "role":
            raise Unreadable("role", "Must be a role.")
        if line["expires_at"] > line["entered_at"] + LONGEST_STAY:
            raise Unreadable("expires_at", "A stay lasts a day at most.")

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        made = ContextSession.objects.bulk_create(
            ContextSession(
                public_id=uuid_in(line["id"]), context_id=ids[line["context"]],
                participant_id=ids[line["participant"]], role_id=ids.get(line["role"] or ""),
                **{name: line[name] for name in ("entered_at", "expires_at", "left_at")},
            )
            for line in lines
        )  # fmt: skip
        return [
            word.event(
                actions.CONTEXT_ENTER, ("context_session", f"ctxs_{row.public_id.hex}"),
                context=row.context_id, participant=row.participant_id,
            )
            for row in made
        ]  # fmt: skip
