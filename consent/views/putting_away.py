"""Pausing, archiving, taking up again and forgetting a memory of one's own: its effect is shown first."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.forms.writing import WhyNot
from consent.models import Memory
from consent.services import editing
from consent.services.deriving import below
from consent.services.owning import own
from consent.views.own import Own, losing, own_memory
from memory_admin.http.pages import FORM, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem, not_found
from profiles.types import Caller

_SURE: Final = "consent/memory_sure.html"
# What is done -> how the memory stands afterwards; forgotten it stands nowhere.
VERBS: Final = {"pause": "paused", "archive": "archived", "resume": "active", "forget": ""}
_DONE: Final = {
    "pause": "It is paused: nobody recalls it until you take it up again.",
    "archive": "It is archived: you find it under that state.",
    "resume": "It is in use again.",
    "forget": "It is forgotten: its text and what it said before are gone.",
}


@page(methods=FORM)
def put(request: PageRequest, memory: str, verb: str) -> HttpResponse:
    """Show who loses sight of a memory of the reader's own, or do it when the reader is sure."""
    if verb not in VERBS:
        raise not_found()
    was = own_memory(request, memory)
    initial = {"version": was["version"]}
    form = WhyNot(request.POST if request.method == "POST" else None, initial=initial)
    context = {"verb": verb, "was": was, "form": form, **_effect(memory, verb, request)}
    if not form.is_bound or not form.is_valid():
        return show(request, _SURE, context, status=400 if form.is_bound else 200)
    try:
        _do(was, verb, form.cleaned_data, request.caller, timezone.now())
    except Problem as trouble:
        told = recorded(request, trouble)
        return show(request, _SURE, {**context, "trouble": told}, status=told.status)
    messages.success(request, _DONE[verb])
    return HttpResponseRedirect(_after(request, memory, verb))


def _effect(memory: str, verb: str, request: PageRequest) -> dict[str, Any]:
    """Return who sees it now, and how many of the owner's own were drawn from it, not of others'."""
    gone = below(own(memory, request.caller).pk) if verb == "forget" else set()
    mine = Memory.objects.filter(pk__in=gone, owner_id=request.caller.acting_id)
    return {
        "losing": [] if verb == "resume" else losing(memory, request),
        "resting": max(0, mine.count() - 1),
    }


def _do(was: Own, verb: str, given: dict[str, Any], by: Caller, now: datetime) -> None:
    if verb == "forget":
        editing.delete(was["id"], by=by, now=now, reason=given["reason"], version=given["version"])
        return
    changes = {"state": VERBS[verb]} | ({"reason": given["reason"]} if given["reason"] else {})
    editing.update(was["id"], changes, version=given["version"], by=by, now=now)


def _after(request: PageRequest, memory: str, verb: str) -> str:
    if verb != "forget":
        return reverse("memory", args=[memory])
    return reverse("memories") + ("?view=mine" if request.caller.staff_role else "")
