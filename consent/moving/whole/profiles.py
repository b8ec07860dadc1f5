"""Profiles as lines, version by version, and the fields they may have."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Any, Final

from django.db.models import QuerySet

from audit import actions
from audit.types import Event
from consent.moving.whole.kind import Ids, Kind, Names, Plain, Word, by_name, entity, time_or_none
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

_FIELD: Final = ("key", "label", "kind", "max_length", "editable", "sensitive", "place", "retired_at")
_SAID: Final = ("key", "label", "kind", "max_length", "editable", "sensitive")
_PROFILE: Final = ("version", "fields", "changed", "way", "reason", "created_at")


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


class Fields(Kind):
    """What profiles may hold; as shipped it gives way as long as nobody has a profile."""

    name = "profile_field"
    tables = ("profiles_profilefield",)
    shape = FieldLine

    def rows(self) -> QuerySet[ProfileField]:
        return ProfileField.objects.order_by("place", by_name("key"))

    def people(self, rows: Sequence[ProfileField]) -> set[int | None]:
        return set()

    def line(self, row: ProfileField, names: Names) -> Plain:
        return {name: getattr(row, name) for name in _FIELD}

    def names(self, line: Plain) -> Iterable[str | None]:
        return ()

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [line["key"]]

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
        events = []
        for line in lines:
            said = {name: line[name] for name in _FIELD}
            row, _ = ProfileField.objects.update_or_create(key=line["key"], defaults=said)
            thing = ("profile_field", row.pk)
            events.append(word.event(actions.PROFILE_FIELD, thing, key=row.key, editable=row.editable))
        return events


class ProfileLine(StrictSerializer):
    type = ChoiceOf(["profile"])
    version = WholeField(low=1, high=2**31 - 1)
    changed = ListOf(TextField(max_length=40), max_items=1000)
    way = ChoiceOf([EDIT, PROPOSAL, PROMOTION])
    reason = TextField(max_length=500, blank=True)
    created_at = TimeField()
    entity = entity()
    fields = ObjectField(max_bytes=1_000_000)  # type: ignore[assignment]


class Profiles(Kind):
    """Every version of everybody's profile, each written by its own principal."""

    name = "profile"
    tables = ("profiles_principalprofile",)
    shape = ProfileLine

    def rows(self) -> QuerySet[PrincipalProfile]:
        return PrincipalProfile.objects.order_by(by_name("principal__entity_id"), "version")

    def people(self, rows: Sequence[PrincipalProfile]) -> set[int | None]:
        return {row.principal_id for row in rows}

    def line(self, row: PrincipalProfile, names: Names) -> Plain:
        return {"entity": names[row.principal_id], **{name: getattr(row, name) for name in _PROFILE}}

    def names(self, line: Plain) -> Iterable[str | None]:
        return (line["entity"],)

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [(line["entity"], line["version"])]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[PrincipalProfile]:
        return PrincipalProfile.objects.filter(principal__in={ids[one["entity"]] for one in lines})

    def check(self, line: Plain) -> None:
        if not all(map(_is_value, line["fields"].values())):
            raise Unreadable("fields", "A field holds text, yes or no, or a list of texts.")

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        PrincipalProfile.objects.bulk_create(
            PrincipalProfile(
                principal_id=ids[line["entity"]], author_id=ids[line["entity"]],
                **{name: line[name] for name in _PROFILE},
            )
            for line in lines
        )  # fmt: skip
        return [
            word.event(
                actions.PROFILE_UPDATE, ("principal", ids[one["entity"]]), fields=one["changed"],
                version=one["version"], way=one["way"],
            )
            for one in lines
        ]  # fmt: skip


def _is_value(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) <= MOST_ENTRIES and all(isinstance(one, str) and _is_value(one) for one in value)
    return isinstance(value, bool) or (isinstance(value, str) and len(value) <= LONGEST)
