"""Resolving the live caller a gateway asks for: everything given agrees on one person, or nobody."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from audit import actions
from audit.services.violations import report_violation
from audit.types import ViolationReport
from memory_admin.http.problem import Problem, scope_missing
from profiles.models import ExternalIdentity, Principal
from profiles.queries.credentials import Named
from profiles.rules.claims import Claim
from profiles.rules.entity import COLLECTIVES
from profiles.services.recording import note
from profiles.types import Caller

_UNRESOLVED = "identity_unresolved"
_AMBIGUOUS = "identity_ambiguous"


def live_caller(by: Caller, claim: Claim, named: Named | None, *, now: datetime) -> Caller:
    """Return the caller asking on behalf of whom it names; raises Problem 403 or 404, with a violation."""
    _require_gateway(by)
    if named is None or not _may_name(by, claim) or not _is_person(named.live, named.entity):
        raise _refused(_UNRESOLVED, by, now)
    return replace(by, behalf_id=named.id, behalf=named.entity)


def resolve(claim: Claim, *, by: Caller, now: datetime) -> Principal:
    """Return whom a claim means; raises Problem 404 `identity_unresolved` or 409 `identity_ambiguous`."""
    _require_gateway(by)
    matches = _matches(claim) if _may_name(by, claim) else []
    people = {one.pk: one for one in matches if one is not None}
    if len(people) > 1:
        raise _refused(_AMBIGUOUS, by, now)
    person = next(iter(people.values()), None)
    if person is None or None in matches or not _is_live(person):
        raise _refused(_UNRESOLVED, by, now)
    with transaction.atomic():
        note(by, actions.IDENTITY_RESOLVE, ("principal", person.pk), now=now)
    return person


def served(by: Caller, claim: Claim | None, *, now: datetime) -> Caller:
    """Return the caller speaking for whom a request says it is for; nobody is never somebody by default.

    Whoever has the scope gateway speaks for others, so it has to name one. Raises Problem 403, 404, 409."""
    if claim is None:
        if by.behalf_id is None and "gateway" in by.scopes:
            raise _refused(_UNRESOLVED, by, now)
        return by
    person = resolve(claim, by=by, now=now)
    if by.behalf_id is not None and by.behalf_id != person.pk:
        raise _refused(_AMBIGUOUS, by, now)
    return replace(by, behalf_id=person.pk, behalf=person.entity_id)


def _require_gateway(by: Caller) -> None:
    if "gateway" not in by.scopes:
        raise scope_missing("gateway")


def _may_name(by: Caller, claim: Claim) -> bool:
    """Tell whether the credential may name people of this provider; no list means none."""
    return claim.provider is None or claim.provider in by.providers


def _matches(claim: Claim) -> list[Principal | None]:
    """Look up each name that was given by itself, so that a wrong one is never made up for by another."""
    found: list[Principal | None] = []
    if claim.principal is not None:
        found.append(Principal.objects.filter(entity_id=claim.principal).first())
    if claim.external_id is not None:
        found.append(_by_account(claim.provider or "", claim.external_id))
    if claim.email is not None:
        found.append(Principal.objects.filter(email=claim.email, email_verified_at__isnull=False).first())
    return found


def _by_account(provider: str, external_id: str) -> Principal | None:
    account = ExternalIdentity.objects.filter(provider=provider, external_id=external_id)
    identity = account.select_related("principal").first()
    return identity.principal if identity else None


def _is_live(principal: Principal) -> bool:
    live = principal.active and not principal.held and principal.merged_into_id is None
    return _is_person(live and principal.verified_at is not None, principal.entity_id)


def _is_person(live: bool, entity: str) -> bool:
    return live and entity.partition(":")[0] not in {*COLLECTIVES, "*"}


def _refused(code: str, by: Caller, now: datetime) -> Problem:
    """Put the attempt among the violations, then return what the gateway is told."""
    found = ViolationReport(
        kind=code,
        severity="medium",
        accessor_id=by.principal_id,
        credential_id=by.credential_id,
        action_taken="blocked",
        request_id=by.request_id,
    )
    with transaction.atomic():
        report_violation(found, now=now)
    if code == _AMBIGUOUS:
        return Problem(409, code, "What was given about the live caller points at more than one principal.")
    return Problem(404, code, "What was given about the live caller points at no principal.")
