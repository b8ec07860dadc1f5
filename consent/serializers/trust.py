"""The shapes of trust relationships at the door."""

from __future__ import annotations

from memory_admin.http.fields import (
    FlagField,
    NumberField,
    ObjectField,
    PublicIdField,
    TextField,
    TimeField,
    WholeField,
)
from memory_admin.http.query import PageQuery, StrictQuery
from memory_admin.http.serializer import StrictSerializer
from profiles.serializers.entities import EntityField

WORDS = 500


class TrustBody(StrictSerializer):
    """What a relationship is to say; 0.0 to 1.0, null is refused."""

    base_trust = NumberField(low=0, high=1)
    context = EntityField(allow_null=True, default=None)  # type: ignore[assignment]
    summary = TextField(max_length=WORDS, blank=True, default="")
    reason = TextField(max_length=WORDS, blank=True, default="")
    require_validation = FlagField(default=False)
    strict_mode = FlagField(default=False)
    auto_lower = FlagField(required=False)
    version = WholeField(low=0, high=2**31 - 1, required=False)


class WantedBody(StrictSerializer):
    """What an accessor asks for, and why."""

    wanted = NumberField(low=0, high=1)
    reason = TextField(max_length=WORDS, blank=True, default="")


class TrustQuery(StrictQuery):
    """Names the context; without it what holds everywhere."""

    context = EntityField(required=False)  # type: ignore[assignment]


class HistoryQuery(PageQuery):
    """Names the context; without it what holds everywhere."""

    context = EntityField(required=False)  # type: ignore[assignment]


class TrustShape(StrictSerializer):
    """A relationship; `reason` is for the owner's side alone."""

    id = TextField(max_length=36)
    owner = TextField(max_length=200)
    accessor = TextField(max_length=200)
    context = TextField(max_length=200, allow_null=True)  # type: ignore[assignment]
    base_trust = NumberField(low=0, high=1)
    summary = TextField(max_length=WORDS, blank=True)
    reason = TextField(max_length=WORDS, blank=True, allow_null=True)
    require_validation = FlagField()
    strict_mode = FlagField()
    auto_lower = FlagField(allow_null=True)
    version = WholeField(low=1, high=2**31 - 1)
    last_updated = TimeField()


class ChangeShape(StrictSerializer):
    """One step of a history."""

    base_trust = NumberField(low=0, high=1)
    require_validation = FlagField()
    strict_mode = FlagField()
    reason = TextField(max_length=WORDS, blank=True)
    changed_by = TextField(max_length=200, allow_null=True)
    at = TimeField()


class SuggestionShape(StrictSerializer):
    """A change of trust that an accessor's record speaks for, with what it rests on."""

    id = PublicIdField("tsg")
    owner = TextField(max_length=200)
    accessor = TextField(max_length=200)
    base_trust = NumberField(low=0, high=1)
    suggested = NumberField(low=0, high=1)
    evidence = ObjectField()
    status = TextField(max_length=10)
    at = TimeField()


class SuggestionAnswerBody(StrictSerializer):
    """Why an answer is as it is; an administrator has to say."""

    reason = TextField(max_length=WORDS, blank=True, default="")


class AskedShape(StrictSerializer):
    """The one answer to a request."""

    owner = TextField(max_length=200)
    accessor = TextField(max_length=200)
    wanted = NumberField(low=0, high=1)
    status = TextField(max_length=10)
