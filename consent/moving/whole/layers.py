"""What prompts say to everybody, as lines: the system profile version by version, and notes about nobody."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Final

from django.db.models import QuerySet

from audit import actions
from audit.types import Event
from consent.moving.restored_rows import uuid_in
from consent.moving.whole.kind import Ids, Kind, Names, Plain, Word, entity, name_or_none, time_or_none
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

_SYSTEM: Final = ("version", "sections", "settings", "reason", "diff", "restored_from", "created_at")
_NOTE: Final = ("title", "text", "status", "findings", "at", "answered_at", "answer_reason")
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


class SystemProfiles(Kind):
    """Every version of the system profile; the last one is in force."""

    name = "system_profile"
    tables = ("profiles_systemprofile",)
    shape = SystemLine

    def rows(self) -> QuerySet[SystemProfile]:
        return SystemProfile.objects.order_by("version")

    def people(self, rows: Sequence[SystemProfile]) -> set[int | None]:
        return {row.author_id for row in rows}

    def line(self, row: SystemProfile, names: Names) -> Plain:
        return {"author": names[row.author_id], **{name: getattr(row, name) for name in _SYSTEM}}

    def names(self, line: Plain) -> Iterable[str | None]:
        return (line["author"],)

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [line["version"]]

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

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        made = SystemProfile.objects.bulk_create(
            SystemProfile(author_id=ids[line["author"]], **{name: line[name] for name in _SYSTEM})
            for line in lines
        )
        thing = "system_profile"
        return [
            word.event(actions.SYSTEM_PROFILE_EDIT, (thing, row.version), version=row.version) for row in made
        ]


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


class Notes(Kind):
    """Notes about nobody; only approved ones are in prompts."""

    name = "knowledge"
    tables = ("profiles_knowledgenote",)
    shape = NoteLine

    def rows(self) -> QuerySet[KnowledgeNote]:
        return KnowledgeNote.objects.order_by("at", "public_id")

    def people(self, rows: Sequence[KnowledgeNote]) -> set[int | None]:
        return {one for row in rows for one in (row.drafted_by, row.answered_by)}

    def line(self, row: KnowledgeNote, names: Names) -> Plain:
        return {
            "id": f"kno_{row.public_id.hex}",
            **{name: getattr(row, name) for name in _NOTE},
            "drafted_by": names[row.drafted_by],
            "answered_by": names.get(row.answered_by or -1),
        }

    def names(self, line: Plain) -> Iterable[str | None]:
        return (line["drafted_by"], line["answered_by"])

    def keys(self, line: Plain) -> Collection[Hashable]:
        return [line["id"]]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[KnowledgeNote]:
        return KnowledgeNote.objects.filter(public_id__in=[uuid_in(one["id"]) for one in lines])

    def check(self, line: Plain) -> None:
        if line["status"] == APPROVED and line["answered_by"] is None:
            raise Unreadable("answered_by", "A note is in prompts once somebody has approved it.")
        if line["status"] == APPROVED and any(one.get("level") == "block" for one in line["findings"]):
            raise Unreadable("findings", "A note that the checks block is not approved.")

    def put(self, lines: Sequence[Plain], ids: Ids, word: Word) -> list[Event]:
        made = KnowledgeNote.objects.bulk_create(
            KnowledgeNote(
                public_id=uuid_in(line["id"]), drafted_by=ids[line["drafted_by"]],
                answered_by=ids.get(line["answered_by"] or ""), **{name: line[name] for name in _NOTE},
            )
            for line in lines
        )  # fmt: skip
        things = [("knowledge", f"kno_{row.public_id.hex}") for row in made]
        return [
            word.event(_DONE[row.status], thing, findings=len(row.findings))
            for thing, row in zip(things, made, strict=True)
        ]
