"""Declaring a gap: after a restore, or when the key was lost, a person says so and the chain goes on."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from audit.actions import AUDIT_GAP
from audit.models import Event as EventRow
from audit.queries.seals import newest_seal
from audit.rules import chain
from audit.services.events import record
from audit.services.export import append_pending
from audit.services.sealing import HORIZON, LEASE, entries, write_seal
from audit.services.sealkey import load_key
from audit.services.statements import clean, run
from audit.types import Event, Seal


def declare_gap(event: Event, *, now: datetime, using: str = "default") -> Seal:
    """Continue the chain after a restore or with a new key; `event.reason` says why. Nothing else may write.

    What the table holds beyond the last seal goes under the gap's own seal. A restored cluster counts its
    transactions from the start again, so their numbers go on from the highest ever seen. Verification
    always shows gaps, and the exported file keeps what came before."""
    if not event.reason.strip():
        raise ValueError("a gap needs a reason")
    with transaction.atomic(using=using):
        run("SELECT pg_advisory_xact_lock(%s)", [LEASE], using=using)
        newest = newest_seal(using=using)
        cover = _cover(newest, clean(event.reason, 500), using)
        made = chain.make_seal(newest, cover, entries(cover, using), load_key(create=True), now=now)
        write_seal(made, using)
        told = replace(event, action=AUDIT_GAP, object_type="seal", object_id=str(made.number))
        record(told, now=now, using=using)
    append_pending(using=using)
    return made


def _cover(newest: Seal | None, reason: str, using: str) -> chain.Cover:
    """Return the range from the last seal on; where the transactions started again, to beyond all seen."""
    start, offset = (newest.to_xid, newest.xid_offset) if newest else (chain.BEGINNING, 0)
    seen = EventRow.objects.using(using).aggregate(highest=Max("xid"))["highest"] or 0
    own = int(run("SELECT pg_current_xact_id()::text::bigint", [], using=using)[0][0])
    horizon = int(run(HORIZON, [], using=using)[0][0])
    if max(start, seen) > own + offset:
        offset = max(start, seen + 1) - horizon
    return chain.Cover(start, horizon + offset, offset, "gap", reason)
