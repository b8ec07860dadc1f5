"""Who is who, as lines: entities, and which of them turned out to be one."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import ClassVar, Final

from django.db.models import Q, QuerySet

from audit import actions
from audit.types import Event
from consent.moving.whole.kind import Ids, Kind, Names, Plain, Word, by_name, entity, time_or_none
from consent.rules.formats.reading import Unreadable
from memory_admin.http.fields import ChoiceOf, FlagField, TextField, TimeField
from memory_admin.http.serializer import StrictSerializer
from profiles.models import Principal
from profiles.rules.entity import parse_entity
from profiles.rules.names import canonical_email, check_display_name
from profiles.services.principals import LOCAL_ADMIN
from profiles.services.registering import Newcomer
from profiles.types import EVERYONE_ID

_SHIPPED: Final = "local administrator"


def _canonical(text: str) -> str:
    if str(parse_entity(text)) != text:
        raise ValueError("Must be an entity id in its one form, like human:sean.")
    return text


class PrincipalLine(StrictSerializer):
    type = ChoiceOf(["principal"])
    entity = entity(rule=_canonical)
    display_name = TextField(max_length=200, blank=True, rule=check_display_name)
    email = TextField(max_length=254, allow_null=True, rule=canonical_email)
    email_verified_at = time_or_none()
    verified_at = time_or_none()
    last_verified_at = time_or_none()
    active = FlagField()
    held = FlagField()
    created_at = TimeField()


class Principals(Kind[Principal]):
    """Entities; the administrator of each machine keeps the ways in that it has there."""

    name = "principal"
    tables = ("profiles_principal",)
    shape = PrincipalLine
    model = Principal
    order = (by_name("entity_id"),)
    same = (
        "display_name", "email", "email_verified_at", "verified_at", "last_verified_at", "active", "held",
        "created_at",
    )  # fmt: skip

    def rows(self) -> QuerySet[Principal]:
        return super().rows().exclude(pk=EVERYONE_ID)

    def line(self, row: Principal, names: Names) -> Plain:
        said = {"entity": row.entity_id, **super().line(row, names)}
        hidden = {"email": None, "email_verified_at": None}
        return {**said, **(hidden if row.entity_id == LOCAL_ADMIN else {})}

    def keys(self, line: Plain) -> Collection[Hashable]:
        found = [("entity", line["entity"])]
        return [*found, ("email", line["email"])] if line["email"] else found

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[Principal]:
        entities, emails = [one["entity"] for one in lines], [one["email"] for one in lines if one["email"]]
        return self.rows().filter(Q(entity_id__in=entities) | Q(email__in=emails))

    def check(self, line: Plain) -> None:
        if line["held"] and line["verified_at"] is not None:
            raise Unreadable("held", "A look-alike that is held is not verified.")
        if line["email_verified_at"] is not None and line["email"] is None:
            raise Unreadable("email_verified_at", "There is no address to be verified.")
        if line["entity"] == LOCAL_ADMIN and not (line["active"] and line["verified_at"]):
            raise Unreadable("active", "The command line's own administrator stays active and verified.")
        if line["entity"] == LOCAL_ADMIN and line["email"]:
            raise Unreadable("email", "No file gives the administrator of this machine another address.")

    def gives_way(self, here: Plain) -> bool:
        return (here["entity"], here["display_name"]) == (LOCAL_ADMIN, _SHIPPED)

    def columns(self, line: Plain, ids: Ids) -> Plain:
        known = parse_entity(line["entity"])
        named = {"entity_id": line["entity"], "namespace": known.namespace, "name": known.name}
        return {**super().columns(line, ids), **named, "skeleton": Newcomer(known).skeleton}

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        for line in [one for one in lines if one["entity"] == LOCAL_ADMIN]:
            kept = {name: line[name] for name in self.same if not name.startswith("email")}
            Principal.objects.filter(entity_id=LOCAL_ADMIN).update(**kept)
        return super().put([one for one in lines if one["entity"] != LOCAL_ADMIN], ids, word)

    def event(self, row: Principal, word: Word) -> Event:
        action = actions.PRINCIPAL_REGISTER if row.verified_at is None else actions.PRINCIPAL_CREATE
        return word.event(action, ("principal", row.pk), namespace=row.namespace)


class MergeLine(StrictSerializer):
    type = ChoiceOf(["merge"])
    into = entity()
    entity = entity()


class Merges(Kind[Principal]):
    """Duplicates, each with whom it turned out to be."""

    name = "merge"
    tables = ()
    shape = MergeLine
    model = Principal
    order = (by_name("entity_id"),)
    who: ClassVar = {"entity": "pk", "into": "merged_into_id"}
    unique = ("entity",)

    def rows(self) -> QuerySet[Principal]:
        return super().rows().exclude(merged_into=None)

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[Principal]:
        return self.rows().filter(entity_id__in=[one["entity"] for one in lines])

    def check(self, line: Plain) -> None:
        both = [parse_entity(line[name]) for name in ("entity", "into")]
        if both[0] == both[1] or any(one.is_collective for one in both) or line["entity"] == LOCAL_ADMIN:
            raise Unreadable("into", "Only two different individuals can be merged.")

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        rows = [self.made(one, ids, word) for one in lines]
        for row in rows:
            Principal.objects.filter(pk=row.pk).update(merged_into=row.merged_into_id, active=False)
        return [self.event(row, word) for row in rows]

    def event(self, row: Principal, word: Word) -> Event:
        return word.event(actions.PRINCIPAL_MERGE, ("principal", row.pk), into=row.merged_into_id)
