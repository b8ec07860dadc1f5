"""Credentials as a page shows them: never the secret, nor the digest it is checked against."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from profiles.models import Credential, Principal
from profiles.queries.directory import is_close
from profiles.rules.credentials import why_stopped
from profiles.types import Caller


@dataclass(frozen=True, slots=True)
class ShownCredential:
    """What may be known of a token."""

    number: int
    label: str
    prefix: str
    scopes: tuple[str, ...]
    max_provenance: str
    application: str
    created_at: datetime
    expires_at: datetime | None
    state: str


def credentials_of(principal: Principal, by: Caller, now: datetime) -> list[ShownCredential]:
    """Return a principal's credentials, newest first, for staff and for itself; for anyone else none."""
    if not is_close(principal, by):
        return []
    rows = Credential.objects.filter(principal=principal).defer("digest").order_by("-pk")
    return [_shown(row, now) for row in rows[:200]]


def _shown(row: Credential, now: datetime) -> ShownCredential:
    return ShownCredential(
        number=row.pk,
        label=row.label,
        prefix=row.prefix,
        scopes=tuple(row.scopes),
        max_provenance=row.max_provenance,
        application=row.application,
        created_at=row.created_at,
        expires_at=row.expires_at,
        state=why_stopped(row, now) or "live",
    )
