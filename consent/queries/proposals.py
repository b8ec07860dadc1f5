"""What waits for one's answer: profile changes agents propose, trust asked of one, generalizations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from consent.models import Generalization, TrustRequest
from consent.queries import generalizations
from memory_admin.http.cursor import Paging
from memory_admin.http.keyset import rows_of_newest
from profiles.models import ProfileProposal
from profiles.queries.principals import entity_ids
from profiles.queries.proposals import proposals_for
from profiles.serializers import layers_shown
from profiles.types import Caller

Fields = dict[str, Any]
Waiting = ProfileProposal | TrustRequest | Generalization
_STATUS = "open"


def page_of(by: Caller, status: str | None, page: Paging, now: datetime) -> list[Waiting]:
    """Return one more than fits of what waits, newest first, of every kind."""
    sources: list[QuerySet[Any]] = [
        proposals_for(by),
        _trust(by),
        generalizations.generalizations_for(by, now),
    ]
    return _merged([_part(rows.filter(status=status or _STATUS), page) for rows in sources], page)


def _trust(by: Caller) -> QuerySet[TrustRequest]:
    """Return the trust asked of whom the caller is; whoever acts for somebody is told of none."""
    rows = TrustRequest.objects.filter(owner_id=by.served_id)
    return rows if by.own_act else rows.none()


def _part(rows: QuerySet[Any], page: Paging) -> list[Waiting]:
    return rows_of_newest(rows, page, by=("at", "public_id"))


def _merged(parts: Sequence[Sequence[Waiting]], page: Paging) -> list[Waiting]:
    found = sorted((row for part in parts for row in part), key=place_of, reverse=not page.backward)
    return found[: page.limit + 1]


def place_of(row: Waiting) -> tuple[datetime, str]:
    """Return where a row stands in the list."""
    return row.at, row.public_id.hex


def shown(rows: Sequence[Waiting], by: Caller) -> dict[str, Fields]:
    """Return rows in the interface's shape, by their place's second part."""
    beliefs = [row for row in rows if isinstance(row, Generalization)]
    fields = zip(beliefs, generalizations.shown(beliefs, by), strict=True)
    rest = [row for row in rows if not isinstance(row, Generalization)]
    askers = {row.proposed_by if isinstance(row, ProfileProposal) else row.accessor_id for row in rest}
    names = entity_ids(askers)
    found = {row.public_id.hex: _shape(row, names) for row in rest}
    return found | {row.public_id.hex: one for row, one in fields}


def _shape(row: ProfileProposal | TrustRequest, names: dict[int, str]) -> Fields:
    if isinstance(row, ProfileProposal):
        return layers_shown.proposal(row, names)
    return {
        "id": f"trq_{row.public_id.hex}",
        "kind": "trust",
        "status": row.status,
        "proposed_by": names.get(row.accessor_id),
        "reason": row.reason,
        "created_at": row.at,
        "answered_at": row.answered_at,
        "wanted": row.wanted,
    }
