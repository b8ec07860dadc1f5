"""What does somebody see, and who sees what about somebody: two questions that live in the address."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django_htmx.http import HttpResponseClientRedirect

from consent.forms import AboutQuestion, SightQuestion, StaffSightQuestion
from consent.queries.seen_about import About, Accessor
from consent.queries.seen_by import Looked, Sight
from consent.services.questions import NOBODY, answer_accessors, answer_sights
from memory_admin.http.list_files import Columns, attributes, show_list
from memory_admin.http.page_links import Listed, asked_filters, listed, page_paging
from memory_admin.http.pages import PageRequest, is_fragment, page, recorded, show
from memory_admin.http.problem import Problem
from profiles.queries.principals import ids_of

_SEES, _SEES_PART = "consent/access_sees.html", "consent/access_sees_list.html"
_ABOUT, _ABOUT_PART = "consent/access_about.html", "consent/access_about_list.html"
# Each row of this list is a decision over all there is about the subject.
_ACCESSORS: Final = 20


@page()
def sees(request: PageRequest) -> HttpResponse:
    """Show what a principal sees; whoever asks it of itself reads its memories instead."""
    kind = StaffSightQuestion if request.caller.oversees else SightQuestion
    form = kind(request.GET if "principal" in request.GET else None)
    if not form.is_bound or not form.is_valid():
        return _asked_again(request, form, _SEES, _SEES_PART)
    asked = form.cleaned_data
    if asked["principal"] == request.caller.acting and not request.caller.oversees:
        return _to_own_memories(request, asked)
    try:
        found = _sights(request, form)
    except Problem as trouble:
        told = recorded(request, trouble)
        return show(request, _SEES, {"form": form, "trouble": told}, part=_SEES_PART, status=told.status)
    context = {"form": form, "asked": asked, "listed": found}
    return show_list(request, _SEES, context, _SIGHT_COLUMNS, part=_SEES_PART)


@page()
def about(request: PageRequest) -> HttpResponse:
    """Show who sees memories about a subject: how many, as much as what, through what."""
    form = AboutQuestion(request.GET if "subject" in request.GET else None)
    if not form.is_bound or not form.is_valid():
        return _asked_again(request, form, _ABOUT, _ABOUT_PART)
    filters = asked_filters(request, tuple(form.fields))
    paging = page_paging(request, filters, most=_ACCESSORS)
    numbers = _numbers(form.cleaned_data)
    wanted = About(paging, numbers["subject"] or NOBODY, numbers["owner"])
    rows = answer_accessors(wanted, by=request.caller, now=timezone.now())
    found = listed(paging, rows, filters, key=lambda row: (row.number,))
    context = {"form": form, "asked": form.cleaned_data, "listed": found}
    return show_list(request, _ABOUT, context, _ACCESSOR_COLUMNS, part=_ABOUT_PART)


def _asked_again(request: PageRequest, form: forms.Form, whole: str, part: str) -> HttpResponse:
    return show(request, whole, {"form": form}, part=part, status=400 if form.is_bound else 200)


def _sights(request: PageRequest, form: forms.Form) -> Listed:
    filters = asked_filters(request, tuple(form.fields))
    paging, numbers = page_paging(request, filters), _numbers(form.cleaned_data)
    looked = Looked(paging, numbers["owner"], numbers["subject"])
    session = form.cleaned_data.get("context_session") or None
    principal = NOBODY if numbers["principal"] is None else numbers["principal"]
    rows = answer_sights(principal, session, looked, by=request.caller, now=timezone.now())
    return listed(paging, rows, filters, key=lambda row: (row.number,))


def _numbers(asked: dict[str, Any]) -> dict[str, int | None]:
    """Return the ids of whom the form names, None where nobody is asked for."""
    names = {name: asked.get(name) for name in ("principal", "owner", "subject")}
    ids = ids_of([entity for entity in names.values() if entity])
    return {name: ids.get(entity, NOBODY) if entity else None for name, entity in names.items()}


def _to_own_memories(request: PageRequest, asked: dict[str, Any]) -> HttpResponse:
    wanted = {name: asked[name] for name in ("owner", "subject") if asked[name]}
    address = f"{reverse('memories')}{'?' if wanted else ''}{urlencode(wanted)}"
    return HttpResponseClientRedirect(address) if is_fragment(request) else HttpResponseRedirect(address)


def _ways(row: Accessor) -> list[str]:
    return [f"{' or '.join(way) or 'owner'}: {count}" for way, count in row.ways]


def _tiers(row: Accessor) -> list[str]:
    return [f"{tier}: {count}" for tier, count in row.tiers]


def _reason(row: Sight) -> str:
    return "owner" if row.owned else "granted"


_SIGHT_COLUMNS: Final[Columns] = {
    **attributes("id", "kind", "owner", "subjects", "tier"),
    "reason": _reason,
    **attributes("through", "path", "consents", "written"),
}
_ACCESSOR_COLUMNS: Final[Columns] = {
    **attributes("name", "memories"),
    "tiers": _tiers,
    "ways": _ways,
}
