"""Who asks, and whom a gateway means."""

from __future__ import annotations

from typing import Any

from memory_admin.http.fields import ChoiceOf, FlagField, ListOf, PublicIdField, TextField, refuse
from memory_admin.http.serializer import StrictSerializer
from profiles.rules.names import canonical_email
from profiles.serializers.entities import EntityField

_MOST = 100_000


class WhoamiShape(StrictSerializer):
    principal = EntityField()
    acting_as = EntityField(allow_null=True)
    on_behalf_of = EntityField(allow_null=True)
    scopes = ListOf(TextField(max_length=200), max_items=_MOST)
    entities = ListOf(TextField(max_length=161), max_items=_MOST)
    on_behalf_of_entities = ListOf(TextField(max_length=161), max_items=_MOST)
    context_session = PublicIdField("ctxs", allow_null=True)
    context = TextField(max_length=161, allow_null=True)  # type: ignore[assignment]
    role = TextField(max_length=161, allow_null=True)
    credential = TextField(max_length=30, allow_null=True)
    max_provenance = TextField(max_length=24)
    context_required = FlagField()
    application = TextField(max_length=100, blank=True)


class ClaimBody(StrictSerializer):
    principal_id = EntityField(required=False)
    provider = TextField(max_length=64, required=False)
    external_id = TextField(max_length=256, required=False)
    email = TextField(max_length=254, required=False, rule=canonical_email)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Take at least one name of the live caller, a provider only with an id there."""
        if not attrs:
            refuse("Must name the live caller: principal_id, provider with external_id, or email.")
        if ("provider" in attrs) != ("external_id" in attrs):
            refuse("Must give provider and external_id together.")
        return attrs


class ResolvedShape(StrictSerializer):
    principal = EntityField()
    kind = ChoiceOf(["individual"])
