"""How violations are asked for, changed and written for machines: evidence masked, names joined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from audit.models import Event, Violation
from audit.queries.directory import memories_of, names_of, people_in, spelled
from audit.queries.violation_filters import assignee_named
from audit.queries.violation_pages import spans_for
from audit.rules.kinds import KINDS, STATUSES
from audit.rules.reviewing import SEVERITIES
from audit.serializers.events import name
from audit.types import Reviewer
from memory_admin.http.fields import (
    ChoiceOf,
    ListOf,
    NumberField,
    ObjectField,
    PublicIdField,
    TextField,
    TimeField,
    WholeField,
)
from memory_admin.http.query import PageQuery
from memory_admin.http.serializer import StrictSerializer

ENTITY, NOTE, MOST = 200, 500, 100
_HIGHEST = 2**31 - 1


class ViolationQuery(PageQuery):
    """What the list can be narrowed by; `assignee=none` is what nobody has taken yet."""

    kind = ChoiceOf(sorted(KINDS), required=False)
    severity = ChoiceOf(SEVERITIES, required=False)
    status = ChoiceOf(sorted(STATUSES), required=False)
    owner = TextField(max_length=ENTITY, required=False, rule=spelled)
    accessor = TextField(max_length=ENTITY, required=False, rule=spelled)
    memory = PublicIdField("mem", required=False)
    assignee = TextField(max_length=ENTITY, required=False, rule=assignee_named)
    since = TimeField(required=False)
    until = TimeField(required=False)
    sort = ChoiceOf(("severity", "newest"), default="severity")


class ChangeBody(StrictSerializer):
    """What to make of a violation; what is left out stays, an assignee of null is nobody."""

    status = ChoiceOf(sorted(STATUSES), required=False)
    severity = ChoiceOf(SEVERITIES, required=False)
    assignee = TextField(max_length=ENTITY, required=False, allow_null=True)
    note = TextField(max_length=NOTE, blank=True, default="")
    version = WholeField(low=1, high=_HIGHEST, required=False)


class TargetBody(StrictSerializer):
    """One violation of many, in the version that was read."""

    id = PublicIdField("vio")
    version = WholeField(low=1, high=_HIGHEST)


class ManyBody(StrictSerializer):
    """The same change to many violations."""

    items = ListOf(TargetBody(), min_items=1, max_items=MOST)
    status = ChoiceOf(sorted(STATUSES), required=False)
    severity = ChoiceOf(SEVERITIES, required=False)
    assignee = TextField(max_length=ENTITY, required=False, allow_null=True)
    note = TextField(max_length=NOTE, blank=True, default="")


class ViolationSpanShape(StrictSerializer):
    """Where a hidden detail stood in the response: offsets in characters, never the text."""

    start = WholeField(low=0, high=_HIGHEST)
    end = WholeField(low=0, high=_HIGHEST)
    category = TextField(max_length=80, blank=True)
    memory = PublicIdField("mem", allow_null=True)
    weight = NumberField(low=0, high=1_000_000)


class ViolationShape(StrictSerializer):
    """One violation; query and response are masked: their shape without a word of them."""

    id = PublicIdField("vio")
    kind = ChoiceOf(sorted(KINDS))
    severity = ChoiceOf(SEVERITIES)
    status = ChoiceOf(sorted(STATUSES))
    at = TimeField()
    last_at = TimeField()
    repeats = WholeField(low=0, high=_HIGHEST)
    owner = TextField(max_length=ENTITY, allow_null=True)
    accessor = TextField(max_length=ENTITY, allow_null=True)
    memory = PublicIdField("mem", allow_null=True)
    recall = PublicIdField("rec", allow_null=True)
    trust = NumberField(low=0, high=1, allow_null=True)
    query = TextField(max_length=4000, blank=True)
    response = TextField(max_length=4000, blank=True)
    spans = ListOf(ViolationSpanShape(), max_items=100_000)
    score = NumberField(low=0, high=1, allow_null=True)
    action_taken = TextField(max_length=80, blank=True)
    details = ObjectField(max_bytes=1_000_000)
    request_id = TextField(max_length=80, blank=True)
    assignee = TextField(max_length=ENTITY, allow_null=True)
    resolution = TextField(max_length=NOTE, blank=True)
    version = WholeField(low=1, high=_HIGHEST)
    changed_at = TimeField()


class StepShape(StrictSerializer):
    """One step of a violation's history: who did what, when and why."""

    at = TimeField()
    action = TextField(max_length=80)
    actor = TextField(max_length=ENTITY, allow_null=True)
    note = TextField(max_length=NOTE, blank=True)
    status = TextField(max_length=20, allow_null=True)
    severity = TextField(max_length=20, allow_null=True)
    assignee = TextField(max_length=ENTITY, allow_null=True)


class OneViolationShape(ViolationShape):
    """One violation with its history, oldest step first."""

    history = ListOf(StepShape(), max_items=200)


class ResultShape(StrictSerializer):
    """What became of one of many: the violation, or why nothing."""

    id = PublicIdField("vio")
    status = WholeField(low=200, high=599)
    violation = ViolationShape(required=False)
    error = ObjectField(max_bytes=100_000, required=False)


class ManyShape(StrictSerializer):
    """What became of each, in the order they were named."""

    changed = WholeField(low=0, high=MOST)
    failed = WholeField(low=0, high=MOST)
    results = ListOf(ResultShape(), max_items=MOST)


@dataclass(frozen=True, slots=True)
class Names:
    """Names of everyone and public ids of the memories that some violations speak of."""

    people: Mapping[int, str]
    memories: Mapping[int, str]


def names_for(rows: Sequence[Violation], by: Reviewer) -> Names:
    """Look up every name some violations need, at once."""
    people = {one for row in rows for one in (row.owner_id, row.accessor_id, row.assignee_id)}
    memories = {row.memory_id for row in rows}
    memories |= {span["memory_id"] for row in rows for span in spans_for(row, by)}
    return Names(
        names_of({one for one in people if one is not None}),
        memories_of({one for one in memories if one is not None}),
    )


def show_violation(row: Violation, names: Names, by: Reviewer) -> dict[str, Any]:
    """Write one violation for somebody."""
    plain = (
        *("kind", "severity", "status", "at", "last_at", "repeats", "trust", "query", "response", "score"),
        *("action_taken", "details", "request_id", "resolution", "version", "changed_at"),
    )
    return {
        "id": f"vio_{row.public.hex}",
        **{field: getattr(row, field) for field in plain},
        "owner": name(names.people, row.owner_id),
        "accessor": name(names.people, row.accessor_id),
        "assignee": name(names.people, row.assignee_id),
        "memory": name(names.memories, row.memory_id),
        "recall": f"rec_{row.recall.hex}" if row.recall else None,
        "spans": [_span(span, names) for span in spans_for(row, by)],
    }


def _span(span: Mapping[str, Any], names: Names) -> dict[str, Any]:
    plain = {field: span[field] for field in ("start", "end", "category", "weight")}
    return plain | {"memory": name(names.memories, span["memory_id"])}


def show_history(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Write the steps of one violation's history, with the names of who took them."""
    assigned = {one for event in events if (one := event.details.get("assignee")) is not None}
    names = {**people_in(events), **names_of(assigned)}
    return [
        {
            "at": event.at,
            "action": event.action,
            "actor": name(names, event.actor_id),
            "note": event.reason,
            "status": event.details.get("status"),
            "severity": event.details.get("severity"),
            "assignee": name(names, event.details.get("assignee")),
        }
        for event in events
    ]
