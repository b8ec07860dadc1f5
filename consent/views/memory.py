"""One memory: what the reader may see of it, who else can and why, and to whom it was delivered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from django.http import HttpResponse
from django.utils import timezone

from audit.models import Delivery
from audit.queries import deliveries_of_memory
from consent.models import MemoryVersion
from consent.queries.access import Audited
from consent.queries.asking import Question
from consent.queries.generalizations import of_result
from consent.queries.generalizations import shown as shown_link
from consent.queries.lineage import drawn_from, sources_told
from consent.queries.overseeing import Masked, masked_one
from consent.reading import Read, read
from consent.services.overseeing import look_at
from consent.services.quarantine import may_set_aside
from consent.services.questions import answer_audit_memory
from consent.shapes import memory_id
from consent.types import Where
from consent.views.deliveries import named
from consent.views.memories import shown
from memory_admin.http.pages import PageRequest, page, show
from memory_admin.http.problem import Problem, not_found
from profiles.queries.principals import entity_ids

_DELIVERIES = 20
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Sides:
    """What one reader is entitled to of one memory; each side is None where it is not."""

    content: Read | None
    fields: Masked | None
    audited: Audited | None


@page()
def memory(request: PageRequest, memory: str) -> HttpResponse:
    """Show a memory, each part to whom it may be shown; 404 where that is none of it."""
    sides = _sides(request, memory_id(memory), timezone.now())
    return show(request, "consent/memory.html", _context(request, memory, sides))


def _sides(request: PageRequest, memory: str, now: datetime) -> Sides:
    by = request.caller
    content = _or_none(partial(read, memory, Where(), by=by, now=now))
    audited = _or_none(partial(answer_audit_memory, memory, by=by, now=now))
    fields = _or_none(partial(look_at, memory, by=by, now=now)) if by.staff_role else None
    if content is not None and content.own is not None:
        fields = masked_one(memory, now=now)
    return Sides(content, fields, audited[0] if audited else None)


def _or_none(ask: Callable[[], Found]) -> Found | None:
    """Return what is asked for, None where the answer is the one 404."""
    try:
        return ask()
    except Problem as trouble:
        if trouble.status == 404:
            return None
        raise


def _context(request: PageRequest, public_id: str, sides: Sides) -> dict[str, Any]:
    number = _number(sides)
    entitled = sides.audited is not None or sides.fields is not None
    own = sides.content is not None and sides.content.own is not None
    # What its owner reads of its own is no news to it.
    but = request.caller.acting_id if own else None
    rows = deliveries_of_memory(number, limit=_DELIVERIES + 1, but=but) if entitled else []
    return {
        "id": public_id,
        "content": _content(sides.content, request.caller.acting),
        "link": _link(sides.content, request),
        "own": own,
        "until": sides.content.own.valid_until if sides.content and sides.content.own else None,
        "lineage": _lineage(sides.content, request),
        "fields": sides.fields,
        "audited": sides.audited,
        "staff": bool(request.caller.staff_role),
        "entitled": entitled,
        "sets_aside": sides.fields is not None and _may_set_aside(sides, request),
        "versions": MemoryVersion.objects.filter(memory_id=number).count() + 1 if entitled else None,
        "deliveries": named(rows[:_DELIVERIES]),
        "more_deliveries": len(rows) > _DELIVERIES,
        "all_deliveries": Delivery.objects.filter(memory_id=number).count() if entitled else 0,
    }


def _may_set_aside(sides: Sides, request: PageRequest) -> bool:
    own = sides.content is not None and sides.content.own is not None
    return may_set_aside(request.caller.acting_id if own else 0, request.caller)


def _link(found: Read | None, request: PageRequest) -> dict[str, Any] | None:
    """Return what a belief was generalized from, to its owner and nobody else."""
    if found is None or found.own is None:
        return None
    row = of_result(found.own.pk, request.caller.acting_id)
    return shown_link([row], request.caller)[0] if row is not None else None


def _lineage(found: Read | None, request: PageRequest) -> dict[str, list[str]] | None:
    """Return, to its owner, what a memory was drawn from and what was drawn from it of the owner's own."""
    if found is None or found.own is None:
        return None
    label, owner = found.own.label, request.caller.acting_id
    sources = sources_told([label], Question(asker=owner), timezone.now()).get(label.pk, [])
    return {"sources": sources, "drawn": drawn_from(found.own.pk, owner)}


def _number(sides: Sides) -> int:
    if sides.fields is not None:
        return sides.fields.number
    if sides.audited is not None:
        return sides.audited.memory.pk
    if sides.content is None:
        raise not_found()
    return sides.content.item.memory


def _content(found: Read | None, reader: str) -> dict[str, Any] | None:
    if found is None:
        return None
    grantee = found.item.why.grantee
    return shown(found.item, entity_ids({grantee}) if grantee is not None else {}, reader)
