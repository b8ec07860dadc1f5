"""What is asked of memories: bodies and queries."""

from __future__ import annotations

from typing import Any

from consent.models import KINDS, STATES
from consent.rules.patterns import readable
from consent.rules.policy.vocabulary import LEVELS
from consent.rules.rewriting import FIELDS
from consent.services.affording import LONGEST
from memory_admin.http.fields import (
    ChoiceOf,
    EachOf,
    FlagField,
    ListOf,
    NumberField,
    ObjectField,
    OneOrList,
    TextField,
    TimeField,
    WholeField,
    refuse,
)
from memory_admin.http.query import PageQuery, Repeated, StrictQuery
from memory_admin.http.serializer import StrictSerializer
from text.stretches import REDACTED

ENTITY = 200
CONTENT = LONGEST
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
    field = ChoiceOf(FIELDS)
    pattern = TextField(max_length=500, rule=readable)
    replacement = TextField(max_length=100, blank=True, default=REDACTED)


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
    consent = OneOrList(entity(), max_items=20, allow_null=True, default=list)
    reason = TextField(max_length=500, blank=True, default="")
    require = FlagField(default=False)


class InSession(StrictQuery):
    """In which context session, and whether one's own stack regardless of it."""

    context_session = TextField(max_length=60, required=False)
    visibility = ChoiceOf(VISIBILITY, default="context")


class MemoryQuery(PageQuery):
    """What narrows a list; with `q` it is a search, best first, of one page.

    `application` finds memories of the caller's own: others are not told which application wrote one."""

    q = TextField(max_length=2000, required=False)
    owner = Repeated(entity(), max_items=50, required=False)
    kind = Repeated(ChoiceOf(KINDS), max_items=20, required=False)
    tag = Repeated(TextField(max_length=100), max_items=20, required=False)
    state = ChoiceOf(STATES, required=False)
    subject = entity(required=False)
    source = entity(required=False)  # type: ignore[assignment]
    context = entity(required=False)  # type: ignore[assignment]
    provenance = ChoiceOf(LEVELS, required=False)
    application = TextField(max_length=100, required=False)
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
