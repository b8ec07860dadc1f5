"""The shapes of the figures at the door."""

from __future__ import annotations

from memory_admin.http.fields import ListOf, NumberField, ObjectField, TextField, TimeField, WholeField
from memory_admin.http.query import QueryWhole, StrictQuery
from memory_admin.http.serializer import StrictSerializer

LONGEST = 366
_MANY = 2**53


class FiguresQuery(StrictQuery):
    """Over how many days up to today, in UTC."""

    days = QueryWhole(low=1, high=LONGEST, default=30)


class ComplianceShape(StrictSerializer):
    """How many validated responses kept to what they may say; the rate is null where none was validated."""

    validated = WholeField(low=0, high=_MANY)
    compliant = WholeField(low=0, high=_MANY)
    rate = NumberField(low=0, high=1, allow_null=True)


class ValidationFigures(StrictSerializer):
    """What validating cost."""

    count = WholeField(low=0, high=_MANY)
    p50_ms = NumberField(low=0, high=_MANY, allow_null=True)
    p95_ms = NumberField(low=0, high=_MANY, allow_null=True)


class ViolationDay(StrictSerializer):
    """Violations first seen on a day, by severity."""

    day = TextField(max_length=10)
    low = WholeField(low=0, high=_MANY)
    medium = WholeField(low=0, high=_MANY)
    high = WholeField(low=0, high=_MANY)
    critical = WholeField(low=0, high=_MANY)


class RecallDay(StrictSerializer):
    """Recalls of a day and how long they took."""

    day = TextField(max_length=10)
    count = WholeField(low=0, high=_MANY)
    p50_ms = NumberField(low=0, high=_MANY, allow_null=True)
    p95_ms = NumberField(low=0, high=_MANY, allow_null=True)


class TrustDay(StrictSerializer):
    """Changes of trust on a day."""

    day = TextField(max_length=10)
    raised = WholeField(low=0, high=_MANY)
    lowered = WholeField(low=0, high=_MANY)
    other = WholeField(low=0, high=_MANY)


class FiguresShape(StrictSerializer):
    """The figures of a span of days; tiers and provenance by name, of what was shown."""

    days = WholeField(low=1, high=LONGEST)
    since = TimeField()
    until = TimeField()
    compliance = ComplianceShape()
    validation = ValidationFigures()
    violations = ListOf(ViolationDay(), max_items=LONGEST)
    recalls = ListOf(RecallDay(), max_items=LONGEST)
    tiers = ObjectField()
    provenance = ObjectField()
    trust = ListOf(TrustDay(), max_items=LONGEST)
