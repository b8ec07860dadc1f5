"""Recording what was handed out: one event and record a request, an item a memory, never its content."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import structlog
from django.utils.crypto import salted_hmac

from audit import actions
from audit.services import record_recall, report_violation
from audit.types import DeliveredItem, RecallRecord, ViolationReport
from consent.queries.asking import Snapshot
from consent.queries.own_code import detector_version
from consent.queries.showing import Shown
from consent.rules.stamping import SOURCE_TYPES
from consent.rules.tiers import Tier
from consent.types import Item
from profiles.services.recording import event_of
from profiles.types import Caller

log = structlog.get_logger(__name__)
# What the record says of an item; the memory in that version holds where its text came from.
_TOLD: Final = (
    "memory_id", "memory_version", "kind", "source_type", "provenance", "epistemic", "confidence", "tier",
    "decision", "reason", "rules", "role", "quoted", "sanitized", "instruction_like", "owner_id",
    "through_id",
)  # fmt: skip


def delivered(item: Item, **fields: Any) -> DeliveredItem:
    """Return the record of one item as it was shown."""
    return DeliveredItem(
        memory_id=item.memory,
        memory_version=item.version,
        tier=Tier(item.tier).word,
        kind=item.kind,
        source_type=item.source_type if item.source_type in SOURCE_TYPES else "unknown",
        epistemic=item.epistemic,
        confidence=item.confidence,
        owner_id=item.owner_id,
        through_id=item.why.grantee,
        **{"provenance": item.provenance, **fields},
    )


def record(
    action: str,
    items: Sequence[DeliveredItem],
    taken: Snapshot,
    *,
    by: Caller,
    query: str = "",
    **details: Any,
) -> str:
    """Record one content-returning request in its own snapshot; returns its `rec_…` id, raises 503."""
    made = _made(taken, query, by)
    event = event_of(by, action, ("", ""), items=len(items), **details)
    recall = f"rec_{record_recall(made, items, event, now=taken.now).hex}"
    if action == actions.MEMORY_RECALL:
        _tell(recall, items, by)
    return recall


def _made(taken: Snapshot, query: str, by: Caller) -> RecallRecord:
    session = taken.asking.asker.session
    return RecallRecord(
        actor_id=by.principal_id,
        acting_id=by.acting_id,
        behalf_id=by.behalf_id,
        credential_id=by.credential_id,
        application=by.application,
        context_session_id=session.id if session else None,
        query_hash=_hash(query),
        query=query if query and taken.policy.settings["keep_query_text"] else None,
        policy_version=taken.policy.version,
        detector_version=detector_version(),
        door=by.door,
        request_id=by.request_id,
    )


def _tell(recall: str, items: Sequence[DeliveredItem], by: Caller) -> None:
    """Write a line an answer to the log: what became of each memory, in codes and numbers alone."""
    told = [{name: getattr(item, name) for name in _TOLD} for item in items]
    log.info("admission", recall=recall, credential_id=by.credential_id, door=by.door, items=told)


def _hash(query: str) -> str:
    """Return a keyed digest, so that nobody can try words against the record."""
    return salted_hmac("memory_admin.recall.query", query, algorithm="sha256").hexdigest() if query else ""


def report_tripped(shown: Shown, *, by: Caller, now: datetime) -> None:
    """Report each memory on which row security and the decision disagreed; nothing of it was shown."""
    for memory in shown.tripped:
        report_violation(
            ViolationReport(
                kind="guard_tripped",
                severity="critical",
                accessor_id=by.acting_id,
                credential_id=by.credential_id,
                memory_id=memory,
            ),
            now=now,
        )
