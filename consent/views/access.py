"""Can A see M, and why: asked by a form whose question lives in the address."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

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
    tries = _tries(told, asked) if request.caller.oversees or told.grants else []
    found = {"told": told, "asked": asked, "why": why(told.reason), "tries": tries}
    return found | _path(told, asked["principal"])


def _tries(told: Told, asked: dict[str, str]) -> list[tuple[str, str]]:
    """Return the changes that would turn a no round, each with the address that tries it."""
    wish = {"grantee": asked["principal"]}
    if told.reason == "no_grant":
        wish |= {"change": "grant", "memory": asked["memory"], "give": "true"}
        return [("See what granting it would do", _what_if(wish))]
    if told.reason != "no_consent":
        return []
    wish |= {"change": "consent", "scope": f"memory:{asked['memory']}", "status": "active"}
    return [
        (f"See what a yes from {one} would do", _what_if(wish | {"grantor": one}))
        for one in told.missing_from
    ]


def _what_if(wish: dict[str, str]) -> str:
    return f"{reverse('what-if')}?{urlencode(wish)}"


def _path(told: Told, principal: str) -> dict[str, Any]:
    return {
        "path": [principal, *told.memberships] if told.memberships else [],
        "change": would_change(told.reason, principal, told.missing_from),
    }
