"""The rows behind consents: locked per grantor, one standing record per grantor, grantee and scope."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from audit import actions
from consent.models import Consent, Memory
from consent.queries.consent_parties import participants
from consent.rules.consenting import Wish, Word, status_at
from consent.services import labels
from consent.services.under_review import review_of_consent
from profiles.models import Principal
from profiles.services.recording import note
from profiles.types import Caller

STANDING = ("requested", "active", "denied")


def public(record: Consent) -> str:
    """Return the id a record is known by outside."""
    return f"con_{record.public_id.hex}"


def lock(ids: Collection[int], memory: int | None = None) -> None:
    """Make writers about the same entities wait for each other, in one order, so that none waits for ever."""
    if memory is not None:
        Memory.objects.select_for_update().filter(pk=memory).values_list("pk").first()
    rows = Principal.objects.select_for_update(no_key=True).filter(pk__in=sorted(ids)).order_by("pk")
    list(rows.values_list("pk", flat=True))


def place(wish: Wish) -> dict[str, Any]:
    """Return the fields that make two records stand for the same wish, the grantor apart."""
    return {
        "grantee_id": wish.grantee,
        "scope": wish.scope,
        "scope_memory_id": wish.scope_id if wish.scope == "memory" else None,
        "scope_entity_id": wish.scope_id if wish.scope in {"subject", "ctx"} else None,
    }


def wish_of(record: Consent) -> Wish:
    """Return the wish a record stands for."""
    scope_id = record.scope_memory_id if record.scope == "memory" else record.scope_entity_id
    wish = Wish(record.grantor_id, record.grantee_id, record.scope, scope_id)
    return Wish(wish.grantor, wish.grantee, wish.scope, wish.scope_id, record.purpose, record.expires_at)


def standing(grantors: Collection[int], wish: Wish, *, by: Caller, now: datetime) -> list[Consent]:
    """Return the standing records of these grantors for a wish; what ran out is closed on the way."""
    rows = Consent.objects.filter(grantor_id__in=grantors, status__in=STANDING, **place(wish))
    found = list(rows.select_for_update().order_by("pk"))
    for record in found:
        if status_at(record.status, record.expires_at, now) == "expired":
            close(record, by=by, now=now)
    return [record for record in found if record.status in STANDING]


def close(record: Consent, *, by: Caller, now: datetime) -> None:
    """Take a record that ran out, or was answered elsewhere, out of the standing ones."""
    record.status = "expired"
    record.save(update_fields=["status"])
    tell(record, actions.CONSENT_EXPIRE, by=by, now=now)


def own_record(wish: Wish, named: Wish, *, by: Caller, now: datetime) -> Consent:
    """Return the record for a word of `wish.grantor`: its own, else the request it answers, else a new one.

    A custodian answers what was asked of its ward in its own name, so that request becomes its record.
    """
    own = next(iter(standing([wish.grantor], wish, by=by, now=now)), None)
    asked = _asked(named, by, now) if named != wish else None
    if own is None and asked is not None:
        asked.grantor_id = wish.grantor
        for field, value in place(wish).items():
            setattr(asked, field, value)
        return asked
    if own is not None and asked is not None:
        asked.askings.update(consent=own)
        close(asked, by=by, now=now)
    return own or Consent(grantor_id=wish.grantor, created_at=now, **place(wish))


def _asked(named: Wish, by: Caller, now: datetime) -> Consent | None:
    found = standing([named.grantor], named, by=by, now=now)
    return next((one for one in found if one.status == "requested"), None)


def activate(record: Consent, word: Word, action: str, *, by: Caller, now: datetime) -> Consent:
    """Make a record active on the strength of a word, with whom a context seats at this moment."""
    wish = word.wish
    record.status, record.evidence = "active", word.evidence
    record.granted_at, record.expires_at, record.revoked_at = now, wish.expires_at, None
    record.purpose, record.reason = wish.purpose, wish.reason
    record.recorded_by, record.recorded_lineage = by.principal_id, by.lineage_id
    record.decided_by = by.acting_id
    record.participants = participants(wish.grantee)
    record.save()
    _settle(record, action, by=by, now=now)
    return record


def refuse_it(record: Consent, reason: str, *, by: Caller, now: datetime) -> Consent:
    """Make a record a denial; a denial never runs out by itself."""
    record.status, record.expires_at, record.denied_at = "denied", None, now
    record.reason, record.decided_by = reason, by.acting_id
    record.participants = sorted({*record.participants, *participants(record.grantee_id)})
    record.save()
    review_of_consent(record, now)
    _settle(record, actions.CONSENT_DENY, by=by, now=now)
    return record


def _settle(record: Consent, action: str, *, by: Caller, now: datetime) -> None:
    if record.scope_memory_id is not None:
        labels.isolate(record.scope_memory_id)
    tell(record, action, by=by, now=now)


def tell(record: Consent, action: str, *, by: Caller, now: datetime, **details: str | int | bool) -> None:
    """Put on record what was done to a consent, with the ids of its parties."""
    note(
        by,
        action,
        ("consent", public(record)),
        now=now,
        reason=record.reason,
        grantor=record.grantor_id,
        grantee=record.grantee_id,
        scope=record.scope,
        evidence=record.evidence or "",
        **details,
    )
