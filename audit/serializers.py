"""How events, findings and verifications are written for machines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from audit.models import Event
from audit.queries import Verification
from audit.rules.compare import Finding

Names = Callable[[set[int]], Mapping[int, str]]
PEOPLE = ("actor_id", "acting_id", "behalf_id")


def nobody(ids: set[int]) -> Mapping[int, str]:
    """Know no names: the default where no app above supplies them."""
    return {}


def people(rows: list[Event]) -> set[int]:
    """Return the principals that events name."""
    return {found for row in rows for name in PEOPLE if (found := getattr(row, name)) is not None}


def show_event(row: Event, names: Mapping[int, str]) -> dict[str, Any]:
    """Write one event; principals by name, null where the name is gone or nobody acted."""
    actor, acting, behalf = (names.get(getattr(row, name) or 0) for name in PEOPLE)
    return {
        "id": f"evt_{row.public.hex}",
        "at": row.at,
        "actor": actor,
        "acting_as": acting,
        "on_behalf_of": behalf,
        "action": row.action,
        "object_type": row.object_type,
        "object_id": row.object_id,
        "reason": row.reason,
        "outcome": row.outcome,
        "code": row.code,
        "details": row.details,
        "request_id": row.request_id,
        "door": row.door,
    }


def show_finding(finding: Finding, event: str | None) -> dict[str, Any]:
    """Write one finding; the event by its public id where it still exists."""
    return {
        "kind": finding.kind,
        "seal": finding.seal,
        "event": event,
        "event_number": finding.event_id,
        "detail": finding.detail,
    }


def show_verification(found: Verification) -> dict[str, Any]:
    """Write what a verification found, the first bad event first."""
    numbers = [one.event_id for one in found.findings if one.event_id is not None]
    publics = {row.id: f"evt_{row.public.hex}" for row in Event.objects.filter(id__in=numbers[:1000])}
    return {
        "ok": found.ok,
        "seals": found.seals,
        "events": found.events,
        "findings": [show_finding(one, publics.get(one.event_id or 0)) for one in found.findings[:100]],
        "gaps": [{"seal": gap.number, "at": gap.at, "reason": gap.reason} for gap in found.gaps],
        "lost_seals": len(found.lost),
        "unexported": found.unexported,
        "torn_lines": found.torn,
    }
