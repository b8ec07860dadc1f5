"""Recall: from a question to messages a model may read, in seven stages and one direction.

The first file to open. Everything happens in one snapshot of the database: who asks, what is found, the
decision and the text cannot disagree about the moment, and nothing leaves before its record is written.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from audit import actions
from consent.queries.asking import Question, Snapshot, snapshot
from consent.queries.conflicts import labelled, with_rivals
from consent.queries.nearest import Asked
from consent.queries.own_code import arrange, decide_admission, look
from consent.queries.retrieving import retrieve
from consent.queries.search import Filters
from consent.queries.showing import Shown, show
from consent.rules.admission import (
    AdmissionInput,
    AdmissionPolicy,
    Admitted,
    Decision,
    Mode,
    policy_of,
)
from consent.rules.budget import Budget
from consent.rules.disclosure import printed
from consent.rules.formatting import Formatted, format_recall
from consent.rules.layout import Form, Style, block_of
from consent.rules.provenance import provenance_named
from consent.services.delivering import delivered, record, report_tripped
from consent.services.embedding import understood
from consent.services.tickets import AskedRecall, Requirement, open_ticket, owing, requirement
from consent.services.violating import report_question
from consent.types import Candidate, Item, Where
from memory_admin.http.problem import Problem
from profiles.types import Caller
from text.tokens import query_words

__all__ = ["Ask", "Outcome", "Recalled", "Retrieval", "Went", "identify", "recall", "sought", "stages"]
NOTICES: Final = {
    "embedding_unavailable": "The embedding service does not answer: found by words alone.",
    "context_required": "This token reads nothing outside a context session: enter one and name it.",
}


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked: the words, where, whose, how many and in what form."""

    query: str
    filters: Filters = field(default_factory=Filters)
    where: Where = field(default_factory=Where)
    limit: int = 10
    mode: Mode | None = None
    form: Form = Form.MESSAGES
    budget: Budget = field(default_factory=Budget)
    tool_call_id: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """One item's way through: what may be shown, the admission, and whether it found room."""

    item: Item
    admitted: Admitted
    included: bool
    reason: str
    role: str
    cut: bool


@dataclass(frozen=True, slots=True)
class Retrieval:
    """How candidates were found: `hybrid` (words and meaning) or `lexical` (words), and why no better."""

    mode: str
    notice: str | None


@dataclass(frozen=True, slots=True)
class Recalled:
    """The answer, with its id and all that explains it."""

    recall_id: str
    formatted: Formatted
    outcomes: tuple[Outcome, ...]
    policy_version: int
    visibility: str
    validation: Requirement
    retrieval: Retrieval
    found: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Went:
    """How a question went through the stages two to six; nothing of it is on record yet."""

    found: tuple[Candidate, ...]
    shown: Shown
    outcomes: tuple[Outcome, ...]
    formatted: Formatted


def recall(ask: Ask, *, by: Caller, now: datetime) -> Recalled:
    """Answer a question from what the caller may see; raises Problem 400, 401, 403, 404, 409, 503."""
    question = identify(by, ask.where)  # 1 identify
    asked, notice = sought(ask.query)
    with snapshot(question, now=now) as taken:
        went = stages(ask, asked, taken)  # 2 to 6
        found = look(ask.query)  # noted for whoever reads the record; it changes nothing of the answer
        recall_id, needed = _record(ask, went.outcomes, taken, by, flagged=found.flagged)  # 7 record
    report_tripped(went.shown, by=by, now=now)
    report_question(ask.query, found, by=by, now=now)
    told = "context_required" if by.context_required and ask.where.session is None else notice
    how = Retrieval("hybrid" if asked else "lexical", NOTICES.get(told))
    version, seen = taken.policy.version, ask.where.visibility
    return Recalled(recall_id, went.formatted, went.outcomes, version, seen, needed, how, went.found)


def sought(query: str) -> tuple[Asked | None, str]:
    """Return what a question means and a notice; nothing waits for a model within a snapshot.

    Raises Problem 400 for a query without a word."""
    if not query_words(query):
        raise Problem(400, "blank_query", "A query needs at least one word.")
    return understood(query)


def stages(ask: Ask, asked: Asked | None, taken: Snapshot) -> Went:
    """Take a question from the search to the messages, within its snapshot; raises Problem 409.

    The caller puts on record what it does with the answer, before the snapshot ends."""
    found = retrieve(ask.query, asked, ask.filters, taken, limit=ask.limit)  # 2 retrieve
    found, pairs = with_rivals(found, ask.filters, taken, limit=ask.limit)
    shown = labelled(show(found, taken), pairs)  # 3 authorize, 4 disclose
    policy = policy_of(taken.policy.settings)
    waiting = _waiting(ask, shown.items, taken)
    admitted = [_admit(item, ask.mode, policy, item.owner in waiting) for item in shown.items]  # 5 admit
    outcomes, formatted = _format(ask, shown.items, admitted, taken)  # 6 format
    return Went(tuple(found), shown, outcomes, formatted)


def _waiting(ask: Ask, items: tuple[Item, ...], taken: Snapshot) -> frozenset[str]:
    """Return the strict owners who wait for a validation; raises 409 where they are all that is asked."""
    strict = {item.owner for item in items if item.trust.strict}
    waiting = strict & owing(taken.asking.asker.id, taken.now) if strict else frozenset()
    if waiting and ask.filters.owners is not None and waiting == {item.owner for item in items}:
        raise Problem(
            409,
            "validation_overdue",
            "Their owners want the response to an earlier recall of yours validated first.",
        )
    return frozenset(waiting)


def identify(by: Caller, where: Where) -> Question:
    """Return who asks, from the caller alone; `self` needs the scope recall:self (403)."""
    if where.visibility == "self" and "recall:self" not in by.scopes:
        raise Problem(
            403, "scope_missing", "Reading one's own stack regardless of context needs the scope recall:self."
        )
    return Question(
        asker=by.acting_id,
        behalf=by.behalf_id,
        session=where.session,
        self_only=where.visibility == "self",
        context_required=by.context_required,
        credential=by.credential_id,
    )


def _admit(item: Item, mode: Mode | None, policy: AdmissionPolicy, waiting: bool) -> Admitted:
    ruling = decide_admission(
        AdmissionInput(
            category=item.kind,
            text=printed(item.title, item.body, item.tags, item.location, item.date),
            provenance=provenance_named(item.provenance),
            epistemic_status=item.epistemic,
            confidence=item.confidence,
            state=item.state,
            mode=Mode.STRICT if item.trust.strict else mode,
        ),
        policy,
    )
    if waiting and item.trust.strict:
        return replace(ruling, decision=Decision.EXCLUDED, reason="validation_overdue")
    return ruling


def _format(
    ask: Ask, items: tuple[Item, ...], admitted: list[Admitted], taken: Snapshot
) -> tuple[tuple[Outcome, ...], Formatted]:
    settings = taken.policy.settings
    style = _style(ask, policy_of(settings), labelled=settings["treat_recalled_memory_as_untrusted"])
    pairs = list(zip(items, admitted, strict=True))
    taken_in = [(item, ruling) for item, ruling in pairs if ruling.decision is not Decision.EXCLUDED]
    blocks = arrange([block_of(item, ruling) for item, ruling in taken_in], style)
    formatted = format_recall(blocks, style, ask.budget.within_limits(settings["category_limits"]))
    placed = {one.item_id: one for one in formatted.placed}
    outcomes = []
    for item, ruling in pairs:
        place = placed.get(item.public_id)
        if place is None:
            outcomes.append(Outcome(item, ruling, False, ruling.reason or "left_out", "", False))
        else:
            outcomes.append(Outcome(item, ruling, place.included, place.reason, place.role, place.cut))
    return tuple(outcomes), formatted


def _style(ask: Ask, policy: AdmissionPolicy, *, labelled: bool) -> Style:
    """Return the answer's style; unless all memory is labelled untrusted, what is past the bypass is not."""
    trusted = policy.bypass_from if labelled is False else None
    return Style(secrets.token_hex(16), ask.form, policy.system_from, ask.tool_call_id, trusted)


def _record(
    ask: Ask, outcomes: tuple[Outcome, ...], taken: Snapshot, by: Caller, *, flagged: bool
) -> tuple[str, Requirement]:
    items = [
        delivered(
            one.item,
            provenance=one.admitted.provenance.word,
            decision=one.admitted.decision.value if one.included else Decision.EXCLUDED.value,
            reason=one.reason,
            role=one.role,
            quoted=one.admitted.quoted,
            sanitized=one.admitted.sanitized,
            instruction_like=one.admitted.instruction_like,
            rules=" ".join(one.admitted.rules),
        )
        for one in outcomes
    ]
    details: dict[str, str | bool] = {"visibility": ask.where.visibility}
    if flagged:
        details["query_flagged"] = True
    recall_id = record(actions.MEMORY_RECALL, items, taken, by=by, query=ask.query, **details)
    found, included = [one.item for one in outcomes], [one.item for one in outcomes if one.included]
    needed = requirement(included, taken)
    open_ticket(AskedRecall(recall_id, ask.query, found, included), needed, taken, by=by)
    return recall_id, needed
