"""Saying yes: at once where the caller's word counts, as a request to the grantor where it does not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from audit import actions
from consent.models import Consent, ConsentAsking
from consent.queries.consent_parties import parties
from consent.queries.policies import current_policy
from consent.queries.visibility import Sees
from consent.rules.consenting import Statement, Wish, Word, is_quiet, word
from consent.services import consent_naming, consent_requests
from consent.services.consent_records import activate, lock, own_record, place
from memory_admin.http.problem import bad_request, unprocessable
from profiles.models import Principal
from profiles.types import Caller


@dataclass(frozen=True, slots=True)
class Submitted:
    """What a statement came to: an active record, or the line that says a request was taken."""

    active: Consent | None = None
    asked: ConsentAsking | None = None


@transaction.atomic
def submit(statement: Statement, *, by: Caller, now: datetime, sees: Sees) -> Submitted:
    """Record a consent stated in names, or ask for it; `sees` says whether the caller may see a memory.

    Raises Problem 400 or 422 for what cannot be read; asking never tells whether what it names exists."""
    _check(statement, now)
    line = consent_naming.canonical(statement)
    named = consent_naming.resolve(line, by=by, now=now, sees=sees)
    if isinstance(named, Wish):
        recorded = give(named, by=by, now=now)
        if recorded is not None:
            return Submitted(active=recorded)
    wish = named if isinstance(named, Wish) else None
    return Submitted(asked=consent_requests.ask(line, wish, by=by, now=now))


def _check(statement: Statement, now: datetime) -> None:
    purposes = current_policy().settings["consent_purposes"]
    if statement.purpose not in purposes:
        raise bad_request("invalid", errors={"purpose": ["Must be one of: " + ", ".join(purposes) + "."]})
    if statement.expires_at is not None and statement.expires_at <= now:
        raise unprocessable("refused", errors={"expires_at": ["A consent cannot end before it begins."]})


@transaction.atomic
def give(wish: Wish, *, by: Caller, now: datetime) -> Consent | None:
    """Record the caller's word for a wish in ids; return None where someone else has to be asked."""
    grantor = Principal.objects.get(pk=wish.grantor)
    lock({wish.grantor, by.acting_id, by.principal_id}, wish.scope_id if wish.scope == "memory" else None)
    spoken = word(wish, parties(grantor, wish.grantee, now), by, now)
    if spoken is None:
        return None
    if spoken.evidence == "asserted":
        return _assert(spoken, by=by, now=now)
    record = own_record(spoken.wish, wish, by=by, now=now)
    return activate(record, spoken, actions.CONSENT_RECORD, by=by, now=now)


@transaction.atomic
def give_or_ask(wish: Wish, *, by: Caller, now: datetime) -> Consent | ConsentAsking:
    """Record the caller's word for a wish in ids, or ask the grantor (`consent_grants`)."""
    return give(wish, by=by, now=now) or request(wish, by=by, now=now)


@transaction.atomic
def request(wish: Wish, *, by: Caller, now: datetime) -> ConsentAsking:
    """Ask the grantor of a wish in ids; the answer tells nothing of what becomes of it."""
    return consent_requests.ask(consent_naming.line_of(wish), wish, by=by, now=now)


def _assert(spoken: Word, *, by: Caller, now: datetime) -> Consent | None:
    """Record an agent's word that the grantor agreed, once; what the grantor itself said it never touches."""
    wish = spoken.wish
    record = own_record(wish, wish, by=by, now=now)
    if record.status == "active":
        return record
    if record.status == "denied" or _had_its_turn(wish, now):
        return None
    return activate(record, spoken, actions.CONSENT_RECORD, by=by, now=now)


def _had_its_turn(wish: Wish, now: datetime) -> bool:
    """Tell whether an assertion ran out or the grantor took back lately: only its own word helps then."""
    quiet = current_policy().settings["consent_quiet_days"]
    past = Consent.objects.filter(grantor_id=wish.grantor, **place(wish)).exclude(status="requested")
    return any(one.evidence == "asserted" or is_quiet(one.revoked_at, quiet, now) for one in past)
