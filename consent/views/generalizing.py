"""Statements drawn from private memories: what waits for a yes, one's own, those to look at again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

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
from memory_admin.http.keyset import rows_of_newest
from memory_admin.http.page_links import listed, page_paging
from memory_admin.http.pages import ACT, FORM, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem, not_found
from profiles.types import Caller

_WHOLE, _PART = "consent/generalizations.html", "consent/generalizations_list.html"
_NOTHING: Final[Mapping[str, Any]] = {}
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
        if said == "accept":
            _accept(generalization, form.cleaned_data, by, now)
        else:
            services.decline(generalization, by=by, now=now, reason=reason)
    except Problem as trouble:
        return _refused(request, "waiting", trouble, found={generalization: trouble.members.get("findings")})
    messages.success(request, "Published." if said == "accept" else "Sent back; it is published nowhere.")
    return HttpResponseRedirect(reverse("generalizations"))


def _accept(generalization: str, said: dict[str, Any], by: Caller, now: datetime) -> None:
    """Approve with the warnings that the page showed; what was found since has to be looked at as well."""
    if not said["looked"]:
        raise Problem(409, "not_acknowledged", "Say that you looked at what the checks found.")
    try:
        services.accept(generalization, by=by, now=now, reason=said["reason"], acknowledge=said["checks"])
    except Problem as trouble:
        if trouble.code != "not_acknowledged":
            raise
        detail = "The checks find more than when it was proposed: look at what stands with it now."
        raise Problem(409, "not_acknowledged", detail).having(**trouble.members) from None


@page(methods=ACT)
def keep(request: PageRequest, generalization: str) -> HttpResponse:
    """Leave a belief published though its source changed."""
    try:
        services.keep(generalization, by=request.caller, now=timezone.now())
    except Problem as trouble:
        return _refused(request, "due", trouble)
    messages.success(request, "Kept as it is.")
    return HttpResponseRedirect(f"{reverse('generalizations')}?view=due")


@page(methods=FORM)
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


def _refused(
    request: PageRequest, view: str, trouble: Problem, *, found: Mapping[str, Any] = _NOTHING
) -> HttpResponse:
    told = recorded(request, trouble)
    if told.status == 404:
        raise not_found() from None
    return _page(request, view, trouble=told, found=found, status=told.status)


def _page(
    request: PageRequest,
    view: str,
    *,
    trouble: Problem | None = None,
    found: Mapping[str, Any] = _NOTHING,
    status: int = 200,
) -> HttpResponse:
    """Show a list; `found` are findings of a moment ago that take the place of those that were kept."""
    filters = {"view": view}
    paging = page_paging(request, filters)
    rows = rows_of_newest(_rows(view, request.caller, timezone.now()), paging)
    these = listed(paging, rows, filters, key=lambda row: (row.pk,))
    cards = [_card(fields, found.get(fields["id"])) for fields in queries.shown(these.rows, request.caller)]
    context = {"view": view, "views": VIEWS, "listed": these, "cards": cards, "trouble": trouble}
    return show(request, _WHOLE, context, part=_PART, status=status)


def _rows(view: str, by: Caller, now: datetime) -> QuerySet[Generalization]:
    if view == "mine":
        return queries.own(by)
    return queries.due(by, now) if view == "due" else queries.waiting_for(by, now)


def _card(fields: dict[str, Any], found: list[dict[str, Any]] | None) -> dict[str, Any]:
    """Return a statement with the words each finding points at, and the checks that warn.

    Advice is said in words of its own."""
    findings = fields["findings"] if found is None else found
    checks = sorted({one["check"] for one in findings if one["level"] == "warn"})
    return {**fields, "findings": _worded(findings, fields["statement"]), "checks": checks}


def _worded(findings: list[dict[str, Any]], text: str) -> list[dict[str, Any]]:
    return [
        {**one, "words": "" if one["level"] == "advice" else text[one["start"] : one["end"]]}
        for one in findings
    ]
