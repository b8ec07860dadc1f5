"""Validation: does what a model wrote tell what its asker was not shown.

Read, judge, ask for a second opinion outside of any transaction, then write under the ticket's lock: whoever
sends a hundred responses at once gets no more answers than one who sends them one by one.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from audit.models import Recall
from audit.queries.deliveries import deliveries_of_recall
from audit.queries.deliveries import recall as recall_of
from consent.models import Memory
from consent.queries.policies import current_policy
from consent.rules.validation import Verdict, answered, judge, redacted
from consent.rules.validation.asked import Said
from consent.rules.validation.marks import Finding
from consent.services.second_opinion import second_opinion
from consent.services.tickets import key, locked
from consent.services.validations import Checked, put, require_measure, require_room
from consent.services.withholding import withheld
from memory_admin.http.problem import not_found
from memory_admin.http.public_id import public_uuid
from profiles.models import Credential
from profiles.types import Caller

__all__ = ["Validated", "validate"]


@dataclass(frozen=True, slots=True)
class Validated:
    """The answer: the score, where it lies, the response that may be used, and the violation if it failed."""

    verdict: Verdict
    told: tuple[Finding, ...]
    redacted: str = field(repr=False)
    memories: dict[int, str]
    violation: str | None


def validate(recall_id: str, response: str, *, by: Caller, now: datetime) -> Validated:
    """Judge a response to a recall of the caller's own; raises Problem 404, 409, 422 or 429."""
    began = time.perf_counter()
    recall = _own_recall(recall_id, by)
    with transaction.atomic():
        policy = current_policy().settings
        ticket = locked(recall, by, now)
        memories = tuple(withheld(recall, deliveries_of_recall(recall.pk)))
        require_room(ticket, memories, policy, now)
        require_measure(memories)
        said = Said(ticket.words, key())
    by_rules = judge(response, memories, said)
    milliseconds = (time.perf_counter() - began) * 1000
    opinion = second_opinion(response, memories)
    verdict = by_rules.lowered(opinion.score)
    told = answered(response, verdict)
    clean = redacted(response, told, verdict.action, lambda text: judge(text, memories, said))
    share = float(policy["validation_review_share"])
    checked = Checked(response, verdict, by_rules.score, opinion.state, milliseconds, memories, share)
    with transaction.atomic():
        ticket = locked(recall, by, now)
        require_room(ticket, memories, policy, now)
        row = put(checked, recall, ticket, by=by, now=now)
    violation = f"vio_{row.violation.hex}" if row.violation else None
    return Validated(verdict, told, clean, _ids(told), violation)


def _own_recall(recall_id: str, by: Caller) -> Recall:
    """Return a recall that the caller made, with this token or one it was rotated from; raises 404."""
    known = public_uuid(recall_id, "rec")
    found = recall_of(known) if known else None
    mine = found is not None and (found.actor_id, found.acting_id, found.behalf_id) == (
        by.principal_id,
        by.acting_id,
        by.behalf_id,
    )
    if found is None or not mine or not _same_token(found.credential_id, by):
        raise not_found()
    return found


def _same_token(credential: int | None, by: Caller) -> bool:
    if credential == by.credential_id:
        return True
    if credential is None or by.lineage_id is None:
        return False
    lineages = Credential.objects.filter(pk=credential).values_list("lineage_id", flat=True)
    return any((lineage or credential) == by.lineage_id for lineage in lineages)


def _ids(told: tuple[Finding, ...]) -> dict[int, str]:
    rows = Memory.objects.filter(pk__in={one.memory for one in told}).values_list("pk", "public_id")
    return {pk: f"mem_{public.hex}" for pk, public in rows}
