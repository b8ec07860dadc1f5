"""Profiles as lines, version by version, and the fields they may have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django.db.models import QuerySet

from audit import actions
from audit.types import Event
from consent.moving.whole.kind import Ids, Kind, Plain, Word, by_name, entity, time_or_none
from consent.rules.formats.reading import Unreadable
from memory_admin.http.fields import (
    ChoiceOf,
    FlagField,
    ListOf,
    ObjectField,
    TextField,
    TimeField,
    WholeField,
)
from memory_admin.http.serializer import StrictSerializer
from profiles.models import PrincipalProfile, ProfileField
from profiles.rules.profile_fields import KINDS, LONGEST, MOST_ENTRIES, Field, check_field
from profiles.services.profiles import EDIT, PROMOTION, PROPOSAL

_SAID: Final = ("key", "label", "kind", "max_length", "editable", "sensitive")


class FieldLine(StrictSerializer):
    type = ChoiceOf(["profile_field"])
    key = TextField(max_length=40)
    kind = ChoiceOf(KINDS)
    max_length = WholeField(low=1, high=LONGEST)
    editable = FlagField()
    sensitive = FlagField()
    place = WholeField(low=1, high=2**31 - 1)
    retired_at = time_or_none()
    label = TextField(max_length=100)  # type: ignore[assignment]


class Fields(Kind[ProfileField]):
    """What profiles may hold; as shipped it gives way as long as nobody has a profile."""

    name = "profile_field"
    tables = ("profiles_profilefield",)
    shape = FieldLine
    model = ProfileField
    order = ("place", by_name("key"))
    same = (*_SAID, "place", "retired_at")
    unique = ("key",)

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[ProfileField]:
        return ProfileField.objects.filter(key__in=[one["key"] for one in lines])

    def check(self, line: Plain) -> None:
        try:
            check_field(Field(**{name: line[name] for name in _SAID}))
        except ValueError as error:
            raise Unreadable("key", str(error)) from None

    def gives_way(self, here: Plain) -> bool:
        return not PrincipalProfile.objects.exists()

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        said = [self.columns(line, ids) for line in lines]
        rows = [ProfileField.objects.update_or_create(key=one["key"], defaults=one)[0] for one in said]
        return [self.event(row, word) for row in rows]

    def event(self, row: ProfileField, word: Word) -> Event:
        told = {"key": row.key, "editable": row.editable}
        return word.event(actions.PROFILE_FIELD, (self.name, row.pk), **told)


class ProfileLine(StrictSerializer):
    type = ChoiceOf(["profile"])
    version = WholeField(low=1, high=2**31 - 1)
    changed = ListOf(TextField(max_length=40), max_items=1000)
    way = ChoiceOf([EDIT, PROPOSAL, PROMOTION])
    reason = TextField(max_length=500, blank=True)
    created_at = TimeField()
    entity = entity()
    fields = ObjectField(max_bytes=1_000_000)  # type: ignore[assignment]


class Profiles(Kind[PrincipalProfile]):
    """Every version of everybody's profile, each written by its own principal."""

    name = "profile"
    tables = ("profiles_principalprofile",)
    shape = ProfileLine
    model = PrincipalProfile
    order = (by_name("principal__entity_id"), "version")
    who: ClassVar = {"entity": "principal_id"}
    same = ("version", "fields", "changed", "way", "reason", "created_at")
    unique = ("entity", "version")

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[PrincipalProfile]:
        return PrincipalProfile.objects.filter(principal__in={ids[one["entity"]] for one in lines})

    def check(self, line: Plain) -> None:
        if not all(map(_is_value, line["fields"].values())):
            raise Unreadable("fields", "A field holds text, yes or no, or a list of texts.")

    def columns(self, line: Plain, ids: Ids) -> Plain:
        return {**super().columns(line, ids), "author_id": ids[line["entity"]]}

    def event(self, row: PrincipalProfile, word: Word) -> Event:
        told = {"fields": row.changed, "version": row.version, "way": row.way}
        return word.event(actions.PROFILE_UPDATE, ("principal", row.principal_id), **told)


def _is_value(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) <= MOST_ENTRIES and all(isinstance(one, str) and _is_value(one) for one in value)
    return isinstance(value, bool) or (isinstance(value, str) and len(value) <= LONGEST)
