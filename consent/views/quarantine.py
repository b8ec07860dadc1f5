"""Setting a memory aside and letting it back in: who loses sight of it is shown first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.forms import Sure
from consent.models import Memory
from consent.queries.access import Audited, audit_memory
from consent.services import quarantine as services
from memory_admin.http.pages import FORM, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem, not_found
from memory_admin.http.public_id import public_uuid
from profiles.rules.entity import AGENT

_SURE: Final = "consent/quarantine.html"


@page(methods=FORM)
def quarantine(request: PageRequest, memory: str) -> HttpResponse:
    """Show who would lose sight of a memory, or set it aside when the reader is sure."""
    return _either(request, memory, services.quarantine, "quarantined")


@page(methods=FORM)
def release(request: PageRequest, memory: str) -> HttpResponse:
    """Show who would see a memory again, or let it back in when the reader is sure."""
    return _either(request, memory, services.release, "released")


def _either(request: PageRequest, memory: str, act: Callable[..., Memory], done: str) -> HttpResponse:
    found, form = _found(request, memory), Sure(request.POST if request.method == "POST" else None)
    context = {"memory": memory, "done": done, "form": form, "found": found}
    context |= _effect(memory, request, timezone.now())
    context["because"] = request.GET.get("because", "")[:100]
    if not form.is_bound or not form.is_valid():
        return show(request, _SURE, context, status=400 if form.is_bound else 200)
    try:
        act(memory, by=request.caller, now=timezone.now(), reason=form.cleaned_data["reason"])
    except Problem as trouble:
        told = recorded(request, trouble)
        return show(request, _SURE, context | {"trouble": told}, status=told.status)
    messages.success(request, f"The memory is {done}.")
    return HttpResponseRedirect(reverse("memory", args=[memory]))


def _found(request: PageRequest, memory: str) -> Memory:
    """Return a memory without its text to who may set it aside; raises the one 404 to anyone else."""
    known = public_uuid(memory, "mem")
    rows = Memory.objects.only("pk", "owner_id", "state", "kind").exclude(state="erased")
    found = rows.filter(public_id=known).first() if known else None
    if found is None or not services.may_set_aside(found.owner_id, request.caller):
        raise not_found()
    return found


def _effect(memory: str, request: PageRequest, now: datetime) -> dict[str, Any]:
    """Return whom it concerns, the owner apart, and how many of them are agents."""
    audited: Audited = audit_memory(memory, by=request.caller, now=now)
    agents = [one for one in audited.others if one.startswith(f"{AGENT}:")]
    return {"owner": audited.owner, "others": audited.others, "agents": len(agents)}
