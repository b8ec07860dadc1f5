"""To whom a memory was delivered: all of it, page by page, to whoever may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final, TypeVar

from django.http import HttpResponse
from django.utils import timezone

from audit.models import Delivery
from audit.queries.deliveries import page_of_memory
from consent.services.overseeing import look_at
from consent.services.questions import answer_audit_memory
from consent.shapes import memory_id
from memory_admin.http.list_files import items, show_list
from memory_admin.http.page_links import listed, page_paging
from memory_admin.http.pages import PageRequest, page
from memory_admin.http.problem import Problem, not_found
from profiles.queries.principals import entity_ids
from profiles.types import Caller

_WHOLE, _PART = "consent/deliveries.html", "consent/deliveries_list.html"
_COLUMNS: Final = items("at", "to", "behalf", "tier", "decision", "door")
Found = TypeVar("Found")


@page()
def deliveries(request: PageRequest, memory: str) -> HttpResponse:
    """List every delivery of a memory, newest first; what its owner read of its own is left out for it."""
    number, owner = _entitled(memory_id(memory), request.caller, timezone.now())
    own = owner == request.caller.acting
    paging = page_paging(request, {})
    rows = page_of_memory(number, paging, but=request.caller.acting_id if own else None)
    found = listed(paging, rows, {}, key=lambda row: (row.pk,), heads={"at": True})
    context = {"id": memory, "own": own, "listed": replace(found, rows=named(found.rows))}
    return show_list(request, _WHOLE, context, _COLUMNS, part=_PART)


def _entitled(memory: str, by: Caller, now: datetime) -> tuple[int, str]:
    """Return the number and owner of a memory whose deliveries the caller may know of; raises 404 else."""
    if audited := or_none(partial(answer_audit_memory, memory, by=by, now=now)):
        return audited[0].memory.pk, audited[0].owner
    if by.staff_role and (fields := or_none(partial(look_at, memory, by=by, now=now))):
        return fields.number, fields.owner
    raise not_found()


def or_none(ask: Callable[[], Found]) -> Found | None:
    """Return what is asked for, None where the answer is the one 404."""
    try:
        return ask()
    except Problem as trouble:
        if trouble.status == 404:
            return None
        raise


def named(rows: Sequence[Delivery]) -> list[dict[str, Any]]:
    """Return deliveries with the names of who received them."""
    people = {one for row in rows for one in (row.recall.acting_id, row.recall.behalf_id) if one is not None}
    names = entity_ids(people)
    return [
        {
            "at": row.recall.at,
            "to": names.get(row.recall.acting_id or -1, "?"),
            "behalf": names.get(row.recall.behalf_id or -1, ""),
            "tier": row.tier,
            "decision": row.decision,
            "door": row.recall.door,
        }
        for row in rows
    ]
