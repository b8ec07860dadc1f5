"""What is answered of memories."""

from __future__ import annotations

from typing import Any

from consent.serializers.memories.bodies import (
    CONTENT,
    ENTITY,
    EPISTEMIC,
    Location,
    Redaction,
    Source,
    entities,
    entity,
)
from memory_admin.http.fields import (
    ChoiceOf,
    FlagField,
    ListOf,
    NumberField,
    ObjectField,
    TextField,
    TimeField,
    WholeField,
)
from memory_admin.http.serializer import StrictSerializer


class Pending(StrictSerializer):
    grantee = entity()
    missing_consent_from = entities()


class Verified(StrictSerializer):
    """Who vouched for a memory, and when."""

    by = TextField(max_length=ENTITY)
    at = TimeField()


class OwnMemory(StrictSerializer):
    """A memory as its owner reads it."""

    id = TextField(max_length=40)
    version = WholeField(low=1, high=2**31)
    owner = entity()
    kind = TextField(max_length=20)
    state = TextField(max_length=12)
    tier = TextField(max_length=10)
    scope = ChoiceOf(["self_only", "private_entity", "contextual", "public"])
    access_grants = entities(10_000)
    consent_grants = entities(10_000)
    pending_grants = ListOf(Pending(), max_items=10_000)
    source_entity = entity(allow_null=True)
    subject_ids = entities(10_000)
    context = entity(allow_null=True)  # type: ignore[assignment]
    title = TextField(max_length=500, allow_null=True, blank=True)
    content = TextField(max_length=CONTENT, blank=True)
    summary = TextField(max_length=4000, allow_null=True, blank=True)
    context_summary = TextField(max_length=1000, allow_null=True, blank=True)
    tags = ListOf(TextField(max_length=100, blank=True), max_items=50)
    location = Location(allow_null=True)
    metadata = ObjectField()
    redactions = ListOf(Redaction(), max_items=50)
    forbidden_terms = ListOf(TextField(max_length=200), max_items=100)
    forbidden_patterns = ListOf(TextField(max_length=500), max_items=50)
    prompt_instructions = TextField(max_length=1000, allow_null=True)
    derived_from = ListOf(TextField(max_length=40), max_items=100)
    trust = NumberField(low=0, high=1, allow_null=True)
    provenance = TextField(max_length=24)
    epistemic_status = ChoiceOf(EPISTEMIC)
    verified = Verified(allow_null=True)
    confidence = NumberField(low=0, high=1, allow_null=True)
    importance = NumberField(low=0, high=1)
    source = Source()  # type: ignore[assignment]
    application = TextField(max_length=100, blank=True)
    occurred_at = TimeField(allow_null=True)
    valid_until = TimeField(allow_null=True)
    created_at = TimeField()
    updated_at = TimeField()


class ShownSource(StrictSerializer):
    entity = TextField(max_length=ENTITY, allow_null=True)
    type = TextField(max_length=24)


class ShownMemory(StrictSerializer):
    """A memory as someone else may see it: the rendering of its tier and nothing besides."""

    id = TextField(max_length=40)
    owner = entity()
    kind = TextField(max_length=20)
    tier = TextField(max_length=10)
    trust = NumberField(low=0, high=1)
    trust_reason = TextField(max_length=500, blank=True)
    version = WholeField(low=1, high=2**31, allow_null=True)
    state = TextField(max_length=12)
    title = TextField(max_length=500, blank=True)
    content = TextField(max_length=CONTENT, blank=True)
    tags = ListOf(TextField(max_length=100, blank=True), max_items=50)
    location = Location()
    date = TextField(max_length=60, blank=True)
    provenance = TextField(max_length=24)
    epistemic_status = ChoiceOf(EPISTEMIC)
    confidence = NumberField(low=0, high=1, allow_null=True)
    source = ShownSource()  # type: ignore[assignment]


class AnyMemory(StrictSerializer):
    """One memory: whole to its owner, else its tier's rendering; fields that are absent are left out."""

    def get_fields(self) -> dict[str, Any]:
        """Return the fields of both shapes, none required."""
        both = {
            **OwnMemory().get_fields(),
            **ShownMemory().get_fields(),
            "location": Location(allow_null=True),
        }
        for name, field in both.items():
            field.required = False
            field.allow_null = True
            both[name] = field
        both["source"] = ObjectField(required=False)
        both["title"] = TextField(max_length=500, allow_null=True, blank=True, required=False)
        return both


class MemoryVersionShape(StrictSerializer):
    version = WholeField(low=1, high=2**31)
    at = TimeField()
    changed = ObjectField(max_bytes=2_000_000)


class MemoryVersions(StrictSerializer):
    items = ListOf(MemoryVersionShape(), max_items=10_000)


class BatchResult(StrictSerializer):
    status = WholeField(low=200, high=599)
    memory = OwnMemory(required=False)
    error = ObjectField(required=False)


class BatchAnswer(StrictSerializer):
    created = WholeField(low=0, high=1000)
    failed = WholeField(low=0, high=1000)
    results = ListOf(BatchResult(), max_items=1000)


class Granted(StrictSerializer):
    memory = TextField(max_length=40)
    grantee = entity()
    effective = FlagField()
    missing_consent_from = entities()
