"""What a recall owes: whether its response must be validated, by when, and how often that failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.crypto import salted_hmac

from audit import actions
from audit.models import Recall
from audit.rules.reviewing import reviews
from audit.services import report_violation
from audit.types import ViolationReport
from consent.models import ValidationTicket
from consent.queries.asking import Snapshot
from consent.queries.policies import current_policy
from consent.rules.tiers import Tier
from consent.rules.validation.asked import digests
from consent.types import Item
from memory_admin.http.problem import Problem, not_found, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.models import Principal
from profiles.queries.principals import entity_ids
from profiles.services.recording import note
from profiles.types import Caller

UNVALIDATED = "unvalidated_response"
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Requirement:
    """Whether a response must be validated, why, and until when."""

    required: bool
    reason: str | None = None
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class AskedRecall:
    """A recall just recorded: its id, the question, the items it found and those that were included."""

    recall_id: str
    query: str = field(repr=False)
    found: Sequence[Item] = field(repr=False)
    included: Sequence[Item] = field(repr=False)


def key() -> bytes:
    """Return the key under which words of questions are digested."""
    return salted_hmac("memory_admin.validation.words", "", algorithm="sha256").digest()


def requirement(items: Sequence[Item], taken: Snapshot) -> Requirement:
    """Return what an answer with these items requires: validation of a hint, or where a relationship asks."""
    reason = _reason(items)
    if reason is None:
        return Requirement(False)
    minutes = float(taken.policy.settings["validation_due_minutes"])
    return Requirement(True, reason, taken.now + timedelta(minutes=minutes))


def _reason(items: Sequence[Item]) -> str | None:
    if any(one.tier == Tier.HINT for one in items):
        return "hint_delivered"
    if any(one.trust.strict for one in items):
        return "strict_mode"
    return "relationship" if any(one.trust.require_validation for one in items) else None


def open_ticket(asked: AskedRecall, needed: Requirement, taken: Snapshot, *, by: Caller) -> None:
    """Keep what a recall owes, in its own transaction; nothing where all was shown and none is required."""
    # A response is judged against what was left out as well, and so the question counts there too.
    if not needed.required and all(one.tier == Tier.FULL for one in asked.found):
        return
    known = public_uuid(asked.recall_id, "rec")
    if known is None:
        raise ValueError("a recall's id is rec_ and 32 hexadecimal digits")
    strict = {one.owner for one in asked.included if one.trust.strict} if needed.required else set()
    owners = Principal.objects.filter(entity_id__in=strict).values_list("pk", flat=True) if strict else ()
    ValidationTicket.objects.create(
        recall=known,
        principal_id=by.principal_id,
        acting_id=by.acting_id,
        credential_id=by.credential_id,
        at=taken.now,
        words=digests(asked.query, key()),
        required=needed.required,
        reason=needed.reason or "",
        due_at=needed.due_at,
        strict_owners=sorted(owners),
        memories=[one.memory for one in asked.included if one.tier != Tier.FULL],
    )


def owing(acting: int, now: datetime) -> frozenset[str]:
    """Return the strict owners to whom a required validation is overdue and has not lapsed."""
    lapsed = now - timedelta(days=float(current_policy().settings["validation_lapse_days"]))
    rows = ValidationTicket.objects.filter(
        acting_id=acting, required=True, state="open", due_at__lte=now, due_at__gt=lapsed
    ).values_list("strict_owners", flat=True)
    return frozenset(entity_ids({owner for owners in rows for owner in owners}).values())


def locked(recall: Recall, by: Caller, now: datetime) -> ValidationTicket:
    """Return a recall's ticket, held against others for this transaction; made where it owed nothing."""
    ValidationTicket.objects.bulk_create(
        [
            ValidationTicket(
                recall=recall.public,
                principal_id=by.principal_id,
                acting_id=by.acting_id,
                credential_id=by.credential_id,
                at=now,
            )
        ],
        ignore_conflicts=True,
    )
    return ValidationTicket.objects.select_for_update().get(recall=recall.public)


def report_overdue(*, now: datetime) -> int:
    """Report each required validation that is overdue, once, each in a transaction of its own."""
    due = ValidationTicket.objects.filter(state="open", required=True, due_at__lte=now, reported_at=None)
    return sum(_report(pk, now) for pk in list(due.order_by("due_at").values_list("pk", flat=True)[:_BATCH]))


@transaction.atomic
def _report(pk: int, now: datetime) -> bool:
    ticket = (
        ValidationTicket.objects.select_for_update(skip_locked=True)
        .filter(pk=pk, state="open", reported_at=None)
        .first()
    )
    if ticket is None:
        return False
    report_violation(
        ViolationReport(
            kind=UNVALIDATED,
            severity="high" if ticket.strict_owners else "medium",
            owner_id=ticket.strict_owners[0] if len(ticket.strict_owners) == 1 else None,
            accessor_id=ticket.acting_id,
            credential_id=ticket.credential_id,
            memory_id=ticket.memories[0] if len(ticket.memories) == 1 else None,
            recall=ticket.recall,
            details={"reason": ticket.reason, "memories": len(ticket.memories)},
            dedupe_key=f"{UNVALIDATED}/{ticket.recall.hex}",
        ),
        now=now,
    )
    ticket.reported_at = now
    ticket.save(update_fields=["reported_at"])
    return True


def settle_old(*, now: datetime) -> None:
    """Let tickets lapse that the policy waits for no longer, and forget the words of old questions."""
    settings = current_policy().settings
    lapsed = now - timedelta(days=float(settings["validation_lapse_days"]))
    ValidationTicket.objects.filter(state="open", required=True, due_at__lte=lapsed).update(
        state="lapsed", settled_at=now
    )
    forgotten = now - timedelta(days=float(settings["validation_words_days"]))
    ValidationTicket.objects.filter(at__lte=forgotten).exclude(words=[]).update(words=[])


@transaction.atomic
def clear(recall_id: str, reason: str, *, by: Caller, now: datetime) -> None:
    """Let an asker go on although a validation never came: whoever reviews, in person, with a reason."""
    if not reviews(by):
        raise Problem(403, "forbidden", "Only a person who oversees the installation clears a validation.")
    if not reason.strip():
        raise unprocessable("reason_required", "Say why the validation is no longer waited for.")
    known = public_uuid(recall_id, "rec")
    waiting = ValidationTicket.objects.select_for_update().filter(state="open", required=True)
    ticket = waiting.filter(recall=known).first() if known else None
    if ticket is None:
        raise not_found()
    ticket.state, ticket.settled_at, ticket.settled_by = "cleared", now, by.principal_id
    ticket.clear_reason = reason[:500]
    ticket.save(update_fields=["state", "settled_at", "settled_by", "clear_reason"])
    note(by, actions.VALIDATION_CLEAR, ("recall", recall_id), now=now, reason=reason)
