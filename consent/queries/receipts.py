"""Consent receipts: who may read what, for what, until when and how to take it back.

Fields follow ISO/IEC TS 27560:2023 where its terms fit; names of our own where it has none.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import uuid4

from django.conf import settings

from audit.models import Event
from consent.models import Consent, Context, Label
from consent.queries.consent_parties import participants, party_to_memory, speaks_for, wards
from consent.queries.consent_views import seen, show
from consent.queries.consents import Line
from memory_admin.http.problem import not_found
from profiles.queries.principals import entity_ids
from profiles.queries.reach import members
from profiles.types import EVERYONE, Caller

SCHEMA = "ISO/IEC TS 27560:2023"
_MOST = 200


def receipt(public_id: str, *, by: Caller, now: datetime) -> dict[str, Any]:
    """Return the receipt of a record for a party or its grantee; raises the one 404 for anyone else."""
    line = seen(public_id, by=by, now=now)
    if not isinstance(line.row, Consent):
        raise not_found()
    (shown,) = show([line], by=by, now=now)
    return {
        "receipt_id": f"rcp_{uuid4().hex}",
        "schema_version": SCHEMA,
        "record_id": shown["id"],
        "issued_at": now,
        "language": "en",
        "pii_principal": shown["grantor"],
        "pii_controllers": _controllers(line, by, now),
        "status": shown["status"],
        "evidence": shown["evidence"],
        "recorded_by": shown["recorded_by"],
        "purposes": [_purpose(shown, line, by, now)],
        "withdrawal_method": _withdrawal(shown["id"]),
        "events": _events(line, shown["id"]),
    }


def _purpose(shown: dict[str, Any], line: Line, by: Caller, now: datetime) -> dict[str, Any]:
    return {
        "purpose": shown["purpose"],
        "lawful_basis": "consent",
        "pii_information": {
            "scope": shown["scope"],
            "description": _described(shown["scope"], shown["grantor"]),
        },
        "recipients": _recipients(shown, line, by, now),
        "valid_from": shown["granted_at"],
        "retention_until": shown["revoked_at"] or shown["expires_at"],
    }


def _described(scope: str, grantor: str) -> str:
    kind, _, rest = scope.partition(":")
    return {
        "all": f"every memory that {grantor} is a subject or the source of",
        "subject": f"every memory about {rest}",
        "ctx": f"every memory written in the context {scope}",
        "memory": f"the one memory {rest}",
    }[kind]


def _recipients(shown: dict[str, Any], line: Line, by: Caller, now: datetime) -> list[dict[str, str]]:
    """Return who may read: the grantee, and who stands behind a collective, where the viewer may know."""
    grantee = str(shown["grantee"])
    found = [{"entity": grantee, "through": "everyone" if grantee == EVERYONE else "itself"}]
    inside = shown["participants"] or _members(line, by, now)
    return found + [{"entity": one, "through": grantee} for one in inside[:_MOST]]


def _members(line: Line, by: Caller, now: datetime) -> list[str]:
    """Return a collective's members to those among them, whom they asked, and administrators.

    Anyone can consent to any group, so having consented to it does not entitle to know who is in it."""
    record = line.row
    if line.side != "party" or not isinstance(record, Consent):
        return []
    inside = members([record.grantee_id], now)[record.grantee_id]
    around = {by.acting_id, *wards(by.acting_id, now), record.asked_by}
    return sorted(entity_ids(inside).values()) if by.is_admin or around & set(inside) else []


def _controllers(line: Line, by: Caller, now: datetime) -> list[str]:
    """Return this installation and, to one whose business they are, whose memories are meant."""
    owners: set[int] = set()
    if line.side == "party" and isinstance(line.row, Consent):
        owners = _owners(line.row, speaks_for(by.acting_id, now), by)
    return [settings.PUBLIC_URL, *sorted(entity_ids(owners).values())[:_MOST]]


def _owners(record: Consent, mine: frozenset[int], by: Caller) -> set[int]:
    """Return whose memories a scope reaches, to their subject, a party to the one, or one who sits there.

    Anyone can consent to any scope, so having consented does not entitle to know who remembers what."""
    match record.scope:
        case "memory":
            memory = record.scope_memory
            known = memory is not None and (by.is_admin or party_to_memory(memory, mine))
            return {memory.owner_id} if memory is not None and known else set()
        case "subject":
            about = Label.objects.filter(subjects__contains=[record.scope_entity_id])
            known = by.is_admin or record.scope_entity_id in mine
            return set(about.values_list("owner_id", flat=True).distinct()[:_MOST]) if known else set()
        case "ctx":
            rows = Context.objects.filter(pk=record.scope_entity_id)
            known = by.is_admin or bool(mine & set(participants(record.scope_entity_id or 0)))
            return set(rows.values_list("owner_id", flat=True)) if known else set()
    return set()


def _withdrawal(public_id: str) -> dict[str, str]:
    return {
        "method": "POST",
        "address": f"{settings.PUBLIC_URL}/api/v1/consents/{public_id}/revoke",
        "body": '{"reason": ""}',
        "command": f"memory-admin consent revoke {public_id} --reason REASON",
    }


def _events(line: Line, public_id: str) -> list[dict[str, Any]]:
    """Return what happened to the record; who did it only to its parties."""
    rows = list(
        Event.objects.filter(object_type="consent", object_id=public_id, outcome="ok").order_by("id")[:_MOST]
    )
    names = entity_ids({row.acting_id or row.actor_id or 0 for row in rows}) if line.side == "party" else {}
    return [
        {
            "event_time": row.at,
            "event_type": row.action,
            "entity": names.get(row.acting_id or row.actor_id or -1),
        }
        for row in rows
        if row.action not in {"consent.receipt"} and (line.side == "party" or row.action != "consent.request")
    ]
