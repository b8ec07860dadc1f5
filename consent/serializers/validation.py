"""The shapes of validation at the door."""

from __future__ import annotations

from typing import Any, Final

from consent.rules.validation import Action, Category
from consent.validation import Validated
from memory_admin.http.fields import ChoiceOf, FlagField, ListOf, NumberField, TextField, WholeField
from memory_admin.http.serializer import StrictSerializer
from text.stretches import REDACTED

LONGEST: Final = 100_000
_MANY: Final = 100_000


class ValidateBody(StrictSerializer):
    """What a model wrote from one recall."""

    recall_id = TextField(max_length=40)
    response = TextField(max_length=LONGEST, blank=True)


class SpanShape(StrictSerializer):
    start = WholeField(low=0, high=LONGEST)
    end = WholeField(low=0, high=LONGEST)
    category = ChoiceOf([one.value for one in Category])
    memory_id = TextField(max_length=40, allow_null=True)
    weight = NumberField(low=0, high=100)


class RedactionShape(StrictSerializer):
    start = WholeField(low=0, high=LONGEST)
    end = WholeField(low=0, high=LONGEST)
    replacement = TextField(max_length=40)


class ValidateAnswer(StrictSerializer):
    score = NumberField(low=0, high=1)
    compliant = FlagField()
    spans = ListOf(SpanShape(), max_items=_MANY)
    suggested_redactions = ListOf(RedactionShape(), max_items=_MANY)
    redacted_response = TextField(max_length=10 * LONGEST, blank=True)
    action_taken = ChoiceOf([one.value for one in Action])
    violation = TextField(max_length=40, allow_null=True)


def validated(answer: Validated) -> dict[str, Any]:
    """Return the answer of a validation: where it tells too much, never what."""
    spans = [
        {
            "start": one.start,
            "end": one.end,
            "category": one.category.value,
            "memory_id": answer.memories.get(one.memory),
            "weight": one.weight,
        }
        for one in answer.told
    ]
    return {
        "score": answer.verdict.score,
        "compliant": answer.verdict.compliant,
        "spans": spans,
        "suggested_redactions": [
            {"start": one.start, "end": one.end, "replacement": REDACTED} for one in answer.told
        ],
        "redacted_response": answer.redacted,
        "action_taken": answer.verdict.action.value,
        "violation": answer.violation,
    }
