"""The recall bench: a recall stage by stage, as oneself, with one's ward, or masked as anybody.

Whoever asks as itself gets its own recall, on record as any other. A custodian asks for its ward as a gateway
does: what both see. Staff sees how anybody's recall would go and none of its text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal

from audit import actions
from audit.models import Event
from consent.queries.asking import Question, snapshot
from consent.queries.consent_parties import wards
from consent.recall import Ask, Outcome, Recalled, Went, recall, sought, stages
from consent.rules.cases import Expected
from consent.rules.layout import Message
from consent.rules.tiers import Tier
from consent.services.delivering import report_tripped
from consent.services.tickets import Requirement
from memory_admin.http.problem import Problem, not_found
from profiles.models import Principal
from profiles.queries.principals import entity_ids
from profiles.services.recording import note
from profiles.types import EVERYONE, EVERYONE_ID, Caller

# Words asked against masked text tell by what they find; a person at work stays below, a search does not.
MASKED_PER_HOUR: Final = 60
Side = Literal["itself", "ward", "masked"]


@dataclass(frozen=True, slots=True)
class Row:
    """One candidate's way through the stages; the text is None where the viewer may not read it."""

    rank: int
    id: str
    owner: str
    kind: str
    tier: str
    trust: float
    trust_reason: str
    through: str
    via: tuple[str, ...]
    consents: tuple[str, ...]
    provenance: str
    decision: str
    quoted: bool
    sanitized: bool
    rules: tuple[str, ...]
    included: bool
    reason: str
    role: str
    cut: bool
    score: float | None
    text: str | None


@dataclass(frozen=True, slots=True)
class Said:
    """One message of the answer: its role and size, and what it says where the viewer may read it."""

    role: str
    characters: int
    text: str | None


@dataclass(frozen=True, slots=True)
class Tried:
    """A recall as the bench shows it; with an id and a requirement where it really was one."""

    side: Side
    found: int
    rows: tuple[Row, ...]
    messages: tuple[Said, ...]
    tokens: int
    characters: int
    recall_id: str | None = None
    validation: Requirement | None = None


def side_of(principal: Principal, by: Caller, now: datetime) -> Side:
    """Return how a viewer tries a principal's recall; raises the one Problem 404 where it may not."""
    if principal.pk == by.acting_id:
        return "itself"
    if by.own_act and principal.pk in wards(by.acting_id, now):
        return "ward"
    if by.oversees and by.own_act:
        return "masked"
    raise not_found()


def caller_for(principal: Principal, by: Caller, now: datetime) -> Caller:
    """Return who asks where text is shown: the viewer, for its ward where it is one; raises 404."""
    side = side_of(principal, by, now)
    if side == "masked":
        raise not_found()
    return by if side == "itself" else replace(by, behalf_id=principal.pk, behalf=principal.entity_id)


def bench(ask: Ask, principal: Principal, *, by: Caller, now: datetime) -> Tried:
    """Try a recall as a principal; raises Problem 400, 404, 409 as a recall does, and 429."""
    side = side_of(principal, by, now)
    if side == "masked":
        return _masked(_as(ask, principal, by, now))
    return _read(side, recall(ask, by=caller_for(principal, by, now), now=now))


def _as(ask: Ask, principal: Principal, by: Caller, now: datetime) -> Went:
    """Take the question through a principal's stages; on record is who tried it and how much it found."""
    asked, _ = sought(ask.query)
    with snapshot(Question(asker=principal.pk, session=ask.where.session), now=now) as taken:
        _require_room(by, taken.now)
        went = stages(ask, asked, taken)
        included = sum(one.included for one in went.outcomes)
        thing = ("principal", principal.pk)
        note(by, actions.ACCESS_BENCH, thing, now=taken.now, found=len(went.found), included=included)
    report_tripped(went.shown, by=by, now=now)
    return went


def expected(tried: Tried) -> list[Expected]:
    """Return what a run gave, as a test case keeps it."""
    return [Expected(one.id, one.tier, one.included, one.role if one.included else "") for one in tried.rows]


def _require_room(by: Caller, now: datetime) -> None:
    if by.local:
        return
    since = now - timedelta(hours=1)
    tried = Event.objects.filter(action=actions.ACCESS_BENCH, actor_id=by.principal_id, at__gt=since)
    if tried.count() >= MASKED_PER_HOUR:
        raise Problem(
            429,
            "bench_limited",
            "The bench tried others' recalls very often within the hour. Wait a while.",
            headers={"Retry-After": "600"},
        )


def _masked(went: Went) -> Tried:
    cost = went.formatted.cost
    rows = _rows(went.outcomes, text=False)
    messages = _messages(went.formatted.messages, text=False)
    return Tried("masked", len(went.found), rows, messages, cost.tokens, cost.characters)


def _read(side: Side, answer: Recalled) -> Tried:
    cost = answer.formatted.cost
    return Tried(
        side,
        len(answer.found),
        _rows(answer.outcomes, text=True),
        _messages(answer.formatted.messages, text=True),
        cost.tokens,
        cost.characters,
        answer.recall_id,
        answer.validation,
    )


def _messages(messages: Iterable[Message], *, text: bool) -> tuple[Said, ...]:
    return tuple(Said(one.role.value, len(one.content), one.content if text else None) for one in messages)


def _rows(outcomes: Sequence[Outcome], *, text: bool) -> tuple[Row, ...]:
    ids = {step for one in outcomes for step in (*one.item.why.via, one.item.why.grantee) if step is not None}
    names = entity_ids(ids - {EVERYONE_ID}) | {EVERYONE_ID: EVERYONE}
    return tuple(_row(rank, one, names, text) for rank, one in enumerate(outcomes, start=1))


def _row(rank: int, one: Outcome, names: dict[int, str], text: bool) -> Row:
    item, admitted, why = one.item, one.admitted, one.item.why
    return Row(
        rank=rank,
        id=item.public_id,
        owner=item.owner,
        kind=item.kind,
        tier=Tier(item.tier).word,
        trust=item.trust.value,
        trust_reason=item.trust.reason,
        through="" if why.grantee is None else names[why.grantee],
        via=tuple(names[step] for step in why.via),
        consents=why.consents,
        provenance=admitted.provenance.word,
        decision=admitted.decision.value,
        quoted=admitted.quoted,
        sanitized=admitted.sanitized,
        rules=admitted.rules,
        included=one.included,
        reason=one.reason,
        role=one.role,
        cut=one.cut,
        score=round(item.score, 4) if text else None,
        text=_told(one) if text else None,
    )


def _told(one: Outcome) -> str | None:
    """Return what a candidate says: as in any recall, what was excluded is named, not told."""
    return one.item.body if one.included else None
