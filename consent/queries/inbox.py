"""Consents as their parties' pages list them: what waits for an answer, what is in force."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from consent.models import Consent
from consent.queries.consents import NEWEST, Line, party
from memory_admin.http.cursor import Paging
from memory_admin.http.keyset import rows_of_newest


def waiting(entity: int, now: datetime) -> QuerySet[Consent]:
    """Return the open requests that an entity may answer: as grantor, custodian or subject concerned.

    What was asked of it and of others who speak for the same subject is listed once, as its own."""
    same = Q(scope_memory_id=OuterRef("scope_memory_id")) | Q(scope_entity_id=OuterRef("scope_entity_id"))
    own = Consent.objects.filter(
        same,
        grantor_id=entity,
        grantee_id=OuterRef("grantee_id"),
        scope=OuterRef("scope"),
        status__in=["requested", "active", "denied"],
    )
    others = ~Q(grantor_id=entity) & Exists(own)
    return _standing("requested", now).filter(party(entity, now)).exclude(others)


def open_requests(now: datetime) -> QuerySet[Consent]:
    """Return the requests that nobody has answered yet, whosever they are."""
    return _standing("requested", now)


def in_force(entity: int, now: datetime) -> QuerySet[Consent]:
    """Return the live consents that an entity may withdraw."""
    return _standing("active", now).filter(party(entity, now))


def lines(rows: QuerySet[Consent], page: Paging) -> list[Line]:
    """Return the records of a page, newest first, one more than fits; all are seen from a party's side."""
    return [Line(row, "party") for row in rows_of_newest(rows, page, by=NEWEST)]


def _standing(status: str, now: datetime) -> QuerySet[Consent]:
    lapsed = Q(expires_at__lte=now)
    return Consent.objects.select_related("scope_memory").filter(status=status).exclude(lapsed)
