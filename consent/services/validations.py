"""Putting a validation on record: its row, the ticket's count, the event and, if it failed, the violation."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from audit import actions
from audit.models import Recall
from audit.rules.kinds import DISCLOSURE_LEAK
from audit.rules.mask import mask
from audit.services import report_violation
from audit.types import Severity, Span, ViolationReport
from consent.models import Memory, Validation, ValidationTicket
from consent.rules.tiers import Tier
from consent.rules.validation import VERSION, Verdict, Withheld
from memory_admin.http.problem import Problem, unprocessable
from profiles.services.recording import note
from profiles.types import Caller

_SEVERITY: Final[dict[float, Severity]] = {0.5: "medium", 0.25: "high", 0.0: "critical"}
_FLOORS: Final = {Tier.HINT: 0.0, Tier.METADATA: 0.25, Tier.SUMMARY: 0.5, Tier.PARTIAL: 0.75, Tier.FULL: 1.0}
DAY: Final = timedelta(days=1)
# Signs of withheld text that one response is held against: a few seconds of a process that others wait for.
MOST_WITHHELD: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class Checked:
    """One response with the verdict on it, as it is put on record."""

    response: str = field(repr=False)
    verdict: Verdict
    rules_score: float
    opinion: str
    milliseconds: float
    memories: tuple[Withheld, ...] = field(repr=False)
    review_share: float

    @property
    def touched(self) -> list[int]:
        """Return the memories of which something was told."""
        return sorted({one.memory for one in self.verdict.findings})


def require_room(
    ticket: ValidationTicket, judged: Iterable[Withheld], settings: dict[str, Any], now: datetime
) -> None:
    """Raise 409 where a recall failed too often, 429 where one asker found too much of a memory in a day.

    Every memory that the response is `judged` against counts, whatever became of it in the answer."""
    if ticket.failed >= settings["validation_failures"] or ticket.found >= settings["validation_findings"]:
        raise Problem(
            409,
            "validation_blocked",
            "Too many responses to this recall told what was withheld. Do not use any of them; recall again.",
        )
    guessed = {one.memory for one in judged if one.tier is not Tier.FULL}
    if _most_found(guessed, ticket.acting_id, now) >= settings["validation_findings_daily"]:
        raise Problem(
            429,
            "validation_limited",
            "Too many of your responses told something of the same memory within a day. Try again tomorrow.",
            headers={"Retry-After": str(int(DAY.total_seconds()))},
        )


def require_measure(judged: Iterable[Withheld]) -> None:
    """Raise 422 where a recall withheld more text than one response is held against."""
    if sum(len(one.content) for one in judged if one.tier is not Tier.FULL) > MOST_WITHHELD:
        detail = (
            "This recall withheld too much text to check a response against. Recall fewer memories at once."
        )
        raise unprocessable("too_much_withheld", detail)


def _most_found(memories: Collection[int], acting: int, now: datetime) -> int:
    """Return in how many responses of a day an asker told something of the memory it told most of."""
    if not memories:
        return 0
    rows = Validation.objects.filter(
        acting_id=acting, at__gt=now - DAY, memories__overlap=sorted(memories)
    ).values_list("memories", flat=True)
    counts = Counter(memory for found in rows for memory in found if memory in memories)
    return max(counts.values(), default=0)


def put(
    checked: Checked, recall: Recall, ticket: ValidationTicket, *, by: Caller, now: datetime
) -> Validation:
    """Record one validation in the caller's transaction; the ticket is held by it."""
    verdict = checked.verdict
    row = _row(checked, recall, by, now)
    row.violation = None if verdict.compliant else _report(checked, recall, ticket, by, now)
    row.save(force_insert=True)
    _count(ticket, verdict, by, now)
    note(
        by,
        actions.RESPONSE_VALIDATE,
        ("recall", f"rec_{recall.public.hex}"),
        now=now,
        score=verdict.score,
        became=verdict.action.value,
        findings=len(verdict.findings),
        memories=checked.touched[:50],
    )
    return row


def _row(checked: Checked, recall: Recall, by: Caller, now: datetime) -> Validation:
    """Return the row of one validation; of those that pass a share is kept, masked, for people to look at."""
    verdict = checked.verdict
    sampled = verdict.compliant and secrets.randbelow(1_000_000) < checked.review_share * 1_000_000
    return Validation(
        recall=recall.public,
        at=now,
        acting_id=by.acting_id,
        credential_id=by.credential_id,
        score=verdict.score,
        rules_score=checked.rules_score,
        action=verdict.action.value,
        opinion=checked.opinion,
        memories=checked.touched,
        spans=[_plain(span) for span in _spans(verdict)],
        length=len(checked.response),
        milliseconds=round(checked.milliseconds, 3),
        rules_version=VERSION,
        sampled=sampled,
        masked=mask(checked.response) if sampled else "",
    )


def _count(ticket: ValidationTicket, verdict: Verdict, by: Caller, now: datetime) -> None:
    ticket.failed += not verdict.compliant
    ticket.found += bool(verdict.findings) or not verdict.compliant
    if ticket.state == "open":
        ticket.state, ticket.settled_at, ticket.settled_by = "met", now, by.principal_id
    ticket.save(update_fields=["failed", "found", "state", "settled_at", "settled_by"])


def _report(checked: Checked, recall: Recall, ticket: ValidationTicket, by: Caller, now: datetime) -> UUID:
    verdict, (memory, tier) = checked.verdict, _worst(checked)
    return report_violation(
        ViolationReport(
            kind=DISCLOSURE_LEAK,
            severity=_SEVERITY.get(verdict.score, "critical"),
            owner_id=memory.owner_id if memory else None,
            accessor_id=by.acting_id,
            credential_id=by.credential_id,
            memory_id=memory.pk if memory else None,
            recall=recall.public,
            trust=_FLOORS[tier],
            query=recall.query or "",
            response=checked.response,
            spans=_spans(verdict),
            score=verdict.score,
            action_taken=verdict.action.value,
            details={"opinion": checked.opinion, "rules": VERSION, "failure": ticket.failed + 1},
            # Each failure is one of its own: at most three come of a recall.
            dedupe_key=f"{DISCLOSURE_LEAK}/{recall.public.hex}/{ticket.failed + 1}",
            request_id=by.request_id,
        ),
        now=now,
    )


def _worst(checked: Checked) -> tuple[Memory | None, Tier]:
    """Return the memory of which a response told the worst, and how much of it was shown."""
    worst = max(checked.verdict.findings, key=lambda one: one.weight, default=None)
    if worst is None:
        return None, Tier.HINT
    tiers = {one.memory: one.tier for one in checked.memories}
    return Memory.objects.filter(pk=worst.memory).only("owner_id").first(), tiers.get(worst.memory, Tier.HINT)


def _spans(verdict: Verdict) -> tuple[Span, ...]:
    return tuple(
        Span(
            start=one.start, end=one.end, category=one.category.value, memory_id=one.memory, weight=one.weight
        )
        for one in verdict.findings[:500]
    )


def _plain(span: Span) -> dict[str, Any]:
    return {
        "start": span.start,
        "end": span.end,
        "category": span.category,
        "memory_id": span.memory_id,
        "weight": span.weight,
    }
