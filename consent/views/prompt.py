"""What a principal's prompt begins with, for who oversees: the layers, another's words covered."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.utils import timezone

from consent.forms import EntityField
from consent.prompt import preview as built
from consent.shapes.prompt import dropped_shown, layers_shown
from memory_admin.http.pages import STAFF, PageRequest, page, show
from memory_admin.http.problem import not_found
from profiles.queries.principals import by_entity

_WHOLE, _PART = "consent/prompt_preview.html", "consent/prompt_preview_answer.html"


class Whose(forms.Form):
    """Whose prompt, in which session."""

    principal = EntityField(label="Principal")
    session = forms.CharField(label="In session", required=False, max_length=200)


@page(roles=STAFF)
def preview(request: PageRequest) -> HttpResponse:
    """Show the effective prompt of one principal."""
    form = Whose(request.GET) if "principal" in request.GET else Whose()
    if not form.is_bound or not form.is_valid():
        return show(request, _WHOLE, {"form": form}, part=_PART, status=400 if form.is_bound else 200)
    person = by_entity(form.cleaned_data["principal"])
    if person is None:
        raise not_found()
    session = form.cleaned_data["session"] or None
    laid = built(person.pk, session, by=request.caller, now=timezone.now())
    context = {
        "form": form,
        "who": person.entity_id,
        "covered": person.pk != request.caller.principal_id,
        "messages_built": laid.messages,
        "layers": layers_shown(laid),
        "dropped": dropped_shown(laid),
    }
    return show(request, _WHOLE, context, part=_PART)
