"""Reading what suggestions of trust rest on, and the suggestions that wait."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from audit.models import Delivery, Violation
from consent.models import Memory, TrustRelationship, TrustSuggestion
from consent.queries.consent_parties import speaks_for
from consent.queries.trust import row
from consent.rules.suggesting import CLEAN_FOR, LOOKS_BACK, Evidence
from consent.rules.trust import readable
from profiles.queries.principals import entity_ids
from profiles.types import EVERYONE_ID, Caller


@dataclass(frozen=True, slots=True)
class Case:
    """One owner and accessor whose record may speak for another trust; violations by public id."""

    owner: int
    accessor: int
    evidence: Evidence
    violations: tuple[str, ...] = ()


def confirmed_cases(now: datetime) -> Iterator[Case]:
    """Yield pairs with violations confirmed of late, each counted from the last word on their trust."""
    rows = Violation.objects.filter(status="confirmed", changed_at__gte=now - LOOKS_BACK)
    rows = rows.exclude(owner_id=None).exclude(accessor_id=None)
    pairs: dict[tuple[int, int], list[Violation]] = defaultdict(list)
    for found in rows.only("owner_id", "accessor_id", "severity", "public", "changed_at").order_by("pk"):
        if found.owner_id is not None and found.accessor_id not in {None, found.owner_id, EVERYONE_ID}:
            pairs[found.owner_id, found.accessor_id or 0].append(found)
    for (owner, accessor), several in pairs.items():
        since, told = last_word(owner, accessor), _told(owner, accessor)
        fresh = [one for one in several if since is None or one.changed_at > since]
        fresh = [one for one in fresh if f"vio_{one.public.hex}" not in told]
        if fresh:
            ids = tuple(f"vio_{one.public.hex}" for one in fresh)
            yield Case(owner, accessor, Evidence([one.severity for one in fresh]), ids)


def clean_cases(now: datetime) -> Iterator[Case]:
    """Yield relationships below full trust that were not touched, and not violated, for long."""
    rows = TrustRelationship.objects.filter(context=None, last_updated__lte=now - CLEAN_FOR)
    for one in rows.exclude(accessor_id=EVERYONE_ID).exclude(base_trust__gte=1.0).order_by("pk"):
        since = last_word(one.owner_id, one.accessor_id) or one.last_updated
        if since > now - CLEAN_FOR or _stands(one.accessor_id, now):
            continue
        requests = _requests(one.owner_id, one.accessor_id, now - CLEAN_FOR)
        yield Case(one.owner_id, one.accessor_id, Evidence((), now - since, requests))


def _told(owner: int, accessor: int) -> set[str]:
    """Return the violations that an answered suggestion rested on: they count once."""
    answered = TrustSuggestion.objects.filter(owner_id=owner, accessor_id=accessor).exclude(status="open")
    rested = answered.values_list("evidence", flat=True)
    return {one for evidence in rested for one in evidence.get("violations", ())}


def last_word(owner: int, accessor: int) -> datetime | None:
    """Return when trust between two was last set or a suggestion answered."""
    known = row(owner, accessor, None)
    answered = TrustSuggestion.objects.filter(owner_id=owner, accessor_id=accessor).exclude(answered_at=None)
    last = answered.order_by("-answered_at").values_list("answered_at", flat=True).first()
    return max(filter(None, (known.last_updated if known else None, last)), default=None)


def _stands(accessor: int, now: datetime) -> bool:
    """Tell whether anything the accessor did of late was not dismissed, to whomever it was done."""
    rows = Violation.objects.filter(accessor_id=accessor, last_at__gte=now - CLEAN_FOR)
    return rows.exclude(status="dismissed").exists()


def _requests(owner: int, accessor: int, since: datetime) -> int:
    theirs = Memory.objects.filter(owner_id=owner).values("pk")
    rows = Delivery.objects.filter(recall__acting_id=accessor, recall__at__gte=since, memory_id__in=theirs)
    return rows.values("recall_id").distinct().count()


def open_suggestions(by: Caller, now: datetime) -> QuerySet[TrustSuggestion]:
    """Return the suggestions that wait for the caller and its wards; all that wait, to who oversees."""
    rows = TrustSuggestion.objects.filter(status="open").order_by("pk")
    return rows if by.oversees else rows.filter(owner_id__in=speaks_for(by.acting_id, now))


def show_suggestion(one: TrustSuggestion) -> dict[str, Any]:
    """Return a suggestion as the owner's side sees it, with its evidence."""
    names = entity_ids([one.owner_id, one.accessor_id])
    return {
        "id": f"tsg_{one.public_id.hex}",
        "owner": names[one.owner_id],
        "accessor": names[one.accessor_id],
        "base_trust": readable(one.base_trust),
        "suggested": one.suggested,
        "evidence": one.evidence,
        "status": one.status,
        "at": one.at,
    }
