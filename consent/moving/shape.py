"""The shape of the lines of a whole export, as strict as any body: nothing unknown, nothing out of range."""

from __future__ import annotations

from consent.models import KINDS, STATES
from consent.rules.consenting import STATUSES
from consent.rules.patterns import readable
from consent.rules.provenance import Provenance
from consent.serializers.memories import (
    CONTENT,
    EPISTEMIC,
    Location,
    Redaction,
    Source,
    Verified,
    entities,
    entity,
)
from memory_admin.http.fields import (
    ChoiceOf,
    FlagField,
    ListOf,
    NumberField,
    ObjectField,
    PublicIdField,
    TextField,
    TimeField,
    WholeField,
)
from memory_admin.http.serializer import StrictSerializer

_MANY = 10_000


def time_or_none() -> TimeField:
    """Return a field for a time that may be missing."""
    return TimeField(allow_null=True, default=None)


class GrantLine(StrictSerializer):
    grantee = entity()
    inherited = FlagField(default=False)
    agreed = FlagField(default=False)


class VersionLine(StrictSerializer):
    version = WholeField(low=1, high=2**31 - 1)
    at = TimeField()
    editor = entity(allow_null=True, default=None)
    reason = TextField(max_length=500, blank=True, default="")
    fields = ObjectField(max_bytes=2_000_000)  # type: ignore[assignment]


class FindingLine(StrictSerializer):
    field = ChoiceOf(["title", "content", "summary", "context_summary"])
    start = WholeField(low=0, high=CONTENT)
    end = WholeField(low=0, high=CONTENT)
    kind = TextField(max_length=40)


class ConsentLine(StrictSerializer):
    id = PublicIdField("con")
    grantor = entity()
    grantee = entity()
    scope = ChoiceOf(["memory", "subject", "ctx", "all"])
    scope_entity = entity(allow_null=True, default=None)
    purpose = TextField(max_length=40)
    status = ChoiceOf(STATUSES)
    evidence = ChoiceOf(["verified", "admin", "asserted"], allow_null=True, default=None)
    reason = TextField(max_length=500, blank=True, default="")
    participants = entities(_MANY, default=list)
    recorded_by = entity(allow_null=True, default=None)
    asked_by = entity(allow_null=True, default=None)
    decided_by = entity(allow_null=True, default=None)
    requested_at = time_or_none()
    granted_at = time_or_none()
    expires_at = time_or_none()
    denied_at = time_or_none()
    revoked_at = time_or_none()
    created_at = TimeField()


class MemoryLine(StrictSerializer):
    type = ChoiceOf(["memory"])
    id = PublicIdField("mem")
    owner = entity()
    version = WholeField(low=1, high=2**31 - 1)
    kind = ChoiceOf(KINDS)
    state = ChoiceOf([one for one in STATES if one != "erased"])
    title = TextField(max_length=500, allow_null=True, blank=True)
    content = TextField(max_length=CONTENT)
    summary = TextField(max_length=4000, allow_null=True, blank=True)
    context_summary = TextField(max_length=1000, allow_null=True, blank=True)
    tags = ListOf(TextField(max_length=100, blank=True), max_items=50)
    metadata = ObjectField()
    redactions = ListOf(Redaction(), max_items=50)
    forbidden_terms = ListOf(TextField(max_length=200), max_items=100)
    forbidden_patterns = ListOf(TextField(max_length=500, rule=readable), max_items=50)
    prompt_instructions = TextField(max_length=1000, allow_null=True)
    provenance = ChoiceOf([one.word for one in Provenance])
    epistemic_status = ChoiceOf(EPISTEMIC)
    confidence = NumberField(low=0, high=1, allow_null=True)
    importance = NumberField(low=0, high=1)
    application = TextField(max_length=100, blank=True)
    occurred_at = time_or_none()
    valid_until = time_or_none()
    created_at = TimeField()
    updated_at = TimeField()
    location = Location(allow_null=True)
    trust = NumberField(low=0, high=1, allow_null=True)
    source = Source()  # type: ignore[assignment]
    source_entity = entity(allow_null=True)
    source_attested = FlagField()
    relayed = FlagField()
    subject_ids = entities(_MANY)
    context = entity(allow_null=True)  # type: ignore[assignment]
    derived_from = ListOf(PublicIdField("mem"), max_items=_MANY)
    sources_gone = WholeField(low=0, high=_MANY, default=0)
    superseded_by = PublicIdField("mem", allow_null=True)
    verified = Verified(allow_null=True)
    author = entity(allow_null=True)
    editor = entity(allow_null=True)
    grants = ListOf(GrantLine(), max_items=_MANY)
    versions = ListOf(VersionLine(), max_items=_MANY)
    consents = ListOf(ConsentLine(), max_items=_MANY)
    findings = ListOf(FindingLine(), max_items=_MANY, default=list)
