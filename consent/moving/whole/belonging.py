"""Who belongs to which collective and who speaks for whom, as lines, with the ends that were."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Final

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
from profiles.models import Custodian, Membership
from profiles.rules.entity import parse_entity

_CONTEXT: Final = "ctx"


class MembershipLine(StrictSerializer):
    type = ChoiceOf(["membership"])
    collective = entity()
    member = entity()
    since = TimeField()
    until = time_or_none()
    added_by = name_or_none()


class Memberships(Kind):
    """Members of groups, organisations and roles, those who left too."""

    name = "membership"
    tables = ("profiles_membership",)
    shape = MembershipLine

    def rows(self) -> QuerySet[Membership]:
        places = ("collective__entity_id", "member__entity_id")
        return Membership.objects.order_by(*map(by_name, places), "since", "until", "pk")

    def people(self, rows: Sequence[Membership]) -> set[int | None]:
        return {one for row in rows for one in (row.collective_id, row.member_id, row.added_by)}

    def line(self, row: Membership, names: Names) -> Plain:
        return {
            "collective": names[row.collective_id],
            "member": names[row.member_id],
            "since": row.since,
            "until": row.until,
            "added_by": names.get(row.added_by or -1),
        }

    def names(self, line: Plain) -> Iterable[str | None]:
        return (line["collective"], line["member"], line["added_by"])

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [(line["collective"], line["member"], line["since"])]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[Membership]:
        wanted = {ids[one["member"]] for one in lines}
        return Membership.objects.filter(member__in=wanted, since__in={one["since"] for one in lines})

    def check(self, line: Plain) -> None:
        collective, member = parse_entity(line["collective"]), parse_entity(line["member"])
        if not collective.is_collective or collective.namespace == _CONTEXT:
            raise Unreadable("collective", "Only a group, org or role has members.")
        if member.namespace == _CONTEXT or member == collective:
            raise Unreadable("member", "A context belongs to no collective, and nothing to itself.")
        _check_term(line)

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        made = Membership.objects.bulk_create(
            Membership(
                collective_id=ids[line["collective"]], member_id=ids[line["member"]], since=line["since"],
                until=line["until"], added_by=ids.get(line["added_by"] or ""),
            )
            for line in lines
        )  # fmt: skip
        return [
            word.event(actions.MEMBERSHIP_ADD, ("principal", row.member_id), collective=row.collective_id)
            for row in made
        ]


def _check_term(line: Plain) -> None:
    if line["until"] is not None and line["until"] < line["since"]:
        raise Unreadable("until", "It ends before it begins.")


class CustodianLine(StrictSerializer):
    type = ChoiceOf(["custodian"])
    subject = entity()
    custodian = entity()
    since = TimeField()
    until = time_or_none()
    set_by = name_or_none()
    reason = TextField(max_length=500, blank=True, default="")


class Custodians(Kind):
    """Who may agree for whom, those who no longer do too."""

    name = "custodian"
    tables = ("profiles_custodian",)
    shape = CustodianLine

    def rows(self) -> QuerySet[Custodian]:
        places = ("subject__entity_id", "custodian__entity_id")
        return Custodian.objects.order_by(*map(by_name, places), "since", "until", "pk")

    def people(self, rows: Sequence[Custodian]) -> set[int | None]:
        return {one for row in rows for one in (row.subject_id, row.custodian_id, row.set_by)}

    def line(self, row: Custodian, names: Names) -> Plain:
        return {
            "subject": names[row.subject_id],
            "custodian": names[row.custodian_id],
            "since": row.since,
            "until": row.until,
            "set_by": names.get(row.set_by or -1),
            "reason": row.reason,
        }

    def names(self, line: Plain) -> Iterable[str | None]:
        return (line["subject"], line["custodian"], line["set_by"])

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [(line["subject"], line["custodian"], line["since"])]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[Custodian]:
        wanted = {ids[one["subject"]] for one in lines}
        return Custodian.objects.filter(subject__in=wanted, since__in={one["since"] for one in lines})

    def check(self, line: Plain) -> None:
        if parse_entity(line["custodian"]).is_collective:
            raise Unreadable("custodian", "A custodian is an individual, never a collective.")
        if line["custodian"] == line["subject"]:
            raise Unreadable("custodian", "Nobody is their own custodian.")
        _check_term(line)

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        made = Custodian.objects.bulk_create(
            Custodian(
                subject_id=ids[line["subject"]], custodian_id=ids[line["custodian"]], since=line["since"],
                until=line["until"], set_by=ids.get(line["set_by"] or ""), reason=line["reason"],
            )
            for line in lines
        )  # fmt: skip
        return [
            word.event(actions.CUSTODIAN_SET, ("principal", row.subject_id), custodian=row.custodian_id)
            for row in made
        ]
