"""Consents as their parties' pages list them: what waits for an answer, what is in force."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from consent.models import Consent
from consent.queries.consents import Line, party
from memory_admin.http.cursor import Position


def waiting(entity: int, now: datetime) -> QuerySet[Consent]:
    """Return the open requests that an entity may answer: as grantor, custodian or subject concerned."""
    return _standing("requested", now).filter(party(entity, now))


def in_force(entity: int, now: datetime) -> QuerySet[Consent]:
    """Return the live consents that an entity may withdraw."""
    return _standing("active", now).filter(party(entity, now))


def lines(rows: QuerySet[Consent], position: Position | None, *, limit: int) -> list[Line]:
    """Return up to `limit` records from a position, newest first; all are seen from a party's side."""
    backward = position is not None and position.backward
    if position is not None:
        at, public = position.values[0], UUID(hex=position.values[1])
        word = "gt" if backward else "lt"
        rows = rows.filter(
            Q(**{f"created_at__{word}": at}) | Q(**{"created_at": at, f"public_id__{word}": public})
        )
    order = ("created_at", "public_id") if backward else ("-created_at", "-public_id")
    return [Line(row, "party") for row in rows.order_by(*order)[:limit]]


def _standing(status: str, now: datetime) -> QuerySet[Consent]:
    lapsed = Q(expires_at__lte=now)
    return Consent.objects.select_related("scope_memory").filter(status=status).exclude(lapsed)
