"""Generalizations as those see them who may: their owner with the link, and whoever may answer without it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet

from consent.models import Generalization, Memory
from consent.queries.asking import Question, resolve
from consent.queries.consent_parties import wards
from consent.queries.describing import describe_own
from consent.queries.facts import gather
from consent.rules.decide import decide
from consent.rules.generalizing.answering import entitled
from memory_admin.http.problem import not_found
from memory_admin.http.public_id import public_uuid
from profiles.queries.principals import entity_ids
from profiles.types import Caller

Fields = dict[str, Any]
_NOBODY: Final = Q(pk__in=[])


def generalizations_for(by: Caller, now: datetime) -> QuerySet[Generalization]:
    """Return what the caller proposed itself, and what it may answer or has answered."""
    return _rows().filter(
        _own(by) | (_answerable(by, now) & (Q(status="open") | Q(answered_by=by.principal_id)))
    )


def own(by: Caller) -> QuerySet[Generalization]:
    """Return what was generalized in the caller's name; whoever acts for somebody is told of none."""
    return _rows().filter(_own(by))


def waiting_for(by: Caller, now: datetime) -> QuerySet[Generalization]:
    """Return the open ones that the caller may answer, its own apart."""
    return _rows().filter(_answerable(by, now), status="open").exclude(_own(by) & Q(by_agent=True))


def due(by: Caller, now: datetime) -> QuerySet[Generalization]:
    """Return those of the caller's own whose source changed, or is no longer shown to it, since it looked."""
    changed = ~Q(review="") | Q(pk__in=_lost(by, now))
    return own(by).filter(changed, status="accepted", reviewed_at=None)


def _lost(by: Caller, now: datetime) -> list[int]:
    """Return beliefs whose source, another's memory, their owner may no longer see."""
    others = own(by).filter(status="accepted", source__isnull=False).exclude(source__owner_id=by.acting_id)
    labels = {row.pk: row.source.label_id for row in others if row.source is not None}
    if not labels:
        return []
    scene = gather(set(labels.values()), resolve(Question(by.acting_id), now=now))
    return [pk for pk, label in labels.items() if not decide(scene.labels[label], scene).allowed]


def told(row: Generalization, by: Caller, now: datetime) -> Fields:
    """Return what whoever proposed is answered: the belief as its owner reads it, or what it waits for."""
    mark = f"gen_{row.public_id.hex}"
    if row.status != "accepted" or row.result is None:
        return {
            "id": mark,
            "status": "awaiting_approval",
            "statement": row.statement,
            "access_grants": row.access_grants,
            "findings": row.findings,
        }
    (fields,) = describe_own([f"mem_{row.result.public_id.hex}"], by=by, now=now)
    return {**fields, "status": "created", "generalization": mark, "findings": row.findings}


def by_id(public_id: str, by: Caller) -> Generalization:
    """Return one of the caller's own; raises 404."""
    return _one(public_id, own(by))


def just_made(public_id: str, by: Caller) -> Generalization:
    """Return one the caller has just proposed, also where it asked for another: what it writes is its own."""
    return _one(public_id, _rows().filter(owner_id=by.acting_id))


def _one(public_id: str, rows: QuerySet[Generalization]) -> Generalization:
    known = public_uuid(public_id, "gen")
    row = rows.filter(public_id=known).first() if known else None
    if row is None:
        raise not_found()
    return row


def of_result(memory: int, owner: int) -> Generalization | None:
    """Return the link of a belief, for its owner."""
    return _rows().filter(result_id=memory, owner_id=owner).first()


def _rows() -> QuerySet[Generalization]:
    return Generalization.objects.select_related("source", "result")


def _own(by: Caller) -> Q:
    return Q(owner_id=by.acting_id) if by.behalf_id is None else _NOBODY


def _answerable(by: Caller, now: datetime) -> Q:
    if not by.own_act:
        return _NOBODY
    if entitled(by, None, ()):
        return Q()
    mine = Q(source__owner_id=by.acting_id) if not by.is_agent else _NOBODY
    return mine | Q(subjects__overlap=sorted(wards(by.acting_id, now)))


def shown(rows: Sequence[Generalization], by: Caller) -> list[Fields]:
    """Return rows in the interface's shape; the source only to whom it says nothing new."""
    names = entity_ids({row.owner_id for row in rows})
    return [_shape(row, names, by) for row in rows]


def _shape(row: Generalization, names: dict[int, str], by: Caller) -> Fields:
    mine = by.behalf_id is None and row.owner_id == by.acting_id
    asked_about = row.source is not None and row.status == "open" and row.source.owner_id == by.acting_id
    return {
        "id": f"gen_{row.public_id.hex}",
        "kind": "generalization",
        "status": row.status,
        "proposed_by": names.get(row.owner_id),
        "reason": row.answer_reason,
        "created_at": row.at,
        "answered_at": row.answered_at,
        "statement": "" if by.context_required else _statement(row, mine=mine),
        "access_grants": row.access_grants,
        "abstraction_note": row.note,
        "findings": row.findings,
        "source": _memory(row.source) if mine or asked_about else None,
        "memory": _memory(row.result) if mine else None,
        "review": _review(row) if mine else None,
    }


def _statement(row: Generalization, *, mine: bool) -> str:
    return row.statement or (row.result.content if row.result is not None and mine else "")


def _memory(row: Memory | None) -> str | None:
    return f"mem_{row.public_id.hex}" if row is not None else None


def _review(row: Generalization) -> Fields | None:
    if not row.review:
        return None
    return {"because": row.review, "since": row.review_since, "reviewed_at": row.reviewed_at}
