"""Writing memories on a page: a new one, one in the place of another, an edit; nothing typed is lost."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.forms.writing import MemoryEdit, NewMemory
from consent.models import Memory, Participant
from consent.queries.describing import describe_own
from consent.serializers.memories import MemoryBody, MemoryChanges
from consent.services import editing
from consent.services.memories import Written
from consent.services.owning import own, require_version
from consent.services.writing import Entry, write, write_instead
from consent.shapes import draft_of
from consent.views.own import Own, losing, own_memory
from memory_admin.http.pages import FORM, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem
from profiles.queries.principals import entity_ids
from profiles.types import Caller

_PAGE: Final = "consent/memory_write.html"


@page(methods=FORM)
def new(request: PageRequest) -> HttpResponse:
    """Take a memory of the reader's own; what is refused is said at its field."""
    form = _form(request, {"context": request.GET.get("context", "")[:200]})
    if not form.is_bound or not form.is_valid():
        return _shown(request, {"form": form}, 400 if form.is_bound else 200)
    try:
        written = write(_entry(form), by=request.caller, now=timezone.now())
    except Problem as trouble:
        return _refused(request, {"form": form}, trouble)
    return _kept(request, written, form)


@page(methods=FORM)
def replace(request: PageRequest, memory: str) -> HttpResponse:
    """Take what stands in the place of a memory of the reader's own; the old one stays readable."""
    was = own_memory(request, memory)
    form = _form(request, {**MemoryEdit.typed(was), **_sharing(was), "replaces": was["version"]})
    context = {"form": form, "was": was, "losing": losing(memory, request)}
    if not form.is_bound or not form.is_valid():
        return _shown(request, context, 400 if form.is_bound else 200)
    by, version = request.caller, form.cleaned_data["replaces"]
    try:
        written = write_instead(memory, _entry(form), version=version, by=by, now=timezone.now())
    except Problem as trouble:
        return _refused(request, context, trouble)
    messages.success(request, "The old memory is replaced; you find it under the state superseded.")
    return _kept(request, written, form)


@page(methods=FORM)
def edit(request: PageRequest, memory: str) -> HttpResponse:
    """Show a memory of the reader's own as a form, or change it from the version that was read."""
    was = own_memory(request, memory)
    form = MemoryEdit(request.POST if request.method == "POST" else None, initial=MemoryEdit.typed(was))
    context = {"form": form, "edited": was}
    if not form.is_bound or not form.is_valid():
        return _shown(request, context, 400 if form.is_bound else 200)
    try:
        changed = _change(memory, form, was, request.caller, timezone.now())
    except Problem as trouble:
        return _refused(request, context, trouble)
    messages.success(request, "Changed; what it said before is kept." if changed else "Nothing was changed.")
    return HttpResponseRedirect(reverse("memory", args=[memory]))


def _form(request: PageRequest, initial: Mapping[str, Any]) -> NewMemory:
    seats = Participant.objects.filter(principal_id=request.caller.acting_id)
    contexts = sorted(entity_ids(seats.values_list("context_id", flat=True)).values())
    typed = request.POST if request.method == "POST" else None
    return NewMemory(typed, contexts=contexts, initial=initial)


def _sharing(was: Own) -> dict[str, str]:
    """Return who told a memory and with whom it is shared, live or not, as the form has it."""
    grants = {*was["access_grants"], *(one["grantee"] for one in was["pending_grants"])}
    return {
        "kind": was["kind"],
        "source_entity": was["source_entity"] or "",
        "context": was["context"] or "",
        "access_grants": "\n".join(sorted(grants)),
        "derived_from": "\n".join(was["derived_from"]),
    }


def _entry(form: NewMemory) -> Entry:
    """Return what was typed; raises Problem 400, 422 for what the interface would not take either."""
    draft = draft_of(MemoryBody.check(form.body()))
    return Entry(draft, form.cleaned_data.get("context") or "")


def _change(memory: str, form: MemoryEdit, was: Own, by: Caller, now: datetime) -> bool:
    """Make an edit of what differs; tells whether anything does."""
    given = form.cleaned_data
    found: Memory = own(memory, by)
    require_version(found, given["version"])
    changes = form.changes(was)
    if not changes:
        return False
    named = changes | ({"reason": given["reason"]} if given["reason"] else {})
    editing.update(memory, MemoryChanges.check(named), version=given["version"], by=by, now=now)
    return True


def _kept(request: PageRequest, written: Written, form: NewMemory) -> HttpResponse:
    """Say what became of what was written and go there."""
    (fields,) = describe_own([written.public_id], by=request.caller, now=timezone.now())
    kept = "Kept." if written.created else "You had this memory already; what is new in it was added."
    messages.success(request, f"{kept} {_seen_by(fields)}")
    for one in fields["pending_grants"]:
        asked = ", ".join(one["missing_consent_from"])
        messages.warning(request, f"{one['grantee']} does not see it yet: {asked} has to agree.")
    about = set(fields["subject_ids"]) - set(form.cleaned_data["subject_ids"])
    if about and written.created:
        messages.warning(request, f"It names {', '.join(sorted(about))}, so it counts as about them.")
    return HttpResponseRedirect(reverse("memory", args=[written.public_id]))


def _seen_by(fields: Own) -> str:
    others = ["everyone" if one == "*" else one for one in fields["access_grants"]]
    return f"Besides you it is seen by {', '.join(others)}." if others else "Only you see it."


def _refused(request: PageRequest, context: Mapping[str, Any], trouble: Problem) -> HttpResponse:
    told = recorded(request, trouble)
    context["form"].explain(told)
    return _shown(request, {**context, "trouble": told}, told.status)


def _shown(request: PageRequest, context: Mapping[str, Any], status: int) -> HttpResponse:
    return show(request, _PAGE, context, status=status)
