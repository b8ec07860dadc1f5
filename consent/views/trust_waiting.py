"""What waits for an answer about trust: what accessors asked for, and what their records speak for."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.forms import Answered
from consent.queries.suggestions import open_suggestions, show_suggestion
from consent.queries.trust import open_requests, show_request
from consent.services import trust_requests, trust_suggestions
from memory_admin.http.pages import ACT, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem, not_found

_MOST = 100


@page()
def waiting(request: PageRequest) -> HttpResponse:
    """List what waits for the reader's answer or its wards'."""
    return _listed(request)


@page(methods=ACT)
def answer(request: PageRequest, waiting: str) -> HttpResponse:
    """Accept or decline a request or a suggestion; what went wrong is said with the reason as typed."""
    services = {"trq": trust_requests, "tsg": trust_suggestions}.get(waiting.partition("_")[0])
    form = Answered(request.POST)
    if services is None:
        raise not_found()
    if not form.is_valid():
        return _listed(request, form=form, status=400)
    said, reason = form.cleaned_data["answer"], form.cleaned_data["reason"]
    try:
        act = services.accept if said == "accept" else services.decline
        act(waiting, by=request.caller, now=timezone.now(), reason=reason)
    except Problem as trouble:
        told = recorded(request, trouble)
        if told.status == 404:
            raise not_found() from None
        return _listed(request, form=form, trouble=told, status=told.status)
    messages.success(request, "Trust is set." if said == "accept" else "Declined; trust stays as it is.")
    return HttpResponseRedirect(reverse("trust-waiting"))


def _listed(request: PageRequest, *, status: int = 200, **said: Any) -> HttpResponse:
    by, now = request.caller, timezone.now()
    requests, suggestions = open_requests(by, now), open_suggestions(by, now)
    context = {
        "view": "waiting",
        "waiting": requests.count() + suggestions.count(),
        "requests": [show_request(one) for one in requests[:_MOST]],
        "suggestions": [show_suggestion(one) for one in suggestions[:_MOST]],
        "ruled": by.is_admin,
        **said,
    }
    return show(request, "consent/trust_waiting.html", context, status=status)
