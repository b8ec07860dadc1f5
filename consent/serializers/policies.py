"""The shapes of the policy at the door."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from consent.queries.policies import Saved
from consent.rules.policy.changing import Difference
from consent.rules.policy.settings import PRESETS, SETTINGS
from memory_admin.http.fields import (
    ChoiceOf,
    FlagField,
    ListOf,
    ObjectField,
    TextField,
    TimeField,
    WholeField,
)
from memory_admin.http.query import PageQuery, QueryWhole
from memory_admin.http.serializer import StrictSerializer

REASON = 500
_MOST = 2**31 - 1


class AnyValue(serializers.JSONField):
    """A value of whatever type its setting has."""

    def take(self, value: Any) -> Any:
        return value

    def run_validation(self, data: Any = None) -> Any:
        return data


class SettingsField(ObjectField):
    """Settings by key; each is judged by its own type, and null goes back to what is shipped."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_bytes=200_000, max_depth=6, **kwargs)


class PolicyBody(StrictSerializer):
    """Settings to change over the version that was read; a preset is set first. Others stay as they are."""

    settings = SettingsField(default=dict)
    preset = ChoiceOf(list(PRESETS), allow_null=True, default=None)
    restore = WholeField(low=0, high=_MOST, allow_null=True, default=None)
    reason = TextField(max_length=REASON, blank=True, default="")
    version = WholeField(low=0, high=_MOST, required=False)


class PreviewBody(StrictSerializer):
    """A change of the policy to try, as PUT /policies takes it; nothing is saved."""

    settings = SettingsField(default=dict)
    preset = ChoiceOf(list(PRESETS), allow_null=True, default=None)
    restore = WholeField(low=0, high=_MOST, allow_null=True, default=None)


class PolicyQuery(PageQuery):
    """`version` asks for that one; limit and cursor page the history."""

    version = QueryWhole(low=0, high=_MOST, required=False)


class DifferenceShape(StrictSerializer):
    key = TextField(max_length=60)
    before = AnyValue(allow_null=True)
    after = AnyValue(allow_null=True)


class VersionShape(StrictSerializer):
    """One version as it was saved, with what it changed."""

    version = WholeField(low=0, high=_MOST)
    settings = SettingsField()
    author = TextField(max_length=200, allow_null=True)
    reason = TextField(max_length=REASON, blank=True)
    at = TimeField(allow_null=True)
    changed = ListOf(DifferenceShape(), max_items=200)


class EffectsShape(StrictSerializer):
    """What a change would do; where that takes long only `job`, whose result has the rest.

    To who is not staff everybody that its own memories do not name is one principal, `*`.
    """

    job = TextField(max_length=40, allow_null=True)
    counts = ObjectField(required=False)
    items = ListOf(ObjectField(), max_items=200, required=False)
    more = FlagField(required=False)
    memories_looked_at = WholeField(low=0, high=_MOST, required=False)
    principals_looked_at = WholeField(low=0, high=_MOST, required=False)
    version = WholeField(low=0, high=_MOST, required=False)
    changed = ListOf(DifferenceShape(), max_items=200, required=False)
    unforeseen = ListOf(TextField(max_length=60), max_items=200, required=False)


class SettingShape(StrictSerializer):
    key = TextField(max_length=60)
    group = TextField(max_length=40)
    takes = TextField(max_length=1000)
    meaning = TextField(max_length=500)
    shipped = AnyValue()


class PolicyAnswer(StrictSerializer):
    """The policy in force (or the version asked for), what each setting takes, and the versions before."""

    version = WholeField(low=0, high=_MOST)
    settings = SettingsField()
    author = TextField(max_length=200, allow_null=True)
    reason = TextField(max_length=REASON, blank=True)
    at = TimeField(allow_null=True)
    changed = ListOf(DifferenceShape(), max_items=200)
    presets = ObjectField(max_bytes=200_000)
    known = ListOf(SettingShape(), max_items=200)
    items = ListOf(VersionShape(), max_items=200)
    next = TextField(max_length=2000, allow_null=True)
    previous = TextField(max_length=2000, allow_null=True)


def version_shape(one: Saved) -> dict[str, Any]:
    """Return a version as the door shows it."""
    return {
        "version": one.version,
        "settings": one.settings,
        "author": one.author,
        "reason": one.reason,
        "at": one.at,
        "changed": [difference_shape(each) for each in one.changed],
    }


def difference_shape(one: Difference) -> dict[str, Any]:
    """Return what one setting was and is."""
    return {"key": one.key, "before": one.before, "after": one.after}


def known() -> dict[str, Any]:
    """Return what each setting takes and means, and the presets."""
    settings = [
        {
            "key": one.key,
            "group": one.group,
            "takes": one.kind.bounds,
            "meaning": one.meaning,
            "shipped": one.shipped,
        }
        for one in SETTINGS
    ]
    return {"presets": dict(PRESETS), "known": settings}
