"""Making and editing contexts on the pages: an edit shows first who comes, who goes and what follows."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.models import Context
from consent.queries import contexts as queries
from consent.queries.context_effect import effect_of
from consent.rules.contexts import Outline
from consent.services import context_sessions, contexts
from consent.services.context_naming import canonical
from consent.services.contexts import Changes, Made
from consent.views.context_forms import EditContext, NewContext
from consent.views.contexts import context_page
from memory_admin.http.pages import ACT, FORM, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem
from profiles.queries.principals import entity_ids


@page(methods=FORM)
def new(request: PageRequest) -> HttpResponse:
    """Take a new context; nothing typed is lost where it is refused."""
    form = NewContext(request.POST if request.method == "POST" else None)
    if not form.is_bound or not form.is_valid():
        return _form(request, form, status=400 if form.is_bound else 200)
    try:
        made = contexts.create(form.outline(), by=request.caller, now=timezone.now())
    except Problem as trouble:
        told = recorded(request, trouble)
        return _form(request, form, told, status=told.status)
    for subject, status in made.consents.items():
        said = "Consent for {} is recorded." if status == "active" else "Those who answer for {} were asked."
        messages.success(request, said.format(subject))
    messages.success(request, "Made. Its participants may enter it.")
    return HttpResponseRedirect(_address(made.context))


def _form(
    request: PageRequest, form: NewContext, trouble: Problem | None = None, *, status: int = 200
) -> HttpResponse:
    return show(request, "consent/context_new.html", {"form": form, "trouble": trouble}, status=status)


@page(methods=ACT)
def come(request: PageRequest, context: str) -> HttpResponse:
    """Take the reader's seat in a context that lists it."""
    found = context_sessions.take_seat(context, by=request.caller, now=timezone.now())
    messages.success(request, "You sit here now. What everyone here may know may be said here.")
    return HttpResponseRedirect(reverse("context", args=[entity_ids({found})[found]]))


@page(methods=ACT)
def edit(request: PageRequest, context: str) -> HttpResponse:
    """Show what an edit would do, or make it when the reader is sure."""
    by, now = request.caller, timezone.now()
    row = queries.find(context, by)
    if row.owner_id != by.acting_id:
        raise Problem(403, "forbidden", "Only its owner edits a context.")
    form = EditContext(request.POST)
    if not form.is_valid():
        return context_page(request, row, form=form, status=400)
    try:
        if "sure" not in request.POST:
            return _asked(request, row, form, now)
        version = form.cleaned_data["version"]
        made = contexts.edit(context, form.changes(), version=version, by=by, now=now)
    except Problem as trouble:
        told = recorded(request, trouble)
        return context_page(request, row, form=form, trouble=told, status=told.status)
    _tell(request, made)
    return HttpResponseRedirect(_address(made.context))


def _asked(request: PageRequest, row: Context, form: EditContext, now: datetime) -> HttpResponse:
    changes: Changes = form.changes()
    (shown,) = queries.show([row])
    outline = Outline(shown["id"], changes.seats or (), changes.default_access_grants)
    effect = effect_of(row, canonical(outline), by=request.caller, now=now)
    return show(
        request, "consent/context_sure.html", {"context": shown, "effect": effect, "given": form.data}
    )


def _tell(request: PageRequest, made: Made) -> None:
    messages.success(request, "Changed. It holds from the next request on.")
    if made.renew_from:
        names = ", ".join(sorted(entity_ids(made.renew_from).values()))
        messages.warning(request, f"Not everyone who sits here is covered by the consent of: {names}.")


def _address(row: Context) -> str:
    return reverse("context", args=[entity_ids({row.pk})[row.pk]])
