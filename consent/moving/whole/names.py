"""What entities are called besides, as lines: further names, and accounts elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence

from django.db.models import QuerySet

from audit import actions
from audit.types import Event
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


class Aliases(Kind):
    """Further names, approved or proposed."""

    name = "alias"
    tables = ("profiles_alias",)
    shape = AliasLine

    def rows(self) -> QuerySet[Alias]:
        return Alias.objects.order_by(by_name("principal__entity_id"), by_name("normalized"))

    def people(self, rows: Sequence[Alias]) -> set[int | None]:
        return {one for row in rows for one in (row.principal_id, row.approved_by)}

    def line(self, row: Alias, names: Names) -> Plain:
        return {
            "entity": names[row.principal_id],
            "text": row.text,
            "approved_by": names.get(row.approved_by or -1),
            "approved_at": row.approved_at,
            "created_at": row.created_at,
        }

    def names(self, line: Plain) -> Iterable[str | None]:
        return (line["entity"], line["approved_by"])

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [(line["entity"], _normalized(line))]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[Alias]:
        return Alias.objects.filter(principal__in=[ids[one["entity"]] for one in lines])

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        made = Alias.objects.bulk_create(
            Alias(
                principal_id=ids[line["entity"]], text=line["text"], normalized=_normalized(line),
                approved_by=ids.get(line["approved_by"] or ""), approved_at=line["approved_at"],
                created_at=line["created_at"],
            )
            for line in lines
        )  # fmt: skip
        return [
            word.event(
                actions.ALIAS_ADD,
                ("principal", row.principal_id),
                alias=row.pk,
                approved=bool(row.approved_at),
            )
            for row in made
        ]


def _normalized(line: Plain) -> str:
    return normalize(line["text"])[:LONGEST_ALIAS]


class IdentityLine(StrictSerializer):
    type = ChoiceOf(["identity"])
    entity = entity()
    provider = TextField(max_length=64)
    external_id = TextField(max_length=LONGEST_ID)
    verified_at = TimeField()
    bound_by = name_or_none()


class Identities(Kind):
    """Accounts elsewhere, which resolve live callers; none of the machine's own administrator."""

    name = "identity"
    tables = ("profiles_externalidentity",)
    shape = IdentityLine

    def rows(self) -> QuerySet[ExternalIdentity]:
        others = ExternalIdentity.objects.exclude(principal__entity_id=LOCAL_ADMIN)
        return others.order_by(by_name("provider"), by_name("external_id"))

    def people(self, rows: Sequence[ExternalIdentity]) -> set[int | None]:
        return {one for row in rows for one in (row.principal_id, row.bound_by)}

    def line(self, row: ExternalIdentity, names: Names) -> Plain:
        return {
            "entity": names[row.principal_id],
            "provider": row.provider,
            "external_id": row.external_id,
            "verified_at": row.verified_at,
            "bound_by": names.get(row.bound_by or -1),
        }

    def names(self, line: Plain) -> Iterable[str | None]:
        return (line["entity"], line["bound_by"])

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [(line["provider"], line["external_id"])]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[ExternalIdentity]:
        return ExternalIdentity.objects.filter(external_id__in=[one["external_id"] for one in lines])

    def check(self, line: Plain) -> None:
        if not is_provider(line["provider"]) or line["external_id"] != line["external_id"].strip():
            raise Unreadable("provider", "This is no account elsewhere.")
        if line["entity"] == LOCAL_ADMIN or parse_entity(line["entity"]).is_collective:
            raise Unreadable(
                "entity", "No file lets anybody in as this machine's administrator or a collective."
            )

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        made = ExternalIdentity.objects.bulk_create(
            ExternalIdentity(
                principal_id=ids[line["entity"]], provider=line["provider"], external_id=line["external_id"],
                verified_at=line["verified_at"], bound_by=ids.get(line["bound_by"] or ""),
            )
            for line in lines
        )  # fmt: skip
        thing = "principal"
        return [word.event(actions.IDENTITY_BIND, (thing, row.principal_id), identity=row.pk) for row in made]
