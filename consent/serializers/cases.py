"""The shape of a recall that is kept as a test case."""

from __future__ import annotations

from consent.rules.cases import FORMAT
from consent.rules.tiers import Tier
from consent.serializers.memories import entity
from consent.serializers.recall import RecallBody
from memory_admin.http.fields import ChoiceOf, EachOf, FlagField, PublicIdField, TextField
from memory_admin.http.serializer import StrictSerializer


class ExpectedShape(StrictSerializer):
    """One memory that comes back."""

    id = PublicIdField("mem")
    tier = ChoiceOf([one.word for one in Tier])
    included = FlagField()
    role = TextField(max_length=10, blank=True)


class CaseShape(StrictSerializer):
    """A case as its file holds it."""

    format = ChoiceOf((FORMAT,))
    principal = entity()
    recall = RecallBody()
    expect = EachOf(ExpectedShape(), max_items=200)
