"""The shapes of memories at the door (api.md)."""

from __future__ import annotations

from typing import Any

from consent.models import KINDS, STATES
from consent.rules.redaction import readable
from memory_admin.http.fields import (
    ChoiceOf,
    EachOf,
    FlagField,
    ListOf,
    NumberField,
    ObjectField,
    TextField,
    TimeField,
    WholeField,
    refuse,
)
from memory_admin.http.query import PageQuery, Repeated, StrictQuery
from memory_admin.http.serializer import StrictSerializer

ENTITY = 200
CONTENT = 200_000
EPISTEMIC = ("observed", "inferred", "verified")
VISIBILITY = ("context", "self")


def entity(**fields: Any) -> TextField:
    """Return a field for an entity id; the service says what is wrong with one."""
    return TextField(max_length=ENTITY, **fields)


def entities(most: int = 200, **fields: Any) -> ListOf:
    return ListOf(entity(), max_items=most, **fields)


class Location(StrictSerializer):
    address = TextField(max_length=300, allow_null=True, required=False)
    city = TextField(max_length=100, allow_null=True, required=False)
    state = TextField(max_length=100, allow_null=True, required=False)
    country = TextField(max_length=100, allow_null=True, required=False)


class Source(StrictSerializer):
    type = TextField(max_length=24, default="unknown")
    uri = TextField(max_length=2000, allow_null=True, default=None)
    message_id = TextField(max_length=200, allow_null=True, default=None)


class Redaction(StrictSerializer):
    field = ChoiceOf(["title", "content", "summary", "tags", "location"])
    pattern = TextField(max_length=500, rule=readable)
    replacement = TextField(max_length=100, blank=True, default="[REDACTED]")


class MemoryBody(StrictSerializer):
    """What a writer states of a new memory."""

    kind = ChoiceOf(KINDS, default="raw")
    content = TextField(max_length=CONTENT)
    title = TextField(max_length=500, allow_null=True, default=None)
    summary = TextField(max_length=4000, allow_null=True, default=None)
    context_summary = TextField(max_length=1000, allow_null=True, default=None)
    tags = ListOf(TextField(max_length=100), max_items=50, default=list)
    source_entity = entity(allow_null=True, default=None)
    subject_ids = entities(50, default=list)
    access_grants = entities(allow_null=True, default=None)
    consent_grants = entities(default=list)
    trust = NumberField(low=0, high=1, default=1.0)
    location = Location(allow_null=True, default=None)
    occurred_at = TimeField(allow_null=True, default=None)
    valid_until = TimeField(allow_null=True, default=None)
    epistemic_status = ChoiceOf(EPISTEMIC, default="observed")
    confidence = NumberField(low=0, high=1, allow_null=True, default=None)
    importance = NumberField(low=0, high=1, default=0.5)
    derived_from = ListOf(TextField(max_length=40), max_items=100, default=list)
    source = Source(allow_null=True, default=None)  # type: ignore[assignment]
    redactions = ListOf(Redaction(), max_items=50, default=list)
    forbidden_terms = ListOf(TextField(max_length=200), max_items=100, default=list)
    forbidden_patterns = ListOf(TextField(max_length=500, rule=readable), max_items=50, default=list)
    prompt_instructions = TextField(max_length=1000, allow_null=True, default=None)
    context_session = TextField(max_length=60, allow_null=True, default=None)
    metadata = ObjectField(default=dict)


class BatchBody(StrictSerializer):
    items = EachOf(MemoryBody(), max_items=1000, min_items=1)
    atomic = FlagField(default=False)


class MemoryChanges(StrictSerializer):
    """What an edit may change; what is not named stays."""

    version = WholeField(low=1, high=2**31 - 1, required=False)
    reason = TextField(max_length=500, required=False)
    state = ChoiceOf(["active", "paused", "archived"], required=False)
    title = TextField(max_length=500, allow_null=True, required=False)
    content = TextField(max_length=CONTENT, required=False)
    summary = TextField(max_length=4000, allow_null=True, required=False)
    context_summary = TextField(max_length=1000, allow_null=True, required=False)
    tags = ListOf(TextField(max_length=100), max_items=50, required=False)
    subject_ids = entities(50, required=False)
    trust = NumberField(low=0, high=1, required=False)
    location = Location(allow_null=True, required=False)
    occurred_at = TimeField(allow_null=True, required=False)
    valid_until = TimeField(allow_null=True, required=False)
    epistemic_status = ChoiceOf(EPISTEMIC, required=False)
    confidence = NumberField(low=0, high=1, allow_null=True, required=False)
    importance = NumberField(low=0, high=1, required=False)
    redactions = ListOf(Redaction(), max_items=50, required=False)
    forbidden_terms = ListOf(TextField(max_length=200), max_items=100, required=False)
    forbidden_patterns = ListOf(TextField(max_length=500, rule=readable), max_items=50, required=False)
    prompt_instructions = TextField(max_length=1000, allow_null=True, required=False)
    superseded_by = TextField(max_length=40, required=False)
    metadata = ObjectField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Take at least one change, a replacement by itself; a null place is no place."""
        named = attrs.keys() - {"version", "reason"}
        if not named:
            refuse("Must name at least one field to change.")
        if "superseded_by" in named and len(named) > 1:
            refuse("Must stand alone: a replaced memory is not edited.", path="superseded_by")
        return attrs | ({"location": {}} if attrs.get("location", ...) is None else {})


class GrantBody(StrictSerializer):
    grantee = entity()
    consent = entities(20, default=list)
    reason = TextField(max_length=500, default="")
    require = FlagField(default=False)


class InSession(StrictQuery):
    """In which context session, and whether one's own stack regardless of it."""

    context_session = TextField(max_length=60, required=False)
    visibility = ChoiceOf(VISIBILITY, default="context")


class MemoryQuery(PageQuery):
    """What narrows a list; with `q` it is a search, best first, of one page."""

    q = TextField(max_length=2000, required=False)
    owner = Repeated(entity(), max_items=50, required=False)
    kind = Repeated(ChoiceOf(KINDS), max_items=20, required=False)
    tag = Repeated(TextField(max_length=100), max_items=20, required=False)
    state = ChoiceOf(STATES, required=False)
    subject = entity(required=False)
    source = entity(required=False)  # type: ignore[assignment]
    context = entity(required=False)  # type: ignore[assignment]
    after = TimeField(required=False)
    before = TimeField(required=False)
    as_of = TimeField(required=False)
    context_session = TextField(max_length=60, required=False)
    visibility = ChoiceOf(VISIBILITY, default="context")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a cursor beside a search, which has one page."""
        if "q" in attrs and "cursor" in attrs:
            refuse("A search has one page: leave the cursor out.", path="cursor")
        return attrs


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
