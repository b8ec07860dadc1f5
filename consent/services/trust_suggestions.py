"""Suggesting another trust from an accessor's record, and the answer; only lowering may happen by itself."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from audit import actions
from audit.services import record
from audit.types import Event
from consent.models import TrustChange, TrustRelationship, TrustSuggestion
from consent.queries.suggestions import Case, clean_cases, confirmed_cases
from consent.queries.trust import as_it_stands, before, row, speakers
from consent.rules.suggesting import suggested
from consent.rules.trusting import Terms, capacity
from consent.services.consent_records import lock
from consent.services.trust import Between, put, refusal
from memory_admin.http.problem import conflict, not_found
from memory_admin.http.public_id import public_uuid
from profiles.services.recording import note
from profiles.types import EVERYONE_ID, Caller

_DOOR: Final = "schedule"
LOWERED: Final = "Confirmed violations; lowered as the owner had opted in."


def suggest(*, now: datetime) -> list[TrustSuggestion]:
    """Look at every record and propose what it speaks for; where the owner opted in, lower at once."""
    cases = [*confirmed_cases(now), *clean_cases(now)]
    made = [_propose(case, now) for case in cases]
    return [one for one in made if one is not None]


@transaction.atomic
def _propose(case: Case, now: datetime) -> TrustSuggestion | None:
    lock([case.owner])
    current = before(case.owner, case.accessor, None, now).value
    wanted = suggested(current, case.evidence)
    pair = {"owner_id": case.owner, "accessor_id": case.accessor}
    if wanted is None:
        return None
    evidence = _evidence(case)
    waiting = TrustSuggestion.objects.filter(**pair, status="open").first()
    if waiting is not None and (waiting.suggested, waiting.evidence) == (wanted, evidence):
        return None
    found = waiting or TrustSuggestion(**pair)
    found.base_trust, found.suggested, found.evidence, found.at = current, wanted, evidence, now
    found.save()
    record(_event(found, actions.TRUST_SUGGEST), now=now)
    if wanted < current and _opted_in(case):
        _lower(found, now)
    return found


def _evidence(case: Case) -> dict[str, object]:
    if case.violations:
        return {"violations": list(case.violations[:100]), "severities": list(case.evidence.confirmed[:100])}
    return {"clean_days": case.evidence.clean.days, "requests": case.evidence.requests}


def _opted_in(case: Case) -> bool:
    """Tell whether the owner lets trust in this accessor go down by itself, or in anybody it trusts."""
    rows = (row(case.owner, one, None) for one in (case.accessor, EVERYONE_ID))
    return any(one is not None and one.auto_lower for one in rows)


def _lower(found: TrustSuggestion, now: datetime) -> None:
    """Set trust to what was suggested; never anything but lower, whatever the rows say."""
    pair = found.owner_id, found.accessor_id
    if not found.suggested < before(*pair, None, now).value:
        return
    kept = as_it_stands(*pair, Terms(found.suggested), now)
    known = row(*pair, None) or TrustRelationship(owner_id=pair[0], accessor_id=pair[1], version=0)
    known.base_trust, known.reason, known.last_updated = found.suggested, LOWERED, now
    known.strict_mode, known.require_validation = kept.strict_mode, kept.require_validation
    known.version += 1
    known.save()
    TrustChange.objects.create(
        relationship=known,
        base_trust=known.base_trust,
        strict_mode=known.strict_mode,
        require_validation=known.require_validation,
        reason=LOWERED,
        at=now,
    )
    found.status, found.answered_at = "applied", now
    found.save(update_fields=["status", "answered_at"])
    record(_event(found, actions.TRUST_LOWER), now=now)


def _event(found: TrustSuggestion, action: str) -> Event:
    return Event(
        action=action,
        object_type="trust_suggestion",
        object_id=f"tsg_{found.public_id.hex}",
        details={
            "owner": found.owner_id,
            "accessor": found.accessor_id,
            "base_trust": found.base_trust,
            "suggested": found.suggested,
        },
        door=_DOOR,
    )


@transaction.atomic
def accept(public_id: str, *, by: Caller, now: datetime, reason: str = "") -> TrustRelationship:
    """Set what was suggested, under the same rules as setting it by hand; raises 403, 404, 409 or 422.

    Where trust changed since, the suggestion is about a trust that is no more: 409."""
    found = _answered(public_id, "accepted", reason, by=by, now=now)
    between = Between(found.owner_id, found.accessor_id)
    current = before(between.owner, between.accessor, None, now).value
    if current != found.base_trust:
        raise conflict("conflict", "Trust was changed since this was suggested; decline it or set it anew.")
    terms = as_it_stands(between.owner, between.accessor, Terms(found.suggested, reason=reason), now)
    return put(between, terms, by=by, now=now)


@transaction.atomic
def decline(public_id: str, *, by: Caller, now: datetime, reason: str = "") -> TrustSuggestion:
    """Leave trust as it is; what is confirmed from now on counts anew. Raises 403, 404, 409 or 422."""
    return _answered(public_id, "declined", reason, by=by, now=now)


def _answered(public_id: str, status: str, reason: str, *, by: Caller, now: datetime) -> TrustSuggestion:
    uuid = public_uuid(public_id, "tsg")
    found = TrustSuggestion.objects.filter(public_id=uuid).first() if uuid else None
    if found is None or by.acting_id == found.accessor_id:
        raise not_found()
    if not capacity(by, found.owner_id, speakers(found.owner_id, now), reason):
        raise refusal(found.owner_id, "", by, now)
    lock([found.owner_id])
    found.refresh_from_db()
    if found.status != "open":
        raise conflict("not_open", "This suggestion has been answered.")
    found.status, found.answered_at, found.answered_by = status, now, by.acting_id
    found.save(update_fields=["status", "answered_at", "answered_by"])
    thing = ("trust_suggestion", f"tsg_{found.public_id.hex}")
    note(by, actions.TRUST_ANSWER, thing, now=now, reason=reason, status=status)
    return found
