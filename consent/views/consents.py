"""Consents: what waits for the reader's answer, what is in force, and the answers themselves."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.forms import Answer, ConsentFilter
from consent.models import Consent
from consent.queries.consents import Line, Wanted, listed
from consent.queries.inbox import in_force, lines, waiting
from consent.services import consent_answers
from consent.services.consent_records import public
from consent.views.consent_cards import card_of, cards, change_of
from memory_admin.http import page_links
from memory_admin.http.cursor import Paging
from memory_admin.http.list_files import items, show_list
from memory_admin.http.pages import ACT, PageRequest, is_fragment, page, recorded, show
from memory_admin.http.problem import Problem
from profiles.types import Caller

_WHOLE, _PART = "consent/consents.html", "consent/consents_list.html"
_CARD = "consent/consent_card.html"
# A card says more than a row: fifty of them weigh more than a page may.
_CARDS = 20
_COLUMNS = items(
    *("id", "grantor", "grantee", "scope", "status", "purpose", "participants", "requested_at", "granted_at"),
    *("expires_at", "revoked_at"),
)
_DONE = {
    "approve": "You agreed. It holds from the next request on.",
    "deny": "You refused. Nothing is shown on the strength of this request.",
    "revoke": "Withdrawn. What it opened is closed from the next request on.",
}


@page()
def consents(request: PageRequest) -> HttpResponse:
    """List what waits for the reader, what is in force, all that concerns it, or for staff everything."""
    form = ConsentFilter(request.GET)
    view = _view(request)
    context = {
        "form": form,
        "view": view,
        "waiting": waiting(request.caller.acting_id, timezone.now()).count(),
    }
    if not form.is_valid():
        return show(request, _WHOLE, context, part=_PART, status=400)
    filters = page_links.asked_filters(request, ("view", "status"))
    paging = page_links.page_paging(request, filters, most=_CARDS)
    rows = _lines(request.caller, view, form.cleaned_data["status"] or None, paging)
    found = page_links.listed(paging, rows, filters, key=lambda line: line.key)
    shown = cards(found.rows, request.caller, timezone.now(), answers=view in {"waiting", "given"})
    return show_list(request, _WHOLE, context | {"listed": replace(found, rows=shown)}, _COLUMNS, part=_PART)


def _view(request: PageRequest) -> str:
    asked = request.GET.get("view", "waiting")
    views = {"waiting", "given", "mine", "open"} | ({"all"} if request.caller.staff_role else set())
    return asked if asked in views else "waiting"


def _lines(by: Caller, view: str, status: str | None, paging: Paging) -> list[Line]:
    now = timezone.now()
    if view in {"waiting", "given"}:
        rows = waiting(by.acting_id, now) if view == "waiting" else in_force(by.acting_id, now)
        return lines(rows, paging)
    wanted = Wanted("owner") if view == "open" else Wanted(status=status)
    return listed(by, wanted, paging, now, everything=view == "all")


@page()
def consent(request: PageRequest, consent: str) -> HttpResponse:
    """Show one record or request to a party, and the buttons to whoever may answer it."""
    by, now = request.caller, timezone.now()
    card = card_of(by, consent, now)
    found = change_of(card, by, now) if "change" in request.GET else None
    return show(
        request, "consent/consent.html", {"card": card, "given": Answer(), "found": found}, part=_CARD
    )


@page(methods=ACT)
def answer(request: PageRequest, consent: str) -> HttpResponse:
    """Agree, refuse or withdraw; what went wrong is said in place with the reason as typed."""
    form, now = Answer(request.POST), timezone.now()
    if not form.is_valid():
        return _again(request, consent, form, None, status=400)
    try:
        answered = _act(form, consent, by=request.caller, now=now)
    except Problem as trouble:
        told = recorded(request, trouble)
        return _again(request, consent, form, told, status=told.status)
    said = _DONE[form.cleaned_data["answer"]]
    if is_fragment(request):
        context = {"card": card_of(request.caller, public(answered), now), "given": Answer(), "said": said}
        return show(request, _CARD, context)
    messages.success(request, said)
    return HttpResponseRedirect(reverse("consents"))


def _act(form: Answer, consent: str, *, by: Caller, now: datetime) -> Consent:
    chosen, reason = form.cleaned_data["answer"], form.cleaned_data["reason"]
    if chosen == "approve":
        return consent_answers.approve(consent, by=by, now=now, reason=reason, expires_at=form.ends())
    act = consent_answers.deny if chosen == "deny" else consent_answers.revoke
    return act(consent, by=by, now=now, reason=reason)


def _again(
    request: PageRequest, consent: str, form: Answer, trouble: Problem | None, *, status: int
) -> HttpResponse:
    """Show the record again with what was typed and why it was not done; 404 where it is not the reader's."""
    card = card_of(request.caller, consent, timezone.now())
    context = {"card": card, "given": form, "trouble": trouble}
    return show(request, "consent/consent.html", context, part=_CARD, status=status)
