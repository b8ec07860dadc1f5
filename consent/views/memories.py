"""Memories: to staff with their content masked, to anyone else as far as the decision lets them see."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter, itemgetter
from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone

from consent.forms import MaskedFilter, MemoryFilter
from consent.queries.overseeing import Look
from consent.queries.reading import Place
from consent.queries.search import Filters
from consent.reading import Page, read_page, read_search
from consent.rules.tiers import Tier
from consent.services.overseeing import look_over
from consent.shapes import filters_of
from consent.types import Item, Where
from memory_admin.http.cursor import Paging, Position
from memory_admin.http.list_files import Columns, show_list
from memory_admin.http.page_links import Listed, asked_filters, listed, page_paging
from memory_admin.http.pages import PageRequest, page, show
from profiles.queries.principals import entity_ids

_WHOLE, _PART = "consent/memories.html", "consent/memories_list.html"
_MASKED: Final[Columns] = {
    name: attrgetter(name)
    for name in (
        "id",
        "kind",
        "owner",
        "source",
        "subjects",
        "context",
        "scope",
        "grants",
        "ceiling",
        "state",
        "provenance",
        "epistemic",
        "source_type",
        "application",
        "flags",
    )
} | {"created_at": attrgetter("created_at")}
_READ_ONES: Final[Columns] = {
    "id": itemgetter("id"),
    "kind": lambda row: row["item"].kind,
    "owner": lambda row: row["item"].owner,
    "tier": itemgetter("tier"),
    "at": lambda row: row["at"] or row["item"].date,
    "title": lambda row: row["item"].title,
    "content": lambda row: row["item"].body,
}


@page()
def memories(request: PageRequest) -> HttpResponse:
    """List memories: staff see who and about whom, `?view=mine` and everyone else what they may read."""
    masked = bool(request.caller.staff_role) and request.GET.get("view") != "mine"
    form = (MaskedFilter if masked else MemoryFilter)(request.GET)
    context: dict[str, Any] = {"form": form, "masked": masked}
    if not form.is_valid():
        return show(request, _WHOLE, context, part=_PART, status=400)
    filters = asked_filters(request, (*form.fields, "view"))
    paging = page_paging(request, filters)
    wanted = _wanted(form.cleaned_data)
    context["narrowed"] = any(form.cleaned_data.values())
    found = (
        _looked_over(request, wanted, paging, filters) if masked else _read(request, wanted, paging, filters)
    )
    columns = _MASKED if masked else _READ_ONES
    return show_list(request, _WHOLE, context | {"listed": found}, columns, part=_PART)


def _wanted(asked: dict[str, Any]) -> Filters:
    """Return the filters as the queries take them: one owner, one kind, names nobody has match nothing."""
    several = {name: [asked[name]] for name in ("owner", "kind") if asked[name]}
    names = ("subject", "source", "state", "provenance", "application")
    one = {name: asked[name] for name in names if asked.get(name)}
    return filters_of(several | one)


def _looked_over(request: PageRequest, wanted: Filters, paging: Paging, filters: dict[str, str]) -> Listed:
    any_state, flagged = "state" not in filters, "flag" in filters
    look = Look(wanted, paging.position, any_state, paging.limit + 1, paging.turned, flagged)
    rows = look_over(look, by=request.caller, now=timezone.now())
    return listed(paging, rows, filters, key=lambda row: (row.number,), heads={"written": True})


def _read(request: PageRequest, wanted: Filters, paging: Paging, filters: dict[str, str]) -> Listed:
    if "q" in filters:
        return _search(request, filters["q"], Page(wanted, limit=paging.limit), filters)
    page_wanted = Page(wanted, _place(paging.position), paging.limit, paging.turned)
    rows = read_page(page_wanted, Where(), by=request.caller, now=timezone.now())
    found = listed(paging, rows, filters, key=lambda row: (row[1].shown_at, row[1].public_id.hex))
    names = entity_ids({item.why.grantee for item, _ in rows if item.why.grantee is not None})
    cards = [shown(item, names, request.caller.acting) for item, _ in found.rows]
    return replace(found, rows=cards)


def _search(request: PageRequest, query: str, wanted: Page, filters: dict[str, str]) -> Listed:
    """Return the best matches, which are one page: the same search as an agent's, on the same record."""
    items = read_search(query, wanted, Where(), by=request.caller, now=timezone.now())
    names = entity_ids({item.why.grantee for item in items if item.why.grantee is not None})
    return Listed([shown(item, names, request.caller.acting) for item in items], filters=filters)


def _place(position: Position | None) -> Place | None:
    if position is None:
        return None
    shown_at, public_id = position.values
    return Place(shown_at, UUID(hex=public_id), forward=not position.backward)


def shown(item: Item, names: dict[int, str], reader: str) -> dict[str, Any]:
    """Return a memory as its reader may see it, with what opened it; its exact time in the full tier only."""
    grantee = "" if item.why.grantee is None else names[item.why.grantee]
    return {
        "item": item,
        "id": item.public_id,
        "tier": Tier(item.tier).word,
        "at": item.shown_at if item.tier == Tier.FULL else None,
        "own": item.owner == reader,
        "through": {reader: "you", "*": "everyone"}.get(grantee, grantee),
    }
