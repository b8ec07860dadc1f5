"""Changing trust on the pages: set, lowered from a review, asked for; each with its effect shown first."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.forms import Asked, TrustForm
from consent.queries import trust as queries
from consent.queries.trust_effect import effect_of
from consent.rules.suggesting import step_below
from consent.rules.trusting import Pair, Terms, capacity
from consent.services import trust, trust_requests
from consent.views.trust import relationship_page, sides_of
from memory_admin.http.pages import ACT, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem, not_found, unprocessable
from profiles.models import Principal
from profiles.queries.principals import ids_of
from profiles.types import EVERYONE_ID

_SURE = "consent/trust_sure.html"


@page(methods=ACT)
def set_trust(request: PageRequest, owner: str, accessor: str) -> HttpResponse:
    """Show what the terms would do, or set them when the reader is sure; nothing typed is lost."""
    form = TrustForm(request.POST)
    sides = sides_of(owner, accessor)
    if not form.is_valid():
        return relationship_page(request, *sides, form=form, status=400)
    if "sure" not in request.POST:
        return _asked(request, sides, form.terms(), form.cleaned_data["version"])
    version = form.cleaned_data["version"]
    try:
        pair, now = Pair(*sides), timezone.now()
        trust.set_trust(pair, form.terms(), version=version, by=request.caller, now=now)
    except Problem as trouble:
        told = recorded(request, trouble)
        return relationship_page(request, *sides, form=form, trouble=told, status=told.status)
    messages.success(request, f"{sides[0]} trusts {sides[1]} {form.terms().base_trust:g} from now on.")
    return HttpResponseRedirect(address(sides, form.terms().context))


@page()
def lower(request: PageRequest, owner: str, accessor: str) -> HttpResponse:
    """Show what the next lower step of trust would do; setting it is the button on that page."""
    sides, now = sides_of(owner, accessor), timezone.now()
    ids = ids_of(sides)
    if len(ids) < 2 or not queries.is_owners(ids[sides[0]], request.caller, now):
        raise not_found()
    known = queries.row(ids[sides[0]], ids[sides[1]], None)
    current = queries.before(ids[sides[0]], ids[sides[1]], None, now)
    step = step_below(current.value)
    if step is None:
        raise unprocessable("refused", "Trust is 0 already, which shows hints only; pause the agent instead.")
    because = f"After {request.GET.get('because', 'a violation')[:100]}"
    terms = queries.as_it_stands(ids[sides[0]], ids[sides[1]], Terms(step, reason=because), now)
    return _asked(request, sides, terms, known.version if known else 0)


def _asked(request: PageRequest, sides: tuple[str, str], terms: Terms, version: int) -> HttpResponse:
    """Show the effect of terms to who may set them; 404 to anyone else."""
    by, now, ids = request.caller, timezone.now(), ids_of(sides)
    if sides[0] not in ids or not queries.is_owners(ids[sides[0]], by, now):
        raise not_found()
    accessor = ids.get(sides[1])
    context: dict[str, Any] = {
        "owner": sides[0],
        "accessor": sides[1],
        "terms": terms,
        "version": version,
        "may": bool(capacity(by, ids[sides[0]], queries.speakers(ids[sides[0]], now), "a reason")),
    }
    if accessor is not None:
        context["before"] = queries.before(ids[sides[0]], accessor, None, now)
        context["effect"] = _effect(ids[sides[0]], accessor, terms) if terms.context is None else None
    return show(request, _SURE, context)


def _effect(owner: int, accessor: int, terms: Terms) -> Any:
    """Return what becomes of the memories an individual sees; of a collective each member differs."""
    one = Principal.objects.filter(pk=accessor).exclude(pk=EVERYONE_ID).first()
    if one is None or one.is_collective:
        return None
    return effect_of(owner, accessor, terms.trust, now=timezone.now())


def address(sides: tuple[str, str], context: str | None = None) -> str:
    """Return the address of a relationship's page."""
    query = f"?{urlencode({'context': context})}" if context else ""
    return reverse("trust-one", args=sides) + query


@page(methods=ACT)
def request_trust(request: PageRequest, owner: str, accessor: str) -> HttpResponse:
    """Ask an owner for trust, for oneself; the answer is the same whatever comes of it."""
    sides, form = sides_of(owner, accessor), Asked(request.POST)
    if not form.is_valid():
        return relationship_page(request, *sides, asked=form, status=400)
    wanted, reason = form.cleaned_data["wanted"], form.cleaned_data["reason"]
    trust_requests.request(Pair(*sides), wanted, reason, by=request.caller, now=timezone.now())
    messages.success(request, f"{sides[0]} is asked.")
    return HttpResponseRedirect(reverse("trust"))
