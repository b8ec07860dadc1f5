"""Asking an owner for trust, and the owner's answer; the asker is told the same whatever comes of it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from audit import actions
from audit.rules.kinds import TRUST_ESCALATION
from consent.models import TrustRelationship, TrustRequest
from consent.queries.policies import current_policy
from consent.queries.trust import as_it_stands, speakers
from consent.rules.consenting import asked_itself
from consent.rules.trusting import Pair, Terms, capacity
from consent.services.consent_records import lock
from consent.services.trust import Between, put, refusal
from consent.services.violating import About, blocked
from memory_admin.http.problem import Problem, conflict, not_found
from memory_admin.http.public_id import public_uuid
from profiles.queries.principals import by_entity
from profiles.services.recording import note
from profiles.types import Caller


@transaction.atomic
def request(pair: Pair, wanted: float, reason: str, *, by: Caller, now: datetime) -> None:
    """Ask an owner, for oneself, for trust from 0.0 to 1.0; raises 404 to anyone but the accessor.

    Nothing tells whether the owner exists, declined lately, or has too much of this asker's to answer."""
    if pair.accessor != by.acting or pair.owner == pair.accessor:
        raise not_found()
    known = by_entity(pair.owner)
    asked = known is not None and _may_ask(known.pk, by, now)
    if known is not None and asked:
        lock([known.pk])
        TrustRequest.objects.update_or_create(
            owner_id=known.pk,
            accessor_id=by.acting_id,
            status="open",
            defaults={
                "wanted": wanted,
                "reason": reason,
                "asked_by": by.principal_id,
                "asked_lineage": by.lineage_id,
                "at": now,
            },
        )
    owner_id = known.pk if known is not None else 0
    note(by, actions.TRUST_REQUEST, ("principal", owner_id), now=now, wanted=wanted, asked=asked)


def _may_ask(owner: int, by: Caller, now: datetime) -> bool:
    """Tell whether a request reaches an owner: not too many open ones, and none declined lately."""
    settings = current_policy().settings
    since = now - timedelta(days=settings["consent_quiet_days"])
    mine = TrustRequest.objects.filter(accessor_id=by.acting_id)
    quiet = mine.filter(owner_id=owner, status="declined", answered_at__gt=since).exists()
    waiting = mine.filter(status="open").exclude(owner_id=owner).count()
    return not quiet and waiting < settings["consent_open_requests"]


@transaction.atomic
def accept(public_id: str, *, by: Caller, now: datetime, reason: str = "") -> TrustRelationship:
    """Grant what was asked, under the same rules as setting it; raises 403, 404 or 409."""
    asked = _answered(public_id, "accepted", reason, by=by, now=now)
    between = Between(asked.owner_id, asked.accessor_id)
    terms = as_it_stands(between.owner, between.accessor, Terms(asked.wanted, reason=reason), now)
    return put(between, terms, by=by, now=now)


@transaction.atomic
def decline(public_id: str, *, by: Caller, now: datetime, reason: str = "") -> TrustRequest:
    """Refuse what was asked; the asker is not told. Raises 403, 404 or 409."""
    return _answered(public_id, "declined", reason, by=by, now=now)


def _answered(public_id: str, status: str, reason: str, *, by: Caller, now: datetime) -> TrustRequest:
    uuid = public_uuid(public_id, "trq")
    found = TrustRequest.objects.select_related("accessor").filter(public_id=uuid).first() if uuid else None
    if found is None:
        raise not_found()
    if not capacity(by, found.owner_id, speakers(found.owner_id, now), reason):
        raise _refused(found, by, now)
    if asked_itself(by, (found.asked_by, found.asked_lineage)):
        plain = Problem(403, "own_request", "Whoever asks for trust does not answer it, under any name.")
        raise blocked(plain, TRUST_ESCALATION, by, About(found.owner_id, severity="high"))
    lock([found.owner_id])
    found.refresh_from_db()
    if found.status != "open":
        raise conflict("not_open", "This request has been answered.")
    found.status, found.answered_at, found.answered_by = status, now, by.acting_id
    found.save(update_fields=["status", "answered_at", "answered_by"])
    thing = ("trust_request", f"trq_{found.public_id.hex}")
    note(by, actions.TRUST_ANSWER, thing, now=now, reason=reason, status=status)
    return found


def _refused(found: TrustRequest, by: Caller, now: datetime) -> Problem:
    """Return the refusal of an answer; the accessor is told nothing it was not told when it asked."""
    own = by.acting_id == found.accessor_id
    return not_found() if own else refusal(found.owner_id, "", by, now)
