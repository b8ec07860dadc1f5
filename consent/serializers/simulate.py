"""The shapes of what-if questions: one change at a time."""

from __future__ import annotations

from typing import Any

from consent.rules.policy.settings import PRESETS
from consent.serializers.memories import entity
from consent.serializers.policies import SettingsField
from memory_admin.http.fields import ChoiceOf, FlagField, NumberField, TextField, refuse
from memory_admin.http.serializer import StrictSerializer


class GrantTried(StrictSerializer):
    """A grant given, or with `give` false taken back; `own_act` is whether the owner itself does it."""

    memory = TextField(max_length=40)
    grantee = TextField(max_length=200)
    give = FlagField(default=True)
    own_act = FlagField(default=True)


class ConsentTried(StrictSerializer):
    """A yes or no of a grantor, or `consent` alone: that record withdrawn."""

    consent = TextField(max_length=40, allow_null=True, default=None)
    grantor = entity(allow_null=True, default=None)
    grantee = TextField(max_length=200, allow_null=True, default=None)
    scope = TextField(max_length=240, allow_null=True, default=None)
    status = ChoiceOf(("active", "denied"), default="active")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        parts = ("grantor", "grantee", "scope")
        missing = [name for name in parts if attrs[name] is None]
        if attrs["consent"] is None and missing:
            refuse("Must be there, unless a consent is named.", path=missing[0])
        if attrs["consent"] is not None and len(missing) < len(parts):
            refuse("Name a consent to withdraw, or a grantor, grantee and scope, not both.", path="consent")
        return attrs


class MembershipTried(StrictSerializer):
    """A membership begun, or with `join` false ended."""

    collective = entity()
    member = entity()
    join = FlagField(default=True)


class TrustTried(StrictSerializer):
    """An owner's trust in an accessor or `*`."""

    owner = entity()
    accessor = TextField(max_length=200)
    context = entity(allow_null=True, default=None)  # type: ignore[assignment]
    base_trust = NumberField(low=0, high=1)
    strict_mode = FlagField(default=False)


class PolicyTried(StrictSerializer):
    """Settings over the policy in force."""

    settings = SettingsField(default=dict)
    preset = ChoiceOf(list(PRESETS), allow_null=True, default=None)


class SimulateBody(StrictSerializer):
    """Exactly one change."""

    grant = GrantTried(required=False)
    consent = ConsentTried(required=False)
    membership = MembershipTried(required=False)
    trust = TrustTried(required=False)
    policy = PolicyTried(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            refuse("Name one change: grant, consent, membership, trust or policy.", path="change")
        return attrs
