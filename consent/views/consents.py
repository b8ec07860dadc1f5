"""Consents: what waits for the reader's answer, what is in force, and the answers themselves."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.forms import Answer, ConsentFilter
from consent.models import Consent
from consent.queries.consent_parties import relation
from consent.queries.consent_views import seen
from consent.queries.consent_views import show as as_shown
from consent.queries.consents import Line, Wanted, listed
from consent.queries.inbox import in_force, lines, waiting
from consent.rules.plain_words import Request, scope_words, yes_means
from consent.services import consent_answers
from consent.services.consent_records import public
from memory_admin.http import page_links
from memory_admin.http.cursor import Paging
from memory_admin.http.pages import ACT, PageRequest, is_fragment, page, recorded, show
from memory_admin.http.problem import Problem
from profiles.types import Caller

_WHOLE, _PART = "consent/consents.html", "consent/consents_list.html"
_CARD = "consent/consent_card.html"
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
    paging = page_links.page_paging(request, filters)
    rows = _lines(request.caller, view, form.cleaned_data["status"] or None, paging)
    found = page_links.listed(paging, rows, filters, key=lambda line: line.key)
    cards = _cards(found.rows, request.caller, timezone.now(), answers=view in {"waiting", "given"})
    found = page_links.Listed(cards, found.earlier, found.later, filters)
    return show(request, _WHOLE, context | {"listed": found}, part=_PART)


def _view(request: PageRequest) -> str:
    asked = request.GET.get("view", "waiting")
    views = {"waiting", "given", "mine"} | ({"all"} if request.caller.staff_role else set())
    return asked if asked in views else "waiting"


def _lines(by: Caller, view: str, status: str | None, paging: Paging) -> list[Line]:
    now = timezone.now()
    if view in {"waiting", "given"}:
        rows = waiting(by.acting_id, now) if view == "waiting" else in_force(by.acting_id, now)
        return lines(rows, paging.position, limit=paging.limit + 1)
    whose = None if view == "all" else by.acting_id
    return listed(whose, Wanted(status=status), limit=paging.limit, position=paging.position, now=now)


def _cards(found: list[Line], by: Caller, now: datetime, *, answers: bool) -> list[dict[str, Any]]:
    rows = zip(found, as_shown(found, by=by, now=now), strict=True)
    return [_card(line, one, answers=answers) for line, one in rows]


def _card(line: Line, shown: dict[str, Any], *, answers: bool, ruled: bool = False) -> dict[str, Any]:
    words = Request(**{name: shown[name] for name in Request.__slots__})
    return {
        **shown,
        "side": line.side,
        "what": scope_words(shown["scope"], shown["grantor"]),
        "memory": shown["scope"].removeprefix("memory:") if shown["scope"].startswith("memory:mem_") else "",
        "yes": yes_means(words),
        "answers": answers,
        "ruled": ruled,
    }


@page()
def consent(request: PageRequest, consent: str) -> HttpResponse:
    """Show one record or request to a party, and the buttons to whoever may answer it."""
    card = _one(request.caller, consent, timezone.now())
    return show(request, "consent/consent.html", {"card": card, "form": Answer()}, part=_CARD)


def _one(by: Caller, consent: str, now: datetime) -> dict[str, Any]:
    line = seen(consent, by=by, now=now)
    (shown,) = as_shown([line], by=by, now=now)
    party = isinstance(line.row, Consent) and relation(line.row, by.acting_id, now).answers
    return _card(line, shown, answers=party or by.is_admin, ruled=by.is_admin and not party)


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
        context = {"card": _one(request.caller, public(answered), now), "form": Answer(), "said": said}
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
    card = _one(request.caller, consent, timezone.now())
    context = {"card": card, "form": form, "trouble": trouble}
    return show(request, "consent/consent.html", context, part=_CARD, status=status)
