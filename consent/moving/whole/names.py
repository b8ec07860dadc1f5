"""What entities are called besides, as lines: further names, and accounts elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import ClassVar

from django.db.models import QuerySet

from audit import actions
from audit.types import Event
from consent.moving.whole.kind import (
    Ids,
    Kind,
    Plain,
    Word,
    by_name,
    entity,
    name_or_none,
    time_or_none,
)
from consent.rules.formats.reading import Unreadable
from memory_admin.http.fields import ChoiceOf, TextField, TimeField
from memory_admin.http.serializer import StrictSerializer
from profiles.models import Alias, ExternalIdentity
from profiles.rules.credentials import is_provider
from profiles.rules.entity import parse_entity
from profiles.rules.names import LONGEST_ALIAS, check_alias
from profiles.services.identities import LONGEST_ID
from profiles.services.principals import LOCAL_ADMIN
from text.normalize import normalize


class AliasLine(StrictSerializer):
    type = ChoiceOf(["alias"])
    entity = entity()
    text = TextField(max_length=LONGEST_ALIAS, rule=check_alias)
    approved_by = name_or_none()
    approved_at = time_or_none()
    created_at = TimeField()


class Aliases(Kind[Alias]):
    """Further names, approved or proposed."""

    name = "alias"
    tables = ("profiles_alias",)
    shape = AliasLine
    model = Alias
    order = (by_name("principal__entity_id"), by_name("normalized"))
    who: ClassVar = {"entity": "principal_id", "approved_by": "approved_by"}
    same = ("text", "approved_at", "created_at")

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [(line["entity"], _normalized(line))]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[Alias]:
        return Alias.objects.filter(principal__in=[ids[one["entity"]] for one in lines])

    def columns(self, line: Plain, ids: Ids) -> Plain:
        return {**super().columns(line, ids), "normalized": _normalized(line)}

    def event(self, row: Alias, word: Word) -> Event:
        told = {"alias": row.pk, "approved": row.approved_at is not None}
        return word.event(actions.ALIAS_ADD, ("principal", row.principal_id), **told)


def _normalized(line: Plain) -> str:
    return normalize(line["text"])[:LONGEST_ALIAS]


class IdentityLine(StrictSerializer):
    type = ChoiceOf(["identity"])
    entity = entity()
    provider = TextField(max_length=64)
    external_id = TextField(max_length=LONGEST_ID)
    verified_at = TimeField()
    bound_by = name_or_none()


class Identities(Kind[ExternalIdentity]):
    """Accounts elsewhere, which resolve live callers; none of the machine's own administrator."""

    name = "identity"
    tables = ("profiles_externalidentity",)
    shape = IdentityLine
    model = ExternalIdentity
    order = (by_name("provider"), by_name("external_id"))
    who: ClassVar = {"entity": "principal_id", "bound_by": "bound_by"}
    same = ("provider", "external_id", "verified_at")
    unique = ("provider", "external_id")

    def rows(self) -> QuerySet[ExternalIdentity]:
        return super().rows().exclude(principal__entity_id=LOCAL_ADMIN)

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[ExternalIdentity]:
        return ExternalIdentity.objects.filter(external_id__in=[one["external_id"] for one in lines])

    def check(self, line: Plain) -> None:
        if not is_provider(line["provider"]) or line["external_id"] != line["external_id"].strip():
            raise Unreadable("provider", "This is no account elsewhere.")
        if line["entity"] == LOCAL_ADMIN or parse_entity(line["entity"]).is_collective:
            raise Unreadable("entity", "No file binds an account to this machine's administrator.")

    def event(self, row: ExternalIdentity, word: Word) -> Event:
        return word.event(actions.IDENTITY_BIND, ("principal", row.principal_id), identity=row.pk)
