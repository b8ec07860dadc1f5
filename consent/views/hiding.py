"""What an owner lets others see of its memory: how much at most, what is taken out, how each tier looks."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.forms import HidingForm
from consent.models import Memory, Rendering
from consent.rules.tiers import Tier
from consent.serializers.memories import MemoryChanges
from consent.services import editing
from consent.shapes import memory_id
from consent.views.own import own_row
from memory_admin.http.pages import FORM, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem

_PAGE: Final = "consent/hiding.html"


@page(methods=FORM)
def hiding(request: PageRequest, memory: str) -> HttpResponse:
    """Show what each tier shows of the reader's own memory, or change what is taken out of it."""
    found = own_row(request, memory)
    if request.method != "POST":
        return _shown(request, found, HidingForm(initial=HidingForm.of(found)))
    form = HidingForm(request.POST)
    if not form.is_valid():
        return _shown(request, found, form, status=400)
    try:
        changes = MemoryChanges.check(form.changes())
        version = changes.pop("version")
        editing.update(memory_id(memory), changes, version=version, by=request.caller, now=timezone.now())
    except Problem as trouble:
        told = recorded(request, trouble)
        return _shown(request, found, form, status=told.status, trouble=told)
    messages.success(request, "What others are shown is made anew.")
    return HttpResponseRedirect(reverse("memory-hiding", args=[memory]))


def _shown(
    request: PageRequest, found: Memory, form: HidingForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    rows = Rendering.objects.filter(memory=found).order_by("-tier").only("tier", "title", "body", "tags")
    tiers = [(Tier(row.tier).word, row) for row in rows]
    context = {"form": form, "tiers": tiers, "id": f"mem_{found.public_id.hex}", **more}
    return show(request, _PAGE, context, status=status)
