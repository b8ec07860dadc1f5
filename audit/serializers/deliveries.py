"""How a delivery of one memory is written for machines: who was shown how much of it, when and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from audit.models import Delivery
from audit.queries.directory import names_of
from memory_admin.http.fields import FlagField, ListOf, PublicIdField, TextField, TimeField, WholeField
from memory_admin.http.query import PageQuery
from memory_admin.http.serializer import StrictSerializer

_WHO = ("actor", "acting", "behalf")


class DeliveryQuery(PageQuery):
    """Narrows deliveries to those that one application asked for."""

    application = TextField(max_length=200, required=False)


class DeliveryShape(StrictSerializer):
    """One delivery; `decision` says whether it was included or left out, and `reason` why."""

    recall_id = PublicIdField("rec")
    at = TimeField()
    principal = TextField(max_length=200, allow_null=True)
    acting_as = TextField(max_length=200, allow_null=True)
    on_behalf_of = TextField(max_length=200, allow_null=True)
    through = TextField(max_length=200, allow_null=True)
    version = WholeField(low=0, high=2**31)
    tier = TextField(max_length=20)
    provenance = TextField(max_length=40)
    decision = TextField(max_length=20)
    reason = TextField(max_length=80, blank=True)
    rules = ListOf(TextField(max_length=200), max_items=1000)
    role = TextField(max_length=20, blank=True)
    quoted = FlagField()
    sanitized = FlagField()
    instruction_like = FlagField()
    application = TextField(max_length=200, blank=True)
    door = TextField(max_length=40, blank=True)
    request_id = TextField(max_length=80, blank=True)


def people_of(rows: Iterable[Delivery]) -> Mapping[int, str]:
    """Return the entity ids of everyone whom deliveries name."""
    found = {getattr(row.recall, f"{who}_id") for row in rows for who in _WHO} | {
        row.through_id for row in rows
    }
    return names_of({one for one in found if one})


def show_delivery(row: Delivery, names: Mapping[int, str]) -> dict[str, Any]:
    """Return a delivery in the shape of the interface; whoever was erased has no name."""
    made = row.recall
    same = ("tier", "provenance", "decision", "reason", "role", "quoted", "sanitized", "instruction_like")
    return {
        "recall_id": f"rec_{made.public.hex}",
        "at": made.at,
        "principal": names.get(made.actor_id or 0),
        "acting_as": names.get(made.acting_id or 0),
        "on_behalf_of": names.get(made.behalf_id or 0),
        "through": "*" if row.through_id == 0 else names.get(row.through_id or -1),
        "version": row.memory_version,
        "rules": row.rules.split(),
        **{name: getattr(row, name) for name in same},
        **{name: getattr(made, name) for name in ("application", "door", "request_id")},
    }
