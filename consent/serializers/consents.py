"""The shapes of consents at the door."""

from __future__ import annotations

from consent.rules.consenting import ROLES, STATUSES
from memory_admin.http.fields import ChoiceOf, ListOf, TextField, TimeField
from memory_admin.http.query import PageQuery
from memory_admin.http.serializer import StrictSerializer
from profiles.serializers.entities import LONGEST

REASON = 500
SCOPE = LONGEST + 8


class ConsentBody(StrictSerializer):
    """A consent as someone states it; names are read, and errors named, by the service."""

    grantor = TextField(max_length=LONGEST)
    grantee = TextField(max_length=LONGEST)
    scope = TextField(max_length=SCOPE)
    purpose = TextField(max_length=40, default="unspecified")
    expires_at = TimeField(allow_null=True, default=None)
    reason = TextField(max_length=REASON, blank=True, default="")


class ReasonBody(StrictSerializer):
    """Why."""

    reason = TextField(max_length=REASON, blank=True, default="")


class ApprovalBody(ReasonBody):
    """Why, and until when if not as asked."""

    expires_at = TimeField(allow_null=True, default=None)


class ConsentQuery(PageQuery):
    """Narrows a list of consents; as an owner one finds those that open nothing until one shares."""

    role = ChoiceOf(ROLES, required=False)
    status = ChoiceOf(STATUSES, required=False)
    scope = TextField(max_length=SCOPE, required=False)


class ConsentShape(StrictSerializer):
    """One consent or request, as far as its viewer may know; the rest is null.

    `memories` are an owner's own that it would open, once they are granted to its grantee."""

    id = TextField(max_length=36)
    grantor = TextField(max_length=200)
    grantee = TextField(max_length=200)
    scope = TextField(max_length=220)
    purpose = TextField(max_length=40)
    status = ChoiceOf(STATUSES)
    evidence = ChoiceOf(["verified", "admin", "asserted"], allow_null=True)
    recorded_by = TextField(max_length=200, allow_null=True)
    requested_at = TimeField(allow_null=True)
    granted_at = TimeField(allow_null=True)
    denied_at = TimeField(allow_null=True)
    expires_at = TimeField(allow_null=True)
    revoked_at = TimeField(allow_null=True)
    reason = TextField(max_length=REASON, blank=True, allow_null=True)
    participants = ListOf(TextField(max_length=200), max_items=10_000, allow_null=True)
    memories = ListOf(TextField(max_length=40), max_items=1000, required=False)


class InformationShape(StrictSerializer):
    scope = TextField(max_length=220)
    description = TextField(max_length=400)


class RecipientShape(StrictSerializer):
    entity = TextField(max_length=200)
    through = TextField(max_length=200)


class PurposeShape(StrictSerializer):
    purpose = TextField(max_length=40)
    lawful_basis = TextField(max_length=40)
    pii_information = InformationShape()
    recipients = ListOf(RecipientShape(), max_items=1000)
    valid_from = TimeField(allow_null=True)
    retention_until = TimeField(allow_null=True)


class WithdrawalShape(StrictSerializer):
    method = TextField(max_length=10)
    address = TextField(max_length=2000)
    body = TextField(max_length=200)
    command = TextField(max_length=200)


class HistoryShape(StrictSerializer):
    event_time = TimeField()
    event_type = TextField(max_length=60)
    entity = TextField(max_length=200, allow_null=True)


class ReceiptShape(StrictSerializer):
    """A consent receipt."""

    receipt_id = TextField(max_length=36)
    schema_version = TextField(max_length=40)
    record_id = TextField(max_length=36)
    issued_at = TimeField()
    language = TextField(max_length=10)
    pii_principal = TextField(max_length=200)
    pii_controllers = ListOf(TextField(max_length=2000), max_items=1000)
    status = ChoiceOf(STATUSES)
    evidence = TextField(max_length=10, allow_null=True)
    recorded_by = TextField(max_length=200, allow_null=True)
    purposes = ListOf(PurposeShape(), max_items=1)
    withdrawal_method = WithdrawalShape()
    events = ListOf(HistoryShape(), max_items=1000)
