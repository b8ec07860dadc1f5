"""Statements drawn from private memories: what waits for a yes, one's own, those to look at again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.forms import LookedAt, StatementForm
from consent.models import Generalization
from consent.queries import generalizations as queries
from consent.services import generalizing
from consent.services import generalizing_answers as services
from consent.shapes import memory_id
from memory_admin.http.page_links import listed, page_paging
from memory_admin.http.pages import ACT, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem, not_found
from profiles.queries.pages import rows_of_newest
from profiles.types import Caller

_WHOLE, _PART = "consent/generalizations.html", "consent/generalizations_list.html"
VIEWS = {"waiting": "Waiting for your answer", "mine": "Yours", "due": "To look at again"}


@page()
def generalizations(request: PageRequest) -> HttpResponse:
    """List what waits for the reader, what it proposed, or what it should look at again."""
    asked = request.GET.get("view", "waiting")
    return _page(request, asked if asked in VIEWS else "waiting")


@page(methods=ACT)
def answer(request: PageRequest, generalization: str) -> HttpResponse:
    """Approve a statement or send it back; what went wrong is said above the list."""
    form, by, now = LookedAt(request.POST), request.caller, timezone.now()
    try:
        services.require_answer(generalization, by, now)
        if not form.is_valid():
            raise Problem(400, "invalid", "Choose to approve or to send back.")
        said, reason = form.cleaned_data["answer"], form.cleaned_data["reason"]
        if said == "accept" and not form.cleaned_data["looked"]:
            raise Problem(409, "not_acknowledged", "Say that you looked at what the checks found.")
        act = services.accept if said == "accept" else services.decline
        act(generalization, by=by, now=now, reason=reason)
    except Problem as trouble:
        return _refused(request, "waiting", trouble)
    messages.success(request, "Published." if said == "accept" else "Sent back; it is published nowhere.")
    return HttpResponseRedirect(reverse("generalizations"))


@page(methods=ACT)
def keep(request: PageRequest, generalization: str) -> HttpResponse:
    """Leave a belief published though its source changed."""
    try:
        services.keep(generalization, by=request.caller, now=timezone.now())
    except Problem as trouble:
        return _refused(request, "due", trouble)
    messages.success(request, "Kept as it is.")
    return HttpResponseRedirect(f"{reverse('generalizations')}?view=due")


@page(methods=("GET", "HEAD", "POST"))
def generalize(request: PageRequest, memory: str) -> HttpResponse:
    """Take a statement drawn from a memory the reader sees in full, with what the checks say of it."""
    form = StatementForm(request.POST if request.method == "POST" else None)
    by, now = request.caller, timezone.now()
    generalizing.require_full(memory_id(memory), by=by, now=now)
    if not form.is_bound or not form.is_valid():
        return _form(request, memory, form, status=400 if form.is_bound else 200)
    try:
        made = generalizing.generalize(memory, generalizing.Proposed(**form.wish()), by=by, now=now)
    except Problem as trouble:
        told = recorded(request, trouble)
        return _form(request, memory, form, trouble=told, status=told.status)
    if made.status == "accepted":
        messages.success(request, "Written, detached from this memory.")
    else:
        messages.warning(request, "It waits until somebody else approves it.")
    return HttpResponseRedirect(f"{reverse('generalizations')}?view=mine")


def _form(
    request: PageRequest, memory: str, form: StatementForm, *, trouble: Problem | None = None, status: int
) -> HttpResponse:
    found: Any = trouble.members.get("findings", []) if trouble is not None else []
    text = form.data.get("statement", "") if form.is_bound else ""
    findings = _worded(found, text)
    context = {"memory": memory, "form": form, "trouble": trouble, "findings": findings}
    return show(request, "consent/generalize.html", context, status=status)


def _refused(request: PageRequest, view: str, trouble: Problem) -> HttpResponse:
    told = recorded(request, trouble)
    if told.status == 404:
        raise not_found() from None
    return _page(request, view, trouble=told, status=told.status)


def _page(
    request: PageRequest, view: str, *, trouble: Problem | None = None, status: int = 200
) -> HttpResponse:
    filters = {"view": view}
    paging = page_paging(request, filters)
    rows = rows_of_newest(_rows(view, request.caller, timezone.now()), paging)
    found = listed(paging, rows, filters, key=lambda row: (row.pk,))
    cards = [_card(fields) for fields in queries.shown(found.rows, request.caller)]
    context = {"view": view, "views": VIEWS, "listed": found, "cards": cards, "trouble": trouble}
    return show(request, _WHOLE, context, part=_PART, status=status)


def _rows(view: str, by: Caller, now: datetime) -> QuerySet[Generalization]:
    if view == "mine":
        return queries.own(by)
    return queries.due(by, now) if view == "due" else queries.waiting_for(by, now)


def _card(fields: dict[str, Any]) -> dict[str, Any]:
    """Return a statement with the words each finding points at; advice is said in words of its own."""
    return {**fields, "findings": _worded(fields["findings"], fields["statement"])}


def _worded(findings: list[dict[str, Any]], text: str) -> list[dict[str, Any]]:
    return [
        {**one, "words": "" if one["level"] == "advice" else text[one["start"] : one["end"]]}
        for one in findings
    ]
