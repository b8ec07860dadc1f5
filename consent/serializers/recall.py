"""The shapes of recall at the door."""

from __future__ import annotations

from consent.models import KINDS
from consent.rules.admission import Mode
from consent.rules.budget import Strategy
from consent.rules.layout import Form
from consent.serializers.memories import VISIBILITY, entities, entity
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

_MANY = 10_000_000


class BudgetBody(StrictSerializer):
    max_tokens = WholeField(low=1, high=_MANY, allow_null=True, default=None)
    max_characters = WholeField(low=1, high=_MANY, allow_null=True, default=None)
    per_kind = ObjectField(default=dict)
    strategy = ChoiceOf([one.value for one in Strategy], default=Strategy.DROP.value)


class RecallBody(StrictSerializer):
    """A question; empty `kinds` and `tags` ask for any, an empty `owners` for nobody's.

    `mode` is what the policy says for each provenance; a request may ask for strict, never for less.
    """

    query = TextField(max_length=8000, blank=True)
    owners = entities(50, allow_null=True, default=None)
    context_session = TextField(max_length=60, allow_null=True, default=None)
    visibility = ChoiceOf(VISIBILITY, default="context")
    kinds = ListOf(ChoiceOf(KINDS), max_items=20, default=list)
    tags = ListOf(TextField(max_length=100), max_items=20, default=list)
    subject = entity(allow_null=True, default=None)
    context = entity(allow_null=True, default=None)  # type: ignore[assignment]
    after = TimeField(allow_null=True, default=None)
    before = TimeField(allow_null=True, default=None)
    as_of = TimeField(allow_null=True, default=None)
    limit = WholeField(low=1, high=200, default=10)
    mode = ChoiceOf([one.value for one in Mode], allow_null=True, default=None)
    format = ChoiceOf([one.value for one in Form], default=Form.MESSAGES.value)
    budget = BudgetBody(allow_null=True, default=None)
    tool_call_id = TextField(max_length=200, allow_null=True, default=None)
    explain = FlagField(default=False)


class MessageShape(StrictSerializer):
    role = TextField(max_length=10)
    content = TextField(max_length=_MANY, blank=True)
    tool_call_id = TextField(max_length=200, required=False)


class SourceShape(StrictSerializer):
    entity = TextField(max_length=200, allow_null=True)
    type = TextField(max_length=24)


class WhyShape(StrictSerializer):
    grant = TextField(max_length=200, allow_null=True)
    via = entities()
    consents = ListOf(TextField(max_length=40), max_items=1000)


class ItemShape(StrictSerializer):
    memory_id = TextField(max_length=40)
    owner = entity()
    kind = TextField(max_length=20)
    tier = TextField(max_length=10)
    trust = NumberField(low=0, high=1)
    trust_reason = TextField(max_length=500, blank=True)
    provenance = TextField(max_length=24)
    epistemic_status = TextField(max_length=10)
    decision = TextField(max_length=12)
    quoted = FlagField()
    role = TextField(max_length=10)
    cut = FlagField()
    conflicts_with = ListOf(TextField(max_length=40), max_items=200)
    score = NumberField(low=-1e9, high=1e9)
    source = SourceShape()  # type: ignore[assignment]
    title = TextField(max_length=500, blank=True)
    content = TextField(max_length=_MANY, blank=True)
    date = TextField(max_length=60, blank=True)
    why = WhyShape(required=False)


class ExcludedShape(StrictSerializer):
    memory_id = TextField(max_length=40)
    reason = TextField(max_length=60)
    rules = ListOf(TextField(max_length=100), max_items=100)


class ValidationShape(StrictSerializer):
    required = FlagField()  # type: ignore[assignment]
    reason = TextField(max_length=100, allow_null=True)
    due_at = TimeField(allow_null=True)


class SpentShape(StrictSerializer):
    tokens = WholeField(low=0, high=_MANY)
    characters = WholeField(low=0, high=_MANY)


class RetrievalShape(StrictSerializer):
    """How it was found; a notice says why by words alone where meaning should have counted too."""

    mode = ChoiceOf(("lexical", "hybrid"))
    notice = TextField(max_length=300, allow_null=True)


class RecallAnswer(StrictSerializer):
    recall_id = TextField(max_length=40)
    visibility = ChoiceOf(VISIBILITY)
    messages = ListOf(MessageShape(), max_items=1000)
    items = ListOf(ItemShape(), max_items=200)
    excluded = ListOf(ExcludedShape(), max_items=200)
    validation = ValidationShape()
    retrieval = RetrievalShape()
    budget = SpentShape()
    policy_version = WholeField(low=0, high=2**31)
    detector_version = TextField(max_length=40)
