"""What was asked of owners who trust, as lines: who wanted how much, and the answer."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Final

from django.db.models import Q, QuerySet

from audit import actions
from audit.types import Event
from consent.models import TrustRequest
from consent.moving.restored_rows import uuid_in
from consent.moving.whole.kind import Ids, Kind, Names, Plain, Word, entity, name_or_none, time_or_none
from consent.rules.formats.reading import Unreadable
from memory_admin.http.fields import ChoiceOf, NumberField, PublicIdField, TextField, TimeField
from memory_admin.http.serializer import StrictSerializer
from profiles.types import EVERYONE

_ASKED: Final = ("wanted", "reason", "status", "at", "answered_at")


class AskedLine(StrictSerializer):
    type = ChoiceOf(["trust_request"])
    id = PublicIdField("trq")
    owner = entity()
    accessor = entity()
    wanted = NumberField(low=0, high=1)
    reason = TextField(max_length=500, blank=True)
    status = ChoiceOf(["open", "accepted", "declined"])
    asked_by = name_or_none()
    at = TimeField()
    answered_at = time_or_none()
    answered_by = name_or_none()


class Requests(Kind):
    """Who asked whom for how much trust, and what was answered."""

    name = "trust_request"
    tables = ("consent_trustrequest",)
    shape = AskedLine

    def rows(self) -> QuerySet[TrustRequest]:
        return TrustRequest.objects.order_by("at", "public_id")

    def people(self, rows: Sequence[TrustRequest]) -> set[int | None]:
        columns = ("owner_id", "accessor_id", "asked_by", "answered_by")
        return {getattr(row, name) for row in rows for name in columns}

    def line(self, row: TrustRequest, names: Names) -> Plain:
        return {
            "id": f"trq_{row.public_id.hex}",
            "owner": names[row.owner_id],
            "accessor": names[row.accessor_id],
            **{name: getattr(row, name) for name in _ASKED},
            "asked_by": names.get(row.asked_by or -1),
            "answered_by": names.get(row.answered_by or -1),
        }

    def names(self, line: Plain) -> Iterable[str | None]:
        return (line["owner"], line["accessor"], line["asked_by"], line["answered_by"])

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [line["id"], *([(line["owner"], line["accessor"])] if line["status"] == "open" else [])]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[TrustRequest]:
        wanted, owners = [uuid_in(one["id"]) for one in lines], {ids[one["owner"]] for one in lines}
        return TrustRequest.objects.filter(Q(public_id__in=wanted) | Q(owner__in=owners, status="open"))

    def check(self, line: Plain) -> None:
        if line["owner"] == line["accessor"] or EVERYONE in (line["owner"], line["accessor"]):
            raise Unreadable("accessor", "Somebody asks somebody else for trust.")

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        made = TrustRequest.objects.bulk_create(
            TrustRequest(
                public_id=uuid_in(line["id"]), owner_id=ids[line["owner"]], accessor_id=ids[line["accessor"]],
                asked_by=ids.get(line["asked_by"] or ""), answered_by=ids.get(line["answered_by"] or ""),
                **{name: line[name] for name in _ASKED},
            )
            for line in lines
        )  # fmt: skip
        thing = "trust_request"
        return [
            word.event(
                actions.TRUST_REQUEST, (thing, f"trq_{row.public_id.hex}"), wanted=row.wanted, asked=True
            )
            for row in made
        ]
