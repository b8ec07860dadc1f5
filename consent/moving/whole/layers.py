"""What prompts say to everybody, as lines: the system profile version by version, and notes about nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from django.db.models import QuerySet

from audit import actions
from audit.types import Event
from consent.moving.whole.kind import Ids, Kind, Plain, Word, entity, name_or_none, time_or_none
from consent.rules.formats.reading import Unreadable
from memory_admin.http.fields import (
    ChoiceOf,
    ListOf,
    ObjectField,
    PublicIdField,
    TextField,
    TimeField,
    WholeField,
)
from memory_admin.http.serializer import StrictSerializer
from profiles.models import KnowledgeNote, SystemProfile
from profiles.rules.system_profile import as_json, checked, from_json
from profiles.services.knowledge import APPROVED, DECLINED, DRAFT

_DONE: Final = {
    DRAFT: actions.KNOWLEDGE_DRAFT,
    APPROVED: actions.KNOWLEDGE_APPROVE,
    DECLINED: actions.KNOWLEDGE_DECLINE,
}


class SystemLine(StrictSerializer):
    type = ChoiceOf(["system_profile"])
    version = WholeField(low=1, high=2**31 - 1)
    sections = ObjectField(max_bytes=1_000_000)
    settings = ObjectField(max_bytes=1_000_000)
    author = entity()
    reason = TextField(max_length=500, blank=True)
    diff = TextField(max_length=2_000_000, blank=True)
    restored_from = WholeField(low=1, high=2**31 - 1, allow_null=True)
    created_at = TimeField()


class SystemProfiles(Kind[SystemProfile]):
    """Every version of the system profile; the last one is in force."""

    name = "system_profile"
    tables = ("profiles_systemprofile",)
    shape = SystemLine
    model = SystemProfile
    order = ("version",)
    who: ClassVar = {"author": "author_id"}
    same = ("version", "sections", "settings", "reason", "diff", "restored_from", "created_at")
    unique = ("version",)

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[SystemProfile]:
        return SystemProfile.objects.filter(version__in=[one["version"] for one in lines])

    def check(self, line: Plain) -> None:
        said = line["sections"], line["settings"]
        try:
            taken = as_json(checked(from_json(*said)))
        except (ValueError, TypeError, KeyError, AttributeError):
            raise Unreadable("sections", "This is no system profile.") from None
        if taken != said:
            raise Unreadable("sections", "This is not how a system profile is stored.")

    def event(self, row: SystemProfile, word: Word) -> Event:
        return word.event(actions.SYSTEM_PROFILE_EDIT, (self.name, row.version), version=row.version)


class NoteLine(StrictSerializer):
    type = ChoiceOf(["knowledge"])
    id = PublicIdField("kno")
    title = TextField(max_length=200, blank=True)
    text = TextField(max_length=200_000)
    status = ChoiceOf(list(_DONE))
    findings = ListOf(ObjectField(max_bytes=1000), max_items=10_000)
    drafted_by = entity()
    at = TimeField()
    answered_at = time_or_none()
    answered_by = name_or_none()
    answer_reason = TextField(max_length=500, blank=True)


class Notes(Kind[KnowledgeNote]):
    """Notes about nobody; only approved ones are in prompts."""

    name = "knowledge"
    tables = ("profiles_knowledgenote",)
    shape = NoteLine
    model = KnowledgeNote
    order = ("at", "public_id")
    public = "kno"
    who: ClassVar = {"drafted_by": "drafted_by", "answered_by": "answered_by"}
    same = ("title", "text", "status", "findings", "at", "answered_at", "answer_reason")

    def check(self, line: Plain) -> None:
        if line["status"] == APPROVED and line["answered_by"] is None:
            raise Unreadable("answered_by", "A note is in prompts once somebody has approved it.")
        if line["status"] == APPROVED and any(one.get("level") == "block" for one in line["findings"]):
            raise Unreadable("findings", "A note that the checks block is not approved.")

    def event(self, row: KnowledgeNote, word: Word) -> Event:
        return word.event(_DONE[row.status], (self.name, self.id_of(row)), findings=len(row.findings))
