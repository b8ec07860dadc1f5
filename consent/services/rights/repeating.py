"""Erasing again whom a restore brought back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from consent.models import RightsRequest
from consent.queries.persons import person_of
from consent.queries.rights import is_busy
from consent.rules.rights import ERASURE, WAITING
from consent.services.rights.erasing import begin
from consent.services.rights.requests import Asked, carry_out
from profiles.models import Principal
from profiles.types import Caller

WHY: Final = "had been erased before a backup was restored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Former:
    """An erasure as it had been asked for: under which id, whose, by whom and when, due when."""

    public_id: UUID
    subject: Principal
    keep_mentions: bool
    asked_by: int
    asked_at: datetime
    due_at: datetime


@transaction.atomic
def repeat(former: Former, *, by: Caller, now: datetime) -> RightsRequest:
    """Carry an erasure out again under the id it had: begun here, while the memories to search by are there.

    The worker's sweep finds the job."""
    rows = RightsRequest.objects.filter(kind=ERASURE)
    waiting = rows.filter(subject=former.subject, state__in=WAITING).first()
    made = waiting or rows.filter(public_id=former.public_id).first() or _put_down(former)
    if not is_busy(made):
        carry_out(made, Asked(WHY, ring=False), by, now)
    begin(made, person_of(former.subject), now)
    return made


def _put_down(former: Former) -> RightsRequest:
    return RightsRequest.objects.create(
        public_id=former.public_id,
        kind=ERASURE,
        subject=former.subject,
        keep_mentions=former.keep_mentions,
        asked_by=former.asked_by,
        asked_at=former.asked_at,
        due_at=former.due_at,
    )
