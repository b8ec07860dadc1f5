"""To whom a memory was delivered: all of it, page by page, to whoever may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from django.http import HttpResponse
from django.utils import timezone

from audit.models import Delivery
from audit.queries.deliveries import page_of_memory
from consent.services.overseeing import whose_deliveries
from consent.shapes import memory_id
from memory_admin.http.list_files import items, show_list
from memory_admin.http.page_links import listed, page_paging
from memory_admin.http.pages import PageRequest, page
from profiles.queries.principals import entity_ids

_WHOLE, _PART = "consent/deliveries.html", "consent/deliveries_list.html"
_COLUMNS: Final = items("at", "to", "behalf", "tier", "decision", "door")


@page()
def deliveries(request: PageRequest, memory: str) -> HttpResponse:
    """List every delivery of a memory, newest first; what its owner read of its own is left out for it."""
    number, owner = whose_deliveries(memory_id(memory), by=request.caller, now=timezone.now())
    own = owner == request.caller.acting
    paging = page_paging(request, {})
    rows = page_of_memory(number, paging, but=request.caller.acting_id if own else None)
    found = listed(paging, rows, {}, key=lambda row: (row.pk,), heads={"at": True})
    context = {"id": memory, "own": own, "listed": replace(found, rows=named(found.rows))}
    return show_list(request, _WHOLE, context, _COLUMNS, part=_PART)


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
