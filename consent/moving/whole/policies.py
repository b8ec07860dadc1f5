"""The policy as lines, version by version; the last one is in force."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence

from django.db.models import QuerySet

from audit import actions
from audit.types import Event
from consent.models import Policy
from consent.moving.whole.kind import Ids, Kind, Names, Plain, Word, name_or_none
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


class Policies(Kind):
    """Every version of the policy, each with settings that are known here."""

    name = "policy"
    tables = ("consent_policy",)
    shape = PolicyLine

    def rows(self) -> QuerySet[Policy]:
        return Policy.objects.order_by("version")

    def people(self, rows: Sequence[Policy]) -> set[int | None]:
        return {row.author_id for row in rows}

    def line(self, row: Policy, names: Names) -> Plain:
        said = {"version": row.version, "settings": row.settings, "author": names.get(row.author_id or -1)}
        return {**said, "reason": row.reason, "at": row.at}

    def names(self, line: Plain) -> Iterable[str | None]:
        return (line["author"],)

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [line["version"]]

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

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        Policy.objects.bulk_create(
            Policy(
                version=line["version"], settings=line["settings"], author_id=ids.get(line["author"] or ""),
                reason=line["reason"], at=line["at"],
            )
            for line in lines
        )  # fmt: skip
        return [
            word.event(actions.POLICY_CHANGE, ("policy", one["version"]), changed=sorted(one["settings"]))
            for one in lines
        ]
