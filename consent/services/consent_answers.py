"""Answering: yes, no, and no longer; by someone whose word it is, or an administrator with a reason."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from audit import actions
from audit.rules.kinds import CONSENT_VIOLATION
from consent.models import Consent
from consent.queries.consent_parties import parties, reached, relation
from consent.queries.consents import asked_by, find
from consent.rules.consenting import (
    Relation,
    Wish,
    Word,
    as_custodian,
    asked_itself,
    asserted_until,
    may_assert,
    may_rule,
    status_at,
)
from consent.services.consent_records import activate, lock, own_record, refuse_it, tell, wish_of
from consent.services.under_review import review_of_consent
from consent.services.violating import About, blocked
from memory_admin.http.problem import Problem, conflict, not_found
from profiles.types import Caller

_NOT_GIVEN = {
    "requested": "Nobody has agreed to this yet: deny the request instead.",
    "denied": "This is denied already: there is no consent to withdraw.",
}


@transaction.atomic
def approve(
    public_id: str, *, by: Caller, now: datetime, reason: str = "", expires_at: datetime | None = None
) -> Consent:
    """Agree to a request, or again to what one denied; raises Problem 403, 404 or 409.

    The answer is the answerer's own: a custodian's yes becomes a record in the custodian's name."""
    record, stands = _found(public_id, reason, by=by, now=now)
    _forbid_own_request(_open(record, now), stands, by, now)
    wish = replace(wish_of(record), reason=reason, expires_at=expires_at or record.expires_at)
    if not stands.answers:
        return activate(record, Word("admin", wish), actions.CONSENT_APPROVE, by=by, now=now)
    own = _own(record, wish, stands, by, now)
    if own.status == "active" or (record.status == "active" and own.pk is None):
        return own if own.pk else record
    word = _word(own, replace(wish, grantor=own.grantor_id), by, now)
    return activate(own, word, actions.CONSENT_APPROVE, by=by, now=now)


@transaction.atomic
def deny(public_id: str, *, by: Caller, now: datetime, reason: str = "") -> Consent:
    """Refuse a request, or stand against a consent a co-custodian gave; one denial outweighs. 404 or 409."""
    record, stands = _found(public_id, reason, by=by, now=now)
    if not stands.answers:
        return refuse_it(_open(record, now), reason, by=by, now=now)
    own = _own(_open(record, now), wish_of(record), stands, by, now)
    return own if own.status == "denied" else refuse_it(own, reason, by=by, now=now)


@transaction.atomic
def revoke(public_id: str, *, by: Caller, now: datetime, reason: str = "") -> Consent:
    """Withdraw a consent, from the next request on; one that has ended already stays as it is. 404 or 409."""
    record, _ = _found(public_id, reason, by=by, now=now)
    if record.status in _NOT_GIVEN:
        raise conflict("not_active", _NOT_GIVEN[record.status])
    if status_at(record.status, record.expires_at, now) == "active":
        record.status, record.revoked_at = "revoked", now
        record.reason, record.decided_by = reason, by.acting_id
        record.save()
        review_of_consent(record, now)
        tell(record, actions.CONSENT_REVOKE, by=by, now=now)
    return record


def _found(public_id: str, reason: str, *, by: Caller, now: datetime) -> tuple[Consent, Relation]:
    """Lock and return a record the caller may answer, and how it stands to it; 404 as for an unknown one."""
    found = find(public_id)
    stands = relation(found, by.acting_id, now) if found else Relation()
    if found is None or not (stands.answers or may_rule(by, reason)):
        if found is not None and by.is_admin:
            raise Problem(422, "reason_required", "An administrator answers for others with a reason.")
        raise _asker_or_unknown(public_id, by)
    lock({found.grantor_id, by.acting_id, by.principal_id}, found.scope_memory_id)
    return Consent.objects.select_for_update().get(pk=found.pk), stands


def _asker_or_unknown(public_id: str, by: Caller) -> Problem:
    """Tell an asker that the answer is not its to give, alike for requests that went to nobody."""
    return _own_request(by) if asked_by(public_id, by.acting_id) else not_found()


def _own_request(by: Caller, grantor: int | None = None) -> Problem:
    plain = Problem(403, "own_request", "Whoever asks for a consent does not answer it, under any name.")
    return blocked(plain, CONSENT_VIOLATION, by, About(grantor, severity="high"))


def _forbid_own_request(record: Consent, stands: Relation, by: Caller, now: datetime) -> None:
    """Raise Problem 403 for an agent that asked for this itself, first or second, or gains by it."""
    askers = {(record.asked_by, record.asked_lineage), *record.askings.values_list("asked_by", "lineage")}
    its_own_word = by.own_act and stands.grantor
    gains = by.is_agent and not its_own_word
    if any(asked_itself(by, asked) for asked in askers):
        raise _own_request(by, record.grantor_id)
    if gains and by.selves & {record.grantee_id, *reached(record.grantee_id, now)}:
        raise _own_request(by, record.grantor_id)


def _own(record: Consent, wish: Wish, stands: Relation, by: Caller, now: datetime) -> Consent:
    """Return the record that the caller's answer goes into: the one asked about where it is the grantor."""
    if stands.grantor:
        return record
    own = as_custodian(wish, by.acting_id) if stands.custodian else replace(wish, grantor=by.acting_id)
    named = wish if stands.custodian and record.status == "requested" else own
    return own_record(own, named, by=by, now=now)


def _word(own: Consent, wish: Wish, by: Caller, now: datetime) -> Word:
    """Return the evidence of an answer: an own act is verified, else asserted where allowed, else 403."""
    if by.own_act:
        return Word("verified", wish)
    around = parties(own.grantor, own.grantee_id, now)
    if own.grantor_id == by.acting_id and own.status != "denied" and may_assert(by, own.grantee_id, around):
        return Word("asserted", replace(wish, expires_at=asserted_until(wish.expires_at, now)))
    if by.is_admin and not by.is_agent and wish.reason:
        return Word("admin", wish)
    plain = Problem(403, "own_act_required", "Nobody agrees while acting as or for another.")
    raise blocked(plain, CONSENT_VIOLATION, by, About(own.grantor_id))


def _open(record: Consent, now: datetime) -> Consent:
    """Return the record if it can still be answered; raises Problem 409 once it has ended."""
    if status_at(record.status, record.expires_at, now) in {"revoked", "expired"}:
        raise conflict("not_open", "This consent or request has ended; it can only be given anew.")
    return record
