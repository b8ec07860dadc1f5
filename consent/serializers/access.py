"""The shapes of questions about access."""

from __future__ import annotations

from consent.serializers.memories import Pending, entities, entity
from memory_admin.http.fields import FlagField, ListOf, ObjectField, TextField, TimeField, WholeField
from memory_admin.http.query import PageQuery
from memory_admin.http.serializer import StrictSerializer


class CheckItem(StrictSerializer):
    memory = TextField(max_length=40)
    principal = entity()
    context_session = TextField(max_length=60, allow_null=True, default=None)


class CheckBody(StrictSerializer):
    """One question (`memory`, `principal`), or many under `checks`."""

    memory = TextField(max_length=40, required=False)
    principal = entity(required=False)
    context_session = TextField(max_length=60, allow_null=True, default=None)
    checks = ListOf(CheckItem(), max_items=500, min_items=1, required=False)


class ExplainBody(StrictSerializer):
    memory = TextField(max_length=40)
    principal = entity()
    context_session = TextField(max_length=60, allow_null=True, default=None)


class Consents(StrictSerializer):
    found = ListOf(TextField(max_length=40), max_items=1000)
    missing_from = entities(1000)


class Decision(StrictSerializer):
    allowed = FlagField()
    reason = TextField(max_length=60)
    grants = ListOf(ObjectField(), max_items=1000, required=False)
    memberships = entities(1000, required=False)
    consents = Consents(required=False)
    results = ListOf(ObjectField(), max_items=500, required=False)


class CheckAnswer(StrictSerializer):
    allowed = FlagField(required=False)
    reason = TextField(max_length=60, required=False)
    grants = ListOf(ObjectField(), max_items=1000, required=False)
    memberships = entities(1000, required=False)
    consents = Consents(required=False)
    results = ListOf(ObjectField(), max_items=500, required=False)


class AuditQuery(PageQuery):
    subject = entity(required=False)
    memory = TextField(max_length=40, required=False)


class ViewerShape(StrictSerializer):
    entity = TextField(max_length=200)
    through = TextField(max_length=200)
    consents = ListOf(TextField(max_length=40), max_items=1000)


class AuditedMemory(StrictSerializer):
    """Who can see one memory about a subject: never its content."""

    memory = TextField(max_length=40)
    owner = entity()
    kind = TextField(max_length=20)
    created_at = TimeField()
    subjects = entities(10_000)
    visible_to = ListOf(ViewerShape(), max_items=100_000)
    pending_grants = ListOf(Pending(), max_items=10_000)
    deliveries = WholeField(low=0, high=2**31)


class AuditAnswer(StrictSerializer):
    items = ListOf(AuditedMemory(), max_items=200)
    next = TextField(max_length=2000, allow_null=True)
    previous = TextField(max_length=2000, allow_null=True)
