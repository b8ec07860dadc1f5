"""What a consent record looks like: whole to its parties, its outcome alone to grantee and asker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from consent.models import Consent, ConsentAsking, Memory
from consent.queries.consent_parties import relation
from consent.queries.consent_seats import Seats, seated
from consent.queries.consents import Line, asked_by, asking_status, find
from consent.queries.offers import offered, openable
from consent.rules.consenting import Statement, status_at
from memory_admin.http.problem import not_found
from profiles.queries.principals import entity_ids
from profiles.types import Caller

_HIDDEN = {"reason": None, "recorded_by": None, "participants": None, "denied_at": None}


def seen(public_id: str, *, by: Caller, now: datetime) -> Line:
    """Return a record from the caller's side; raises the one 404 where it has none."""
    record = find(public_id)
    if record is not None:
        stands = relation(record, by.acting_id, now)
        if stands.answers or by.is_admin:
            return Line(record, "party")
        given = record.granted_at is not None and record.status not in {"requested", "denied"}
        asserted = record.evidence == "asserted" and record.recorded_by == by.principal_id
        if given and (stands.grantee or asserted):
            return Line(record, "grantee")
        if given and offered(by, now).filter(pk=record.pk).exists():
            return Line(record, "owner")
    asking = asked_by(public_id, by.acting_id)
    if asking is None:
        raise not_found()
    return Line(asking, "asker")


def show(lines: Sequence[Line], *, by: Caller, now: datetime) -> list[dict[str, Any]]:
    """Return lines as every door shows them; all have the same fields, null where the side may not know."""
    records = [line.row for line in lines if isinstance(line.row, Consent)]
    names = entity_ids({one for record in records for one in _ids(record)})
    owned = [line.row.pk for line in lines if line.side == "owner"]
    opens = openable(owned, by.acting_id, now) if owned else {}
    seats = seated(records, names, by=by, now=now)
    return [_shown(line, names, seats, now) | _opened(line, opens) for line in lines]


def _opened(line: Line, opens: Mapping[int, Sequence[Memory]]) -> dict[str, Any]:
    """Return to an owner which of its memories a consent would open, were they shared."""
    if line.side != "owner":
        return {}
    return {"memories": [f"mem_{one.public_id.hex}" for one in opens.get(line.row.pk, ())]}


def _ids(record: Consent) -> list[int]:
    parties = [record.grantor_id, record.grantee_id, record.scope_entity_id]
    found = [*parties, record.recorded_by, record.asked_by, *record.participants]
    return [one for one in found if one is not None]


def _shown(line: Line, names: dict[int, str], seats: Seats, now: datetime) -> dict[str, Any]:
    if isinstance(line.row, ConsentAsking):
        return show_asking(line.row, now)
    record = line.row
    whole: dict[str, Any] = {
        "id": f"con_{record.public_id.hex}",
        "grantor": names[record.grantor_id],
        "grantee": names[record.grantee_id],
        "scope": scope_of(record, names),
        "purpose": record.purpose,
        "status": status_at(record.status, record.expires_at, now),
        "evidence": record.evidence,
        "recorded_by": names.get(record.recorded_by or record.asked_by or -1),
        "requested_at": record.requested_at,
        "granted_at": record.granted_at,
        "denied_at": record.denied_at,
        "expires_at": record.expires_at,
        "revoked_at": record.revoked_at,
        "reason": record.reason,
        "participants": seats.get(record.pk),
    }
    return whole if line.side == "party" else whole | _HIDDEN


def show_asking(asking: ConsentAsking, now: datetime) -> dict[str, Any]:
    """Return a request as its asker sees it: what it wrote, and what came of it once that is a yes."""
    status = asking_status(asking, now)
    record = asking.consent if status in {"active", "revoked"} else None
    return {
        "id": f"con_{asking.public_id.hex}",
        "grantor": asking.grantor,
        "grantee": asking.grantee,
        "scope": asking.scope,
        "purpose": asking.purpose,
        "status": status,
        "evidence": record.evidence if record else None,
        "requested_at": asking.created_at,
        "granted_at": record.granted_at if record else None,
        "expires_at": record.expires_at if record else asking.expires_at,
        "revoked_at": record.revoked_at if record else None,
        **_HIDDEN,
    }


def taken_request(line: Statement, public_id: str, at: datetime) -> dict[str, Any]:
    """Return the one answer there is to a request: what was asked, and that it was taken."""
    return {
        "id": public_id,
        "grantor": line.grantor,
        "grantee": line.grantee,
        "scope": line.scope,
        "purpose": line.purpose,
        "status": "requested",
        "evidence": None,
        "requested_at": at,
        "granted_at": None,
        "expires_at": line.expires_at,
        "revoked_at": None,
        **_HIDDEN,
    }


def scope_of(record: Consent, names: dict[int, str]) -> str:
    """Return a record's scope as its owner would write it."""
    if record.scope == "memory":
        return f"memory:mem_{record.scope_memory.public_id.hex}" if record.scope_memory else "memory"
    entity = names.get(record.scope_entity_id or -1, "")
    return {"subject": f"subject:{entity}", "ctx": entity}.get(record.scope, record.scope)
