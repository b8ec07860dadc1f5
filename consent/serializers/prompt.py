"""The shapes of the layered prompt at the door."""

from __future__ import annotations

import copy
from typing import Any

from consent.rules.layers import SHIPPED
from consent.serializers.recall import MessageShape, RecallAnswer, RecallBody
from memory_admin.http.fields import ListOf, ObjectField, TextField, WholeField, refuse
from memory_admin.http.serializer import StrictSerializer
from profiles.serializers.asking import ClaimBody

_MANY = 10_000_000
_RECALLED = RecallBody().get_fields()
# The question stands beside it, and a prompt is messages.
RecallOfPrompt: type[StrictSerializer] = type(
    "RecallOfPrompt",
    (StrictSerializer,),
    {key: copy.deepcopy(one) for key, one in _RECALLED.items() if key not in {"query", "format"}},
)


class PromptBudget(StrictSerializer):
    """The most the whole may cost, and in `layers` the most characters of each lower layer."""

    max_tokens = WholeField(low=1, high=_MANY, allow_null=True, default=None)
    max_characters = WholeField(low=1, high=_MANY, allow_null=True, default=None)
    layers = ObjectField(default=dict)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Take a number of characters for a layer that may be bounded."""
        for name, most in attrs["layers"].items():
            if name not in SHIPPED or type(most) is not int or not 0 <= most <= _MANY:
                refuse(f"Takes whole numbers of characters for: {', '.join(SHIPPED)}.", path="layers")
        return attrs


class PromptBody(StrictSerializer):
    """Whose prompt, in which session, under which constraints; with a `query` also what is recalled."""

    caller = ClaimBody(required=False)
    session_id = TextField(max_length=200, required=False)
    platform = ListOf(TextField(max_length=8000), max_items=20, default=list)
    query = TextField(max_length=8000, required=False)
    recall = RecallOfPrompt(required=False)
    budget = PromptBudget(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Take what narrows a recall only with what is asked; what is not said is as recall has it."""
        if "recall" in attrs and "query" not in attrs:
            refuse("Must come with a query.", path="recall")
        return {**attrs, "recall": attrs.get("recall") or RecallOfPrompt.check({})}


RecalledShape: type[StrictSerializer] = type(
    "RecalledShape",
    (StrictSerializer,),
    {key: copy.deepcopy(one) for key, one in RecallAnswer().get_fields().items() if key != "messages"},
)


class LayerShape(StrictSerializer):
    layer = TextField(max_length=40)
    version = WholeField(low=0, high=2**31 - 1, allow_null=True)
    characters = WholeField(low=0, high=_MANY)
    entries = WholeField(low=0, high=_MANY)


class DroppedShape(StrictSerializer):
    layer = TextField(max_length=40)
    key = TextField(max_length=64)
    reason = TextField(max_length=60)


class PromptAnswer(StrictSerializer):
    principal = TextField(max_length=200)
    messages = ListOf(MessageShape(), max_items=1000)
    layers = ListOf(LayerShape(), max_items=20)
    dropped = ListOf(DroppedShape(), max_items=10_000)
    recall_id = TextField(max_length=40, allow_null=True)
    recalled = RecalledShape(allow_null=True)
