"""The shapes of profiles, proposals, session facts and shared knowledge."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from memory_admin.http.fields import (
    ChoiceOf,
    FlagField,
    ListOf,
    ObjectField,
    PublicIdField,
    TextField,
    TimeField,
    WholeField,
    refuse,
)
from memory_admin.http.query import PageQuery
from memory_admin.http.serializer import StrictSerializer
from profiles.serializers.entities import EntityField

_MANY = 10_000
REASON = 500


class AnyField(serializers.JSONField):
    """Any JSON value; only in what we say, never in what we take."""

    def take(self, value: Any) -> Any:
        """Return it as it is."""
        return value

    def run_validation(self, data: Any = None) -> Any:
        return data


class FieldShape(StrictSerializer):
    key = TextField(max_length=40)
    label = TextField(max_length=100)  # type: ignore[assignment]
    type = TextField(max_length=10)
    max_length = WholeField(low=1, high=_MANY)
    editable = FlagField()
    sensitive = FlagField()


class ProfileShape(StrictSerializer):
    principal = EntityField()
    version = WholeField(low=0, high=2**31 - 1)
    fields = ObjectField(max_bytes=1_000_000)  # type: ignore[assignment]
    schema = ListOf(FieldShape(), max_items=_MANY)


class ProfileChanges(StrictSerializer):
    """What changes: a value per field, null to take it away; `principal`, if named, has to be one's own."""

    fields = ObjectField(max_bytes=32_768, max_depth=3)  # type: ignore[assignment]
    principal = EntityField(required=False)
    version = WholeField(low=0, high=2**31 - 1, required=False)
    reason = TextField(max_length=REASON, blank=True, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Take at least one change."""
        if not attrs["fields"]:
            refuse("Must name at least one field.", path="fields")
        return attrs


class ProfileVersionShape(StrictSerializer):
    version = WholeField(low=1, high=2**31 - 1)
    changed = ListOf(TextField(max_length=40), max_items=_MANY)
    fields = ObjectField(max_bytes=1_000_000)  # type: ignore[assignment]
    way = ChoiceOf(["edit", "proposal", "promotion"])
    reason = TextField(max_length=REASON, blank=True)
    created_at = TimeField()


class ProposalShape(StrictSerializer):
    """One thing that waits for an answer, or had one; `kind` says which of the fields are its own."""

    id = TextField(max_length=40)
    kind = TextField(max_length=20)
    status = TextField(max_length=12)
    proposed_by = EntityField(allow_null=True)
    reason = TextField(max_length=REASON, blank=True)
    created_at = TimeField()
    answered_at = TimeField(allow_null=True)
    changes = ObjectField(max_bytes=64_000, required=False)
    wanted = AnyField(required=False)


class AnswerBody(StrictSerializer):
    reason = TextField(max_length=REASON, blank=True, default="")


class SectionShape(StrictSerializer):
    name = TextField(max_length=20)
    text = TextField(max_length=20_000)


class ProfileSettingShape(StrictSerializer):
    key = TextField(max_length=64)
    value = AnyField(allow_null=True)
    locked = FlagField()


class SystemProfileShape(StrictSerializer):
    version = WholeField(low=0, high=2**31 - 1)
    sections = ListOf(SectionShape(), max_items=20)
    settings = ListOf(ProfileSettingShape(), max_items=1000)
    created_at = TimeField(allow_null=True)
    edited_by = TextField(max_length=200)


class FactsBody(StrictSerializer):
    """All facts of a session: they replace what was there, and are gone after `ttl_seconds`."""

    facts = ObjectField(max_bytes=32_768, max_depth=3)
    ttl_seconds = WholeField(low=1, high=24 * 3600, default=2 * 3600)


class FactsShape(StrictSerializer):
    session_id = TextField(max_length=200)
    facts = ObjectField(max_bytes=1_000_000)
    expires_at = TimeField(allow_null=True)


class PromoteBody(StrictSerializer):
    """Which fact to keep, and under which field of the profile: its own name where none is given."""

    key = TextField(max_length=64)
    field = TextField(max_length=40, required=False)
    reason = TextField(max_length=REASON, blank=True, default="")


class KnowledgeBody(StrictSerializer):
    title = TextField(max_length=200, blank=True, default="")
    text = TextField(max_length=8000)


class FindingShape(StrictSerializer):
    check = TextField(max_length=20)  # type: ignore[assignment]
    level = ChoiceOf(["block", "warn", "advice"])
    kind = TextField(max_length=40)
    start = WholeField(low=0, high=_MANY)
    end = WholeField(low=0, high=_MANY)


class KnowledgeShape(StrictSerializer):
    id = PublicIdField("kno")
    title = TextField(max_length=200, blank=True)
    text = TextField(max_length=8000)
    status = TextField(max_length=12)
    findings = ListOf(FindingShape(), max_items=_MANY)
    drafted_by = EntityField(allow_null=True)
    created_at = TimeField()
    answered_at = TimeField(allow_null=True)
    reason = TextField(max_length=REASON, blank=True)


class ApproveBody(StrictSerializer):
    """Which checks' findings whoever approves has looked at."""

    acknowledge = ListOf(TextField(max_length=20), max_items=20, default=list)
    reason = TextField(max_length=REASON, blank=True, default="")


class KnowledgeQuery(PageQuery):
    status = ChoiceOf(["draft", "approved", "declined"], required=False)


class ProposalQuery(PageQuery):
    status = ChoiceOf(["open", "accepted", "declined"], required=False)
