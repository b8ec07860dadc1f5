"""What was asked of owners who trust, as lines: who wanted how much, and the answer."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import ClassVar

from django.db.models import Q, QuerySet

from audit import actions
from audit.types import Event
from consent.models import TrustRequest
from consent.moving.restored_rows import uuid_in
from consent.moving.whole.kind import Ids, Kind, Plain, Word, entity, name_or_none, time_or_none
from consent.rules.formats.reading import Unreadable
from memory_admin.http.fields import ChoiceOf, NumberField, PublicIdField, TextField, TimeField
from memory_admin.http.serializer import StrictSerializer


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


class Requests(Kind[TrustRequest]):
    """Who asked whom for how much trust, and what was answered."""

    name = "trust_request"
    tables = ("consent_trustrequest",)
    shape = AskedLine
    model = TrustRequest
    order = ("at", "public_id")
    public = "trq"
    who: ClassVar = {
        "owner": "owner_id", "accessor": "accessor_id", "asked_by": "asked_by", "answered_by": "answered_by",
    }  # fmt: skip
    same = ("wanted", "reason", "status", "at", "answered_at")

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [line["id"], *([(line["owner"], line["accessor"])] if line["status"] == "open" else [])]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[TrustRequest]:
        wanted, owners = [uuid_in(one["id"]) for one in lines], {ids[one["owner"]] for one in lines}
        return TrustRequest.objects.filter(Q(public_id__in=wanted) | Q(owner__in=owners, status="open"))

    def check(self, line: Plain) -> None:
        if line["owner"] == line["accessor"]:
            raise Unreadable("accessor", "Somebody asks somebody else for trust.")

    def event(self, row: TrustRequest, word: Word) -> Event:
        return word.event(actions.TRUST_REQUEST, (self.name, self.id_of(row)), wanted=row.wanted, asked=True)
