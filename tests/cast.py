"""The fixed cast and short ways to put them on stage: owner, grantee, custodian, outsider, admin."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from consent.types import Draft
from profiles.models import Custodian, Membership, Principal
from profiles.rules.entity import entity_skeleton, parse_entity
from profiles.types import Caller

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
OWNER, GRANTEE, CUSTODIAN, OUTSIDER, ADMIN = (
    "si:ash",
    "si:bella_agent",
    "human:sean",
    "si:max_agent",
    "human:admin",
)


def principal(entity: str, **fields: Any) -> Principal:
    """Return the principal of an entity id, made verified where it is new."""
    known = parse_entity(entity)
    row, made = Principal.objects.get_or_create(
        entity_id=str(known),
        defaults={
            "namespace": known.namespace,
            "name": known.name,
            "skeleton": entity_skeleton(known),
            "verified_at": NOW,
            "created_at": NOW,
            **fields,
        },
    )
    if not made and row.verified_at is None:
        row.verified_at = NOW
        row.save(update_fields=["verified_at"])
    return row


def caller(entity: str, **fields: Any) -> Caller:
    """Return a caller acting as itself over REST with every ordinary scope."""
    row = principal(entity)
    scopes = frozenset(
        {"memory", "grant", "consent", "context", "trust", "recall", "privacy", "audit", "validate"}
    )
    made: dict[str, Any] = {
        "principal_id": row.pk, "principal": row.entity_id, "acting_id": row.pk, "acting": row.entity_id,
        "request_id": "req_" + "0" * 32, "door": "rest", "scopes": scopes, "is_agent": row.namespace == "si",
    }  # fmt: skip
    return Caller(**{**made, **fields})


def admin() -> Caller:
    return caller(
        ADMIN, staff_role="administrator", scopes=frozenset({"admin", "audit", "principals", "memory"})
    )


def custodian(subject: str, of: str) -> None:
    Custodian.objects.create(subject=principal(subject), custodian=principal(of), since=NOW)


def member(collective: str, entity: str) -> Membership:
    return Membership.objects.create(collective=principal(collective), member=principal(entity), since=NOW)


def draft(content: str, **fields: Any) -> Draft:
    return Draft(kind=fields.pop("kind", "raw"), content=content, **fields)
