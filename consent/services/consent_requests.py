"""Asking for a consent: the asker is told the same whether someone was asked, said no, or does not exist."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import uuid4

from audit import actions
from consent.models import Consent, ConsentAsking
from consent.queries.consents import asking_status, unanswered
from consent.queries.policies import current_policy
from consent.rules.consenting import Statement, Wish, is_quiet
from consent.services.consent_records import lock, place, public, standing
from profiles.queries.reach import custodians
from profiles.services.recording import note
from profiles.types import Caller


def ask(line: Statement, wish: Wish | None, *, by: Caller, now: datetime) -> ConsentAsking:
    """Take a request in the caller's transaction; without a wish nobody is asked, and nobody can tell."""
    lock({by.principal_id, *([wish.grantor] if wish else [])}, _memory(wish))
    asking = _last(line, by)
    if asking is None or _is_over(asking, now):
        asking = _new(line, by, now)
        if _has_too_many(by, now):
            _tell(asking, by, now, code="too_many")
            return asking
    asking.consent = _record(wish, asking, by=by, now=now) if wish else None
    asking.save()
    _tell(asking, by, now)
    return asking


def _memory(wish: Wish | None) -> int | None:
    return wish.scope_id if wish is not None and wish.scope == "memory" else None


def _last(line: Statement, by: Caller) -> ConsentAsking | None:
    mine = ConsentAsking.objects.filter(asked_by=by.principal_id, asker_id=by.acting_id)
    same = mine.filter(grantor=line.grantor, grantee=line.grantee, scope=line.scope)
    return same.select_related("consent").order_by("-pk").first()


def _is_over(asking: ConsentAsking, now: datetime) -> bool:
    """Tell whether the asker can know that a request has had its day: it ran out, or what it got ended."""
    return asking_status(asking, now) in {"revoked", "expired"}


def _new(line: Statement, by: Caller, now: datetime) -> ConsentAsking:
    return ConsentAsking(
        asker_id=by.acting_id,
        asked_by=by.principal_id,
        lineage=by.lineage_id,
        grantor=line.grantor,
        grantee=line.grantee,
        scope=line.scope,
        purpose=line.purpose,
        expires_at=line.expires_at,
        created_at=now,
    )


def _has_too_many(by: Caller, now: datetime) -> bool:
    """Count what the asker itself still sees as open; what became of it must not show in the count."""
    settings = current_policy().settings
    since = now - timedelta(days=settings["consent_quiet_days"])
    mine = ConsentAsking.objects.filter(asked_by=by.principal_id, created_at__gt=since)
    return bool(mine.filter(unanswered()).count() >= settings["consent_open_requests"])


def _record(wish: Wish, asking: ConsentAsking, *, by: Caller, now: datetime) -> Consent:
    """Return the record a request is about: what the grantor or a custodian has already, or a new one."""
    people = {wish.grantor, *custodians([wish.grantor], now)[wish.grantor]}
    found = {record.status: record for record in standing(people, wish, by=by, now=now)}
    denied = found.get("denied")
    if denied is not None:
        _ask_again(denied, by, now)
    return denied or found.get("active") or found.get("requested") or _ask_anew(wish, asking, by, now)


def _ask_again(denied: Consent, by: Caller, now: datetime) -> None:
    """Show a denial to its grantor again once the quiet is over; a denial it remains."""
    quiet = current_policy().settings["consent_quiet_days"]
    if not is_quiet(denied.denied_at, quiet, now):
        denied.requested_at = now
        denied.save(update_fields=["requested_at"])


def _ask_anew(wish: Wish, asking: ConsentAsking, by: Caller, now: datetime) -> Consent:
    taken = Consent.objects.filter(public_id=asking.public_id).exists()
    return Consent.objects.create(
        public_id=uuid4() if taken else asking.public_id,
        grantor_id=wish.grantor,
        purpose=wish.purpose,
        status="requested",
        expires_at=wish.expires_at,
        reason=wish.reason,
        asked_by=by.principal_id,
        asked_lineage=by.lineage_id,
        requested_at=now,
        created_at=now,
        **place(wish),
    )


def _tell(asking: ConsentAsking, by: Caller, now: datetime, code: str = "") -> None:
    record = asking.consent
    thing = public(record) if record is not None else f"con_{asking.public_id.hex}"
    stands = record.status if record is not None else "nothing"
    note(by, actions.CONSENT_REQUEST, ("consent", thing), now=now, stands=stands, code=code)
