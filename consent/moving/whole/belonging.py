"""Who belongs to which collective and who speaks for whom, as lines, with the ends that were."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

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


class Memberships(Kind[Membership]):
    """Members of groups, organisations and roles, those who left too."""

    name = "membership"
    tables = ("profiles_membership",)
    shape = MembershipLine
    model = Membership
    order = (by_name("collective__entity_id"), by_name("member__entity_id"), "since", "until", "pk")
    who: ClassVar = {"collective": "collective_id", "member": "member_id", "added_by": "added_by"}
    same = ("since", "until")
    unique = ("collective", "member", "since")

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

    def event(self, row: Membership, word: Word) -> Event:
        thing = ("principal", row.member_id)
        return word.event(actions.MEMBERSHIP_ADD, thing, collective=row.collective_id)


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


class Custodians(Kind[Custodian]):
    """Who may agree for whom, those who no longer do too."""

    name = "custodian"
    tables = ("profiles_custodian",)
    shape = CustodianLine
    model = Custodian
    order = (by_name("subject__entity_id"), by_name("custodian__entity_id"), "since", "until", "pk")
    who: ClassVar = {"subject": "subject_id", "custodian": "custodian_id", "set_by": "set_by"}
    same = ("since", "until", "reason")
    unique = ("subject", "custodian", "since")

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[Custodian]:
        wanted = {ids[one["subject"]] for one in lines}
        return Custodian.objects.filter(subject__in=wanted, since__in={one["since"] for one in lines})

    def check(self, line: Plain) -> None:
        if parse_entity(line["custodian"]).is_collective:
            raise Unreadable("custodian", "A custodian is an individual, never a collective.")
        if line["custodian"] == line["subject"]:
            raise Unreadable("custodian", "Nobody is their own custodian.")
        _check_term(line)

    def event(self, row: Custodian, word: Word) -> Event:
        thing = ("principal", row.subject_id)
        return word.event(actions.CUSTODIAN_SET, thing, custodian=row.custodian_id)
