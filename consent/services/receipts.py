"""Issuing a consent receipt: read, and on record that it was."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from audit import actions
from consent.queries.receipts import receipt
from profiles.services.recording import note
from profiles.types import Caller


@transaction.atomic
def issue(public_id: str, *, by: Caller, now: datetime) -> dict[str, Any]:
    """Return the receipt of a record and put on record who got it; raises Problem 404."""
    issued = receipt(public_id, by=by, now=now)
    note(by, actions.CONSENT_RECEIPT, ("consent", issued["record_id"]), now=now, receipt=issued["receipt_id"])
    return issued
