"""How events, findings and verifications are written for machines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from audit.actions import OUTCOMES, asked
from audit.models import Event
from audit.queries import Verification
from audit.queries.directory import spelled, spoken_of
from audit.rules.compare import Finding
from memory_admin.http.fields import (
    ChoiceOf,
    FlagField,
    ListOf,
    ObjectField,
    PublicIdField,
    TextField,
    TimeField,
    WholeField,
)
from memory_admin.http.query import PageQuery
from memory_admin.http.serializer import StrictSerializer

MOST_FINDINGS = 100
_HIGHEST = 2**63 - 1


class EventQuery(PageQuery):
    """What the list of events can be narrowed by; an action that ends in a dot is a whole family."""

    since = TimeField(required=False)
    until = TimeField(required=False)
    actor = TextField(max_length=200, required=False, rule=spelled)
    action = TextField(max_length=80, required=False, rule=asked)
    object_type = TextField(max_length=40, required=False)
    object_id = TextField(max_length=200, required=False)
    request_id = TextField(max_length=80, required=False)
    outcome = ChoiceOf(OUTCOMES, required=False)


class EventShape(StrictSerializer):
    """One event; principals are null where nobody acted or the name is gone.

    Events hold numbers: `names` says whose they are, in the details by key and in `object_id` as `object`."""

    id = PublicIdField("evt")
    at = TimeField()
    actor = TextField(max_length=200, allow_null=True)
    acting_as = TextField(max_length=200, allow_null=True)
    on_behalf_of = TextField(max_length=200, allow_null=True)
    action = TextField(max_length=80)
    object_type = TextField(max_length=40, blank=True)
    object_id = TextField(max_length=200, blank=True)
    reason = TextField(max_length=500, blank=True)
    outcome = TextField(max_length=20)
    code = TextField(max_length=80, blank=True)
    details = ObjectField(max_bytes=1_000_000)
    names = ObjectField()
    request_id = TextField(max_length=80, blank=True)
    door = TextField(max_length=40, blank=True)


class SealFindingShape(StrictSerializer):
    """One thing that is wrong: edit, delete, reorder, insert, cut_tail, rewrite, bad seal, file, record."""

    kind = TextField(max_length=20)
    seal = WholeField(low=-_HIGHEST, high=_HIGHEST)
    event = PublicIdField("evt", allow_null=True)
    event_number = WholeField(low=-_HIGHEST - 1, high=_HIGHEST, allow_null=True)
    detail = TextField(max_length=80, blank=True)


class GapShape(StrictSerializer):
    """A gap that a person declared: a restore or a new key."""

    seal = WholeField(low=1, high=_HIGHEST)
    at = TimeField()
    reason = TextField(max_length=500)


class VerificationShape(StrictSerializer):
    """What the verification went through and found."""

    ok = FlagField()
    seals = WholeField(low=0, high=_HIGHEST)
    events = WholeField(low=-_HIGHEST, high=_HIGHEST)
    findings = ListOf(SealFindingShape(), max_items=MOST_FINDINGS)
    gaps = ListOf(GapShape(), max_items=MOST_FINDINGS)
    lost_seals = WholeField(low=0, high=_HIGHEST)
    unexported = WholeField(low=0, high=_HIGHEST)
    torn_lines = WholeField(low=0, high=_HIGHEST)


def name(names: Mapping[int, str], number: int | None) -> str | None:
    """Return a principal's name; null where it is gone or nobody acted."""
    return None if number is None else names.get(number)


def show_event(row: Event, names: Mapping[int, str]) -> dict[str, Any]:
    """Write one event, principals by name; `names` are of the numbers in its object and details."""
    return {
        "id": f"evt_{row.public.hex}",
        "at": row.at,
        "actor": name(names, row.actor_id),
        "acting_as": name(names, row.acting_id),
        "on_behalf_of": name(names, row.behalf_id),
        "action": row.action,
        "object_type": row.object_type,
        "object_id": row.object_id,
        "reason": row.reason,
        "outcome": row.outcome,
        "code": row.code,
        "details": row.details,
        "names": {what: found for what, one in spoken_of(row).items() if (found := names.get(one))},
        "request_id": row.request_id,
        "door": row.door,
    }


def show_finding(finding: Finding, publics: Mapping[int, str]) -> dict[str, Any]:
    """Write one finding; the event by its public id where it still exists, and by its number."""
    number = finding.event_id
    return {
        "kind": finding.kind,
        "seal": finding.seal,
        "event": None if number is None else publics.get(number),
        "event_number": number,
        "detail": finding.detail,
    }


def show_verification(found: Verification) -> dict[str, Any]:
    """Write what a verification found, the first bad event first; at most a hundred findings."""
    findings = found.findings[:MOST_FINDINGS]
    numbers = [one.event_id for one in findings if one.event_id is not None]
    rows = Event.objects.filter(id__in=numbers).values_list("id", "public")
    publics = {number: f"evt_{public.hex}" for number, public in rows}
    return {
        "ok": found.ok,
        "seals": found.seals,
        "events": found.events,
        "findings": [show_finding(one, publics) for one in findings],
        "gaps": [
            {"seal": gap.number, "at": gap.at, "reason": gap.reason} for gap in found.gaps[:MOST_FINDINGS]
        ],
        "lost_seals": len(found.lost),
        "unexported": found.unexported,
        "torn_lines": found.torn,
    }
