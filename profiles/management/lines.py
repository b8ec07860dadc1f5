"""The directory and its tokens in lines for people."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from profiles.commands import Shown
from profiles.models import Credential, Custodian, Membership, Principal
from profiles.queries import directory
from profiles.rules.credentials import why_stopped
from profiles.serializers import shown
from profiles.types import Caller


def principal(one: dict[str, object]) -> str:
    """Return one line about a principal."""
    marks = [
        "verified" if one["verified"] else "unverified",
        *(["inactive"] if not one["active"] else []),
        *(["held as a look-alike"] if one.get("held") else []),
        *([f"merged into {one['merged_into']}"] if one.get("merged_into") else []),
    ]
    name = f"  {one['display_name']}" if one["display_name"] else ""
    return f"{one['id']}  ({', '.join(marks)}){name}"


def whole(row: Principal, by: Caller, now: datetime) -> Shown:
    """Return a principal with all that belongs to it."""
    answer: dict[str, Any] = shown.principal(row, by)
    answer["aliases"] = [shown.alias(one) for one in directory.aliases(row)]
    answer["identities"] = [shown.identity(one) for one in directory.identities(row, by)]
    answer["memberships"] = [shown.membership(one) for one in directory.memberships(row, by, now)]
    answer["custodians"] = [shown.custodian(one) for one in directory.custody(row, by, now)]
    answer["tokens"] = [token(one, now) for one in Credential.objects.filter(principal=row)]
    return Shown(answer, [principal(answer), *_belongings(row, by, now)])


def _belongings(row: Principal, by: Caller, now: datetime) -> list[str]:
    found = [f"  email {row.email}"] if row.email else []
    for alias in directory.aliases(row):
        waits = "" if alias.approved_at else " (waits for approval)"
        found.append(f"  also called {alias.text}{waits}")
    found += [f"  account {one.external_id} at {one.provider}" for one in directory.identities(row, by)]
    found += [_membership(one, row) for one in directory.memberships(row, by, now)]
    found += [_custody(one, row) for one in directory.custody(row, by, now)]
    return found + [f"  {token_line(token(one, now))}" for one in Credential.objects.filter(principal=row)]


def _membership(one: Membership, row: Principal) -> str:
    if one.member_id == row.pk:
        return f"  belongs to {one.collective.entity_id}{_until(one.until)}"
    return f"  has the member {one.member.entity_id}{_until(one.until)}"


def _custody(one: Custodian, row: Principal) -> str:
    if one.subject_id == row.pk:
        return f"  {one.custodian.entity_id} agrees for it{_until(one.until)}"
    return f"  agrees for {one.subject.entity_id}{_until(one.until)}"


def _until(moment: datetime | None) -> str:
    return f" until {moment.isoformat()}" if moment is not None else ""


def token(row: Credential, now: datetime, last_used: datetime | None = None) -> dict[str, object]:
    """Return a token as it may be shown: everything but the secret, of which only a digest is kept."""
    return {
        "id": f"tok_{row.pk}",
        "principal": row.principal.entity_id,
        "label": row.label,
        "prefix": f"ma_{row.prefix}",
        "state": state(row, now),
        "scopes": sorted(row.scopes),
        "max_provenance": row.max_provenance,
        "application": row.application,
        "context_required": row.context_required,
        "created_at": row.created_at,
        "expires_at": row.expires_at,
        "last_used": last_used,
    }


def state(row: Credential, now: datetime) -> str:
    """Return whether a token works: active, paused, expired or revoked."""
    return why_stopped(row, now) or "active"


def token_line(one: dict[str, Any]) -> str:
    """Return one line about a token."""
    scopes = ",".join(one["scopes"])
    used = f", last used {one['last_used'].isoformat()}" if one["last_used"] else ""
    return (
        f"{one['id']}  {one['prefix']}…  {one['principal']}  {one['label']}  {one['state']}  {scopes}{used}"
    )
