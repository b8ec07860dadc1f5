"""My data: a copy of it, its end, what was asked and when it is due; for staff, everybody's requests."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.forms import RightAnswered, RightAsked
from consent.models import RightsRequest
from consent.queries import rights as queries
from consent.queries.consent_parties import speaks_for
from consent.queries.erasure_plan import preview_of
from consent.queries.persons import person_of
from consent.rules.rights import ACCESS, ERASURE, INCOMPLETE, OPEN, WAITING
from consent.services.rights import requests
from consent.services.rights.requests import Asked, Word
from jobs.models import Job
from jobs.queries import may_see
from memory_admin.http.keyset import rows_of_newest
from memory_admin.http.list_files import Columns, attributes, items, show_list
from memory_admin.http.page_links import asked_filters, listed, page_paging
from memory_admin.http.pages import ACT, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem
from profiles.queries.principals import entity_ids
from profiles.rules.entity import EntityError, parse_entity

_WHOLE, _LIST = "consent/rights.html", "consent/rights_list.html"
_COLUMNS: Final[Columns] = {
    **items("id"),
    **attributes("kind", "state", "asked_at", "due_at", "decided_at", of="row"),
    **items("late"),
}


@page()
def rights(request: PageRequest) -> HttpResponse:
    """Show what was asked about one's data, and the forms to ask; for staff the queue of all."""
    return _page(request)


def _page(request: PageRequest, trouble: Problem | None = None) -> HttpResponse:
    by, now = request.caller, timezone.now()
    filters = asked_filters(request, ("state", "kind"))
    paging = page_paging(request, filters)
    found = rows_of_newest(queries.visible(by, now).filter(**filters), paging)
    shown = listed(paging, [_row(one, now) for one in found], filters, key=lambda row: (row["pk"],))
    names = entity_ids(speaks_for(by.acting_id, now))
    due = queries.waiting().filter(due_at__lt=now).count() if by.oversees else 0
    context = {
        "listed": shown, "subjects": sorted(names.values()), "staff": by.oversees, "overdue": due,
        "trouble": trouble, "me": by.acting, "may": by.is_admin,
    }  # fmt: skip
    if trouble:
        return show(request, _WHOLE, context, part=_LIST, status=trouble.status)
    return show_list(request, _WHOLE, context, _COLUMNS, part=_LIST)


def _row(row: RightsRequest, now: datetime) -> dict[str, Any]:
    waits = row.state in WAITING
    tone = "bad" if row.state == INCOMPLETE or (waits and row.due_at < now) else "wait" if waits else "good"
    late = waits and row.due_at < now
    return {"pk": row.pk, "id": queries.public(row), "row": row, "waits": waits, "late": late, "tone": tone}


@page(methods=ACT)
def ask(request: PageRequest) -> HttpResponse:
    """Ask for a copy at once; for an erasure, show what would go and ask whether one is sure."""
    form = RightAsked(request.POST)
    if not form.is_valid():
        raise Problem(400, "invalid", "Say whose data it is, and whether you want a copy or its erasure.")
    given, by, now = form.cleaned_data, request.caller, timezone.now()
    asked = Asked(given["reason"], given["keep_mentions"])
    try:
        entity = str(parse_entity(given["subject"]))
        if given["kind"] == ERASURE and not given["sure"]:
            counts = requests.preview(entity, by=by, now=now)
            return _sure(request, {**given, "subject": entity}, counts)
        act = requests.export if given["kind"] == ACCESS else requests.erase
        made = act(entity, asked, by=by, now=now)
    except EntityError as error:
        return _page(request, Problem(400, "invalid", error.reason))
    except Problem as trouble:
        return _page(request, recorded(request, trouble))
    messages.success(request, _said(made))
    return HttpResponseRedirect(reverse("rights-one", args=[queries.public(made)]))


def _sure(request: PageRequest, given: dict[str, Any], counts: dict[str, int]) -> HttpResponse:
    lines = [(name, count) for name, count in counts.items() if count]
    context = {"given": given, "lines": lines, "at_once": request.caller.is_admin}
    return show(request, "consent/rights_sure.html", context)


def _said(made: RightsRequest) -> str:
    if made.kind == ACCESS:
        return "The copy is being made; it can be fetched here once it is ready."
    if made.state == OPEN:
        return "Asked. An administrator answers, at the latest on the day that stands below."
    return "The erasure has begun."


@page()
def one(request: PageRequest, rights: str) -> HttpResponse:
    """Show one request: when it is due, how far its job is, its file or its certificate."""
    return _one(request, rights)


def _one(request: PageRequest, rights: str, trouble: Problem | None = None) -> HttpResponse:
    by, now = request.caller, timezone.now()
    row = queries.find(rights, by, now)
    answers = queries.is_answerable(row) and queries.may_answer(row, by, now)
    counts = row.counts
    if answers and row.kind == ERASURE and not counts:
        counts = preview_of(person_of(row.subject))
    job = Job.objects.filter(public_id=row.job).first() if row.job else None
    context = {
        **_row(row, now), "job": job, "file": queries.file_of(row, now), "answers": answers,
        "counts": [(name, count) for name, count in counts.items() if count], "trouble": trouble,
        "others": row.subject_id != by.acting_id, "may_see_job": job is not None and may_see(job, by),
    }  # fmt: skip
    return show(request, "consent/rights_one.html", context, status=trouble.status if trouble else 200)


@page(methods=ACT)
def answer(request: PageRequest, rights: str) -> HttpResponse:
    """Agree to a request or refuse it; what agreeing does stands on the page before."""
    form = RightAnswered(request.POST)
    by, now = request.caller, timezone.now()
    queries.find(rights, by, now)
    if not form.is_valid():
        return _one(request, rights, Problem(422, "reason_required", "Say why; the person reads it."))
    given = form.cleaned_data
    try:
        requests.answer(rights, Word(given["answer"] == "approve", given["reason"]), by=by, now=now)
    except Problem as trouble:
        return _one(request, rights, recorded(request, trouble))
    messages.success(request, "Answered.")
    return HttpResponseRedirect(reverse("rights-one", args=[rights]))
