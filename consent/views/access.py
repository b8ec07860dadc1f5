"""Can A see M, and why: asked by a form whose question lives in the address."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils import timezone

from consent.forms import AccessQuestion
from consent.queries.access import Told
from consent.rules.plain_words import why, would_change
from consent.services.questions import answer_explain
from memory_admin.http.pages import PageRequest, page, recorded, show
from memory_admin.http.problem import Problem

_WHOLE, _PART = "consent/access.html", "consent/access_answer.html"


@page()
def access(request: PageRequest) -> HttpResponse:
    """Answer the question in the address, or show the empty form."""
    asked = "memory" in request.GET or "principal" in request.GET
    form = AccessQuestion(request.GET if asked else None)
    if not asked:
        return show(request, _WHOLE, {"form": form}, part=_PART)
    if not form.is_valid():
        return show(request, _WHOLE, {"form": form}, part=_PART, status=400)
    try:
        return show(request, _WHOLE, {"form": form, **_answered(request, form.cleaned_data)}, part=_PART)
    except Problem as trouble:
        told = recorded(request, trouble)
        return show(request, _WHOLE, {"form": form, "trouble": told}, part=_PART, status=told.status)


def _answered(request: PageRequest, asked: dict[str, str]) -> dict[str, Any]:
    session = asked["context_session"] or None
    told = answer_explain(asked["memory"], asked["principal"], session, by=request.caller, now=timezone.now())
    return {"told": told, "asked": asked, "why": why(told.reason), **_path(told, asked["principal"])}


def _path(told: Told, principal: str) -> dict[str, Any]:
    return {
        "path": [principal, *told.memberships] if told.memberships else [],
        "change": would_change(told.reason, principal, told.missing_from),
    }
