"""The review queue of shared knowledge: each note with what the checks found beside it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from memory_admin.http.keyset import rows_of_newest
from memory_admin.http.page_links import listed, page_paging
from memory_admin.http.pages import ACT, READ, STAFF, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem
from profiles.forms.layers import NoteAnswer, NoteForm
from profiles.models import KnowledgeNote
from profiles.queries.knowledge import public
from profiles.queries.principals import entity_ids
from profiles.services import knowledge as service

_WHOLE, _PART = "profiles/knowledge.html", "profiles/knowledge_list.html"
_VIEWS = ("draft", "approved", "declined")


@page(roles=STAFF, methods=(*READ, "POST"))
def knowledge(request: PageRequest) -> HttpResponse:
    """List notes by what became of them, and take a new draft."""
    if request.method != "POST":
        return _page(request, NoteForm())
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=400)
    if "knowledge" not in request.caller.scopes:
        raise Problem(403, "forbidden", "An auditor looks on and drafts nothing.")
    given = form.cleaned_data
    service.draft(given["text"], given["title"], by=request.caller, now=timezone.now())
    messages.success(request, "Drafted. What the checks found stands beside it.")
    return HttpResponseRedirect(reverse("knowledge"))


def _page(
    request: PageRequest, form: NoteForm, *, trouble: Problem | None = None, status: int = 200
) -> HttpResponse:
    asked = request.GET.get("view", "draft")
    view = asked if asked in _VIEWS else "draft"
    filters = {"view": view}
    paging = page_paging(request, filters)
    rows = rows_of_newest(KnowledgeNote.objects.filter(status=view), paging)
    found = listed(paging, rows, filters, key=lambda row: (row.pk,))
    names = entity_ids({row.drafted_by for row in found.rows})
    context = {
        "form": form,
        "view": view,
        "views": _VIEWS,
        "listed": found,
        "cards": [_card(row, names) for row in found.rows],
        "may_answer": request.caller.is_admin,
        "may_draft": "knowledge" in request.caller.scopes,
        "trouble": trouble,
    }
    return show(request, _WHOLE, context, part=_PART, status=status)


def _card(row: KnowledgeNote, names: dict[int, str]) -> dict[str, Any]:
    text = f"{row.title}\n{row.text}" if row.title else row.text
    findings = [{**one, "words": text[one["start"] : one["end"]]} for one in row.findings]
    return {
        "row": row,
        "id": public(row),
        "who": names.get(row.drafted_by),
        "findings": findings,
        "blocked": any(one["level"] == "block" for one in findings),
    }


@page(roles=STAFF, methods=ACT)
def answer(request: PageRequest, note: str) -> HttpResponse:
    """Approve a note or send it back; an administrator's act."""
    form = NoteAnswer(request.POST)
    if not form.is_valid():
        raise Problem(400, "invalid", "Choose to approve or to send back.")
    given, by, now = form.cleaned_data, request.caller, timezone.now()
    service.require_reviewer(note, by)
    try:
        if given["answer"] == "approve":
            checks = ("names", "personal", "specificity") if given["acknowledge"] else ()
            service.approve(note, service.Word(checks, given["reason"]), by=by, now=now)
        else:
            service.decline(note, by=by, now=now, reason=given["reason"])
    except Problem as trouble:
        told = recorded(request, trouble)
        return _page(request, NoteForm(), trouble=told, status=told.status)
    said = "Approved: prompts may use it." if given["answer"] == "approve" else "Sent back: in no prompt."
    messages.success(request, said)
    return HttpResponseRedirect(reverse("knowledge"))
