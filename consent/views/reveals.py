"""Breaking the glass, and what its owners are told of it."""

from __future__ import annotations

from datetime import datetime
from operator import itemgetter
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.forms import Sure, YesOrNo
from consent.models import Reveal
from consent.queries.reveals import live, opened_lately, pending, told
from consent.rules.revealing import LASTS, PER_HOUR, may_answer
from consent.services.overseeing import look_at
from consent.services.revealing import answer_reveal, ask_reveal, behind_glass, public, revealed
from memory_admin.http.keyset import rows_of_newest
from memory_admin.http.list_files import Columns, show_list
from memory_admin.http.page_links import listed, page_paging
from memory_admin.http.pages import ACT, FORM, STAFF, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem

_COLUMNS: Final[Columns] = {
    "id": itemgetter("id"),
    "asked_at": lambda one: one["row"].asked_at,
    "by": itemgetter("by"),
    "memory": itemgetter("memory"),
    "owner": itemgetter("owner"),
    "reason": lambda one: one["row"].reason,
    "state": lambda one: one["row"].state,
    "until": lambda one: one["row"].until,
    "answered_by": itemgetter("allowed"),
}
_ONE, _MANY = "consent/reveal.html", "consent/reveals.html"


@page(roles=STAFF, methods=FORM)
def reveal(request: PageRequest, memory: str) -> HttpResponse:
    """Show what opening a memory means, or the memory while it is open; a POST opens it or asks to."""
    behind_glass(memory, by=request.caller)
    if request.method != "POST":
        return show(request, _ONE, _context(request, memory) | {"form": Sure()})
    form = Sure(request.POST)
    try:
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            ask_reveal(memory, reason, by=request.caller, now=timezone.now())
            return HttpResponseRedirect(reverse("memory-reveal", args=[memory]))
    except Problem as trouble:
        known = recorded(request, trouble)
        context = _context(request, memory) | {"form": form, "trouble": known}
        return show(request, _ONE, context, status=known.status)
    return show(request, _ONE, _context(request, memory) | {"form": form}, status=400)


@page()
def reveals(request: PageRequest) -> HttpResponse:
    """List who opened which memory of the reader's or its wards', and why; to staff all of them."""
    by, now, paging = request.caller, timezone.now(), page_paging(request, {})
    rows = rows_of_newest(told(by, now), paging)
    found = listed(paging, [_row(one, request, now) for one in rows], {}, key=lambda row: (row["key"],))
    return show_list(request, _MANY, {"listed": found, "staff": bool(by.staff_role)}, _COLUMNS, part=_MANY)


@page(roles=STAFF, methods=ACT)
def answer(request: PageRequest, reveal: str) -> HttpResponse:
    """Allow or refuse what another administrator asks to read."""
    form = YesOrNo(request.POST)
    if not form.is_valid():
        raise Problem(400, "invalid", "Answer yes or no.")
    row = answer_reveal(reveal, form.cleaned_data["answer"] == "yes", by=request.caller, now=timezone.now())
    said = "Opened for ten minutes, to who asked alone." if row.state == "open" else "Refused."
    messages.success(request, said)
    return HttpResponseRedirect(reverse("reveals"))


def _context(request: PageRequest, memory: str) -> dict[str, Any]:
    by, now = request.caller, timezone.now()
    fields = look_at(memory, by=by, now=now)
    return {
        "id": memory,
        "fields": fields,
        "item": revealed(memory, by=by, now=now),
        "opened": live(fields.number, by.principal_id, now),
        "waiting": pending(fields.number, by.principal_id, now),
        "left": max(0, PER_HOUR - opened_lately(by.principal_id, now)),
        "minutes": int(LASTS.total_seconds() // 60),
        "share": PER_HOUR,
    }


def _row(one: Reveal, request: PageRequest, now: datetime) -> dict[str, Any]:
    by = request.caller
    waits = one.state == "waiting" and by.staff_role == "administrator"
    return {
        "key": one.pk,
        "id": public(one),
        "row": one,
        "memory": f"mem_{one.memory.public_id.hex}",
        "owner": one.memory.owner.entity_id,
        "by": one.asked_by.entity_id,
        "allowed": one.answered_by.entity_id if one.answered_by else "",
        "open": one.until is not None and one.until > now,
        "answers": waits and may_answer(one.asked_by_id, one.asked_at, by.principal_id, now),
    }
