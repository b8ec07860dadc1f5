"""Consent records as one entity may see them: its own, its wards', those to it, and what it asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from consent.models import Consent, ConsentAsking, Label
from consent.queries.consent_parties import wards
from consent.queries.offers import offered
from consent.rules.consenting import is_open_to_asker, status_at
from memory_admin.http.cursor import Paging
from memory_admin.http.keyset import rows_of_newest
from memory_admin.http.public_id import public_uuid
from profiles.queries.reach import custodians
from profiles.types import Caller

LAPSING = ("requested", "active", "denied")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which records to list: in which role, with which status, for which canonical scope; None is any."""

    role: str | None = None
    status: str | None = None
    scope: str | None = None


# How lists of consents are ordered, newest first.
NEWEST: Final = ("created_at", "public_id")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list: a record or a request, and the side it is seen from."""

    row: Consent | ConsentAsking
    side: str

    @property
    def key(self) -> tuple[datetime, str]:
        """Return its place in the list."""
        return self.row.created_at, self.row.public_id.hex


def find(public_id: str) -> Consent | None:
    """Return the record a public id stands for, also where it is the id of a request that came second."""
    uuid = public_uuid(public_id, "con")
    if uuid is None:
        return None
    stored = ConsentAsking.objects.filter(public_id=uuid, consent__isnull=False)
    asking = stored.select_related("consent").first()
    return asking.consent if asking else Consent.objects.filter(public_id=uuid).first()


def asked_by(public_id: str, entity: int) -> ConsentAsking | None:
    """Return the request of a public id, if the entity made it."""
    uuid = public_uuid(public_id, "con")
    mine = ConsentAsking.objects.filter(asker_id=entity).select_related("consent")
    return mine.filter(public_id=uuid).first() if uuid is not None else None


def asking_status(asking: ConsentAsking, now: datetime) -> str:
    """Return what an asker is told of its request: nothing of denials, nor of whether anyone was asked."""
    record = asking.consent
    if record is None or is_open_to_asker(record.status, record.granted_at is not None):
        return status_at("requested", asking.expires_at, now)
    return status_at(record.status, record.expires_at, now)


def unanswered() -> Q:
    """Return the condition that an asker sees its request as open."""
    none_granted = Q(consent=None) | Q(consent__granted_at=None)
    return none_granted | Q(consent__status__in=["requested", "denied"])


def listed_for(by: Caller, wanted: Wanted, page: Paging, now: datetime) -> list[Line]:
    """Return a page of what a caller may see: all of it to an administrator that names no role of its own."""
    return listed(by, wanted, page, now, everything=by.is_admin and wanted.role is None)


def listed(
    by: Caller, wanted: Wanted, page: Paging, now: datetime, *, everything: bool = False
) -> list[Line]:
    """Return the lines of a page, newest first, one more than fits: every record, or one's own side."""
    streams = _everything(wanted, now) if everything else _streams(by, wanted, now)
    found: dict[tuple[datetime, str], Line] = {}
    for side, rows in streams.items():
        for row in rows_of_newest(rows, page, by=NEWEST):
            line = Line(row, side)
            found.setdefault(line.key, line)
    return [found[key] for key in sorted(found, reverse=not page.backward)][: page.limit + 1]


def _everything(wanted: Wanted, now: datetime) -> dict[str, QuerySet[Any]]:
    return {"party": _narrowed(_records(), wanted, now)}


def _streams(by: Caller, wanted: Wanted, now: datetime) -> dict[str, QuerySet[Any]]:
    """Return what the caller may see; the first side that has a record decides how it is shown."""
    entity, sides = by.acting_id, dict[str, QuerySet[Any]]()
    if wanted.role in {None, "grantor", "custodian", "subject"}:
        sides["party"] = _narrowed(_records().filter(party(entity, now, wanted.role)), wanted, now)
    if wanted.role in {None, "grantee"}:
        granted = Q(grantee_id=entity, granted_at__isnull=False) & ~Q(status__in=["requested", "denied"])
        sides["grantee"] = _narrowed(_records().filter(granted), wanted, now)
    if wanted.role == "owner":
        sides["owner"] = _narrowed(offered(by, now), wanted, now)
    if wanted.role in {None, "asker"}:
        asked = ConsentAsking.objects.filter(asker_id=entity).select_related("consent")
        asked = asked.filter(scope=wanted.scope) if wanted.scope is not None else asked
        sides["asker"] = _asked_status(asked, wanted, now)
    return sides


def _records() -> QuerySet[Consent]:
    return Consent.objects.select_related("scope_memory")


def _narrowed(rows: QuerySet[Consent], wanted: Wanted, now: datetime) -> QuerySet[Consent]:
    if wanted.scope is not None:
        rows = rows.filter(_scoped(wanted.scope))
    over = Q(expires_at__lte=now, status__in=LAPSING)
    if wanted.status == "expired":
        return rows.filter(over | Q(status="expired"))
    return rows.filter(status=wanted.status).exclude(over) if wanted.status else rows


def _scoped(scope: str) -> Q:
    """Return the condition that a record has this canonical scope."""
    kind, _, rest = scope.partition(":")
    match kind:
        case "memory":
            return Q(scope=kind, scope_memory__public_id=public_uuid(rest, "mem"))
        case "subject":
            return Q(scope=kind, scope_entity__entity_id=rest)
        case "ctx":
            return Q(scope=kind, scope_entity__entity_id=scope)
    return Q(scope=kind)


def _asked_status(rows: QuerySet[ConsentAsking], wanted: Wanted, now: datetime) -> QuerySet[ConsentAsking]:
    lapsed, ended = Q(expires_at__lte=now), Q(consent__expires_at__lte=now)
    match wanted.status:
        case "requested":
            return rows.filter(unanswered()).exclude(lapsed)
        case "active":
            return rows.exclude(unanswered()).filter(consent__status="active").exclude(ended)
        case "expired":
            over = Q(consent__status="expired") | (Q(consent__status="active") & ended)
            return rows.filter((unanswered() & lapsed) | (~unanswered() & over))
        case None:
            return rows
    return rows.exclude(unanswered()).filter(consent__status=wanted.status)


def party(entity: int, now: datetime, role: str | None = None) -> Q:
    """Return the condition that an entity's own yes or no is a matter of a record, in one role or any."""
    found = Q(grantor_id=entity) if role in {None, "grantor"} else Q(pk__in=[])
    if role in {None, "custodian"}:
        mine = wards(entity, now)
        found |= Q(grantor_id__in=mine) | _concerns(mine, now)
    if role in {None, "subject"}:
        found |= _concerns({entity}, now)
    return found


def _concerns(ids: frozenset[int] | set[int], now: datetime) -> Q:
    """Return the condition that a record's scope names one of the ids or reaches a memory about it.

    The memory is joined: asked whether there is one, the server reads all memories there are."""
    if not ids:
        return Q(pk__in=[])
    about = Q(scope="subject", scope_entity_id__in=ids)
    about |= Q(scope="memory", scope_memory__label__subjects__overlap=list(ids))
    for subject, speakers in custodians(list(ids), now).items():
        within = Label.objects.filter(context_id=OuterRef("scope_entity_id"), subjects__contains=[subject])
        about |= Q(scope="ctx", grantor_id__in=[subject, *speakers]) & Q(Exists(within))
    return about
