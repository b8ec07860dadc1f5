"""The policy as lines, version by version; the last one is in force."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from django.db.models import QuerySet

from audit import actions
from audit.types import Event
from consent.models import Policy
from consent.moving.whole.kind import Ids, Kind, Plain, Word, name_or_none
from consent.rules.formats.reading import Unreadable
from consent.rules.policy.changing import checked
from consent.rules.policy.kinds import NotTaken
from memory_admin.http.fields import ChoiceOf, ObjectField, TextField, TimeField, WholeField
from memory_admin.http.serializer import StrictSerializer


class PolicyLine(StrictSerializer):
    type = ChoiceOf(["policy"])
    version = WholeField(low=1, high=2**31 - 1)
    settings = ObjectField(max_bytes=1_000_000)
    author = name_or_none()
    reason = TextField(max_length=500, blank=True)
    at = TimeField()


class Policies(Kind[Policy]):
    """Every version of the policy, each with settings that are known here."""

    name = "policy"
    tables = ("consent_policy",)
    shape = PolicyLine
    model = Policy
    order = ("version",)
    who: ClassVar = {"author": "author_id"}
    same = ("version", "settings", "reason", "at")
    unique = ("version",)

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[Policy]:
        return Policy.objects.filter(version__in=[one["version"] for one in lines])

    def check(self, line: Plain) -> None:
        try:
            taken = checked(line["settings"], {})
        except NotTaken as wrong:
            path, said = next(iter(wrong.errors.items()))
            raise Unreadable(f"settings.{path}"[:100], said) from None
        if taken != line["settings"]:
            raise Unreadable("settings", "Its settings are not as they are stored.")

    def event(self, row: Policy, word: Word) -> Event:
        return word.event(actions.POLICY_CHANGE, (self.name, row.version), changed=sorted(row.settings))
