"""What the directory takes and shows."""

from __future__ import annotations

from typing import Any

from memory_admin.http.fields import ChoiceOf, FlagField, TextField, TimeField, WholeField, refuse
from memory_admin.http.query import PageQuery, QueryFlag
from memory_admin.http.serializer import StrictSerializer
from profiles.rules.entity import check_namespace
from profiles.rules.names import LONGEST_DISPLAY_NAME, canonical_email, check_display_name
from profiles.serializers.entities import EntityField

_REASON = 500


class PrincipalQuery(PageQuery):
    namespace = TextField(max_length=32, required=False, rule=check_namespace)
    active = QueryFlag(required=False)
    verified = QueryFlag(required=False)
    held = QueryFlag(required=False)


class NewPrincipal(StrictSerializer):
    id = EntityField()
    display_name = TextField(max_length=LONGEST_DISPLAY_NAME, blank=True, default="", rule=check_display_name)
    reason = TextField(max_length=_REASON, blank=True, default="")


class PrincipalChanges(StrictSerializer):
    display_name = TextField(
        max_length=LONGEST_DISPLAY_NAME, blank=True, required=False, rule=check_display_name
    )
    email = TextField(max_length=254, allow_null=True, required=False, rule=canonical_email)
    email_verified = FlagField(required=False)
    verified = FlagField(required=False)
    active = FlagField(required=False)
    held = FlagField(required=False)
    reason = TextField(max_length=_REASON, blank=True, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a change that changes nothing."""
        if not attrs.keys() - {"reason"}:
            refuse("Must name at least one field to change.")
        return attrs


class PrincipalShape(StrictSerializer):
    id = EntityField()
    kind = ChoiceOf(["individual", "collective"])
    display_name = TextField(max_length=LONGEST_DISPLAY_NAME, blank=True)
    active = FlagField()
    verified = FlagField()
    verified_at = TimeField(allow_null=True)
    last_verified_at = TimeField(allow_null=True)
    profile_path = TextField(max_length=200)
    created_at = TimeField()
    email = TextField(max_length=254, allow_null=True, required=False)
    email_verified_at = TimeField(allow_null=True, required=False)
    held = FlagField(required=False)
    merged_into = EntityField(allow_null=True, required=False)


class NewAlias(StrictSerializer):
    text = TextField(max_length=128)
    reason = TextField(max_length=_REASON, blank=True, default="")


class AliasApproved(StrictSerializer):
    reason = TextField(max_length=_REASON, blank=True, default="")


class AliasShape(StrictSerializer):
    id = WholeField(low=1, high=2**62)
    text = TextField(max_length=128)
    approved = FlagField()
    approved_at = TimeField(allow_null=True)


class NewIdentity(StrictSerializer):
    provider = TextField(max_length=64)
    external_id = TextField(max_length=256)
    reason = TextField(max_length=_REASON, blank=True, default="")


class IdentityShape(StrictSerializer):
    id = WholeField(low=1, high=2**62)
    provider = TextField(max_length=64)
    external_id = TextField(max_length=256)
    verified_at = TimeField()


class NewMembership(StrictSerializer):
    collective = EntityField(required=False)
    member = EntityField(required=False)
    until = TimeField(allow_null=True, default=None)
    reason = TextField(max_length=_REASON, blank=True, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Take one other end: the collective the principal joins, or the member that joins it."""
        if ("collective" in attrs) == ("member" in attrs):
            refuse("Must name either collective or member.")
        return attrs


class MembershipShape(StrictSerializer):
    collective = EntityField()
    member = EntityField()
    since = TimeField()
    until = TimeField(allow_null=True)


class NewCustodian(StrictSerializer):
    custodian = EntityField()
    until = TimeField(allow_null=True, default=None)
    reason = TextField(max_length=_REASON, blank=True, default="")


class CustodianShape(StrictSerializer):
    subject = EntityField()
    custodian = EntityField()
    since = TimeField()
    until = TimeField(allow_null=True)
    reason = TextField(max_length=_REASON, blank=True)
