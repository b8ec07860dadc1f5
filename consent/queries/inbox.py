"""Consents as their parties' pages list them: what waits for an answer, what is in force."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet

from consent.models import Consent
from consent.queries.consents import NEWEST, Line, party
from memory_admin.http.cursor import Paging
from memory_admin.http.keyset import rows_of_newest


def waiting(entity: int, now: datetime) -> QuerySet[Consent]:
    """Return the open requests that an entity may answer: as grantor, custodian or subject concerned."""
    return _standing("requested", now).filter(party(entity, now))


def in_force(entity: int, now: datetime) -> QuerySet[Consent]:
    """Return the live consents that an entity may withdraw."""
    return _standing("active", now).filter(party(entity, now))


def lines(rows: QuerySet[Consent], page: Paging) -> list[Line]:
    """Return the records of a page, newest first, one more than fits; all are seen from a party's side."""
    return [Line(row, "party") for row in rows_of_newest(rows, page, by=NEWEST)]


def _standing(status: str, now: datetime) -> QuerySet[Consent]:
    lapsed = Q(expires_at__lte=now)
    return Consent.objects.select_related("scope_memory").filter(status=status).exclude(lapsed)
