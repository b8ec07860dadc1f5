"""Rows of the directory in the shapes the interface shows."""

from __future__ import annotations

from profiles.models import Alias, Custodian, ExternalIdentity, Membership, Principal
from profiles.queries.directory import is_close
from profiles.types import Caller


def principal(row: Principal, by: Caller) -> dict[str, object]:
    """Return a principal; its address only to staff and itself, held and merged only to staff."""
    shown: dict[str, object] = {
        "id": row.entity_id,
        "kind": "collective" if row.is_collective else "individual",
        "display_name": row.display_name,
        "active": row.active,
        "verified": row.verified_at is not None,
        "verified_at": row.verified_at,
        "last_verified_at": row.last_verified_at,
        "profile_path": row.profile_path,
        "created_at": row.created_at,
    }
    if is_close(row, by):
        shown |= {"email": row.email, "email_verified_at": row.email_verified_at}
    if by.is_admin or by.staff_role:
        merged = row.merged_into.entity_id if row.merged_into is not None else None
        shown |= {"held": row.held, "merged_into": merged}
    return shown


def alias(row: Alias) -> dict[str, object]:
    """Return an alias."""
    approved = row.approved_at is not None
    return {"id": row.pk, "text": row.text, "approved": approved, "approved_at": row.approved_at}


def identity(row: ExternalIdentity) -> dict[str, object]:
    """Return an account elsewhere."""
    return {
        "id": row.pk,
        "provider": row.provider,
        "external_id": row.external_id,
        "verified_at": row.verified_at,
    }


def membership(row: Membership) -> dict[str, object]:
    """Return a membership, both ends by entity id."""
    return {
        "collective": row.collective.entity_id,
        "member": row.member.entity_id,
        "since": row.since,
        "until": row.until,
    }


def custodian(row: Custodian) -> dict[str, object]:
    """Return a custody, both ends by entity id."""
    return {
        "subject": row.subject.entity_id,
        "custodian": row.custodian.entity_id,
        "since": row.since,
        "until": row.until,
        "reason": row.reason,
    }
