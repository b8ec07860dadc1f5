"""Pausing an agent: what stops is shown first, then it stops."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.utils import timezone

from memory_admin.http.pages import FORM, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem
from profiles.forms import Sure
from profiles.models import Principal
from profiles.services.pausing import pausable, pause_all, working


@page(methods=FORM)
def pause(request: PageRequest, entity: str) -> HttpResponse:
    """Show which tokens would stop working, or stop them when the reader is sure."""
    found = pausable(entity, request.caller)
    form = Sure(request.POST if request.method == "POST" else None)
    if not form.is_bound:
        return _asked(request, found, form)
    if not form.is_valid():
        return _asked(request, found, form, status=400)
    now, reason = timezone.now(), form.cleaned_data["reason"]
    try:
        count = pause_all(entity, by=request.caller, now=now, reason=reason)
    except Problem as trouble:
        told = recorded(request, trouble)
        return _asked(request, found, form, told, status=told.status)
    messages.success(request, f"{count} token{'s' if count != 1 else ''} of {entity} paused.")
    return HttpResponseRedirect(found.profile_path)


def _asked(
    request: PageRequest, found: Principal, form: Sure, trouble: Problem | None = None, *, status: int = 200
) -> HttpResponse:
    tokens = list(working(found, timezone.now()))
    context = {"principal": found, "tokens": tokens, "form": form, "trouble": trouble}
    context["because"] = request.GET.get("because", "")[:100]
    return show(request, "profiles/pause.html", context, status=status)
