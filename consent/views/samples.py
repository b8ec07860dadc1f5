"""Responses that passed and were drawn for review, and those whose validation never came; staff's alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from audit.models import Recall
from audit.rules.plain_words import TAKEN
from audit.rules.reviewing import reviews
from audit.views.violation import pieces
from consent.forms import Sure
from consent.forms.asking import EntityField
from consent.models import Validation
from consent.queries.validations import drawn, owed
from consent.services import sampling, tickets
from memory_admin.http.keyset import rows_of_newest
from memory_admin.http.list_files import Columns, items, show_list
from memory_admin.http.page_links import Listed, asked_filters, listed, page_paging
from memory_admin.http.pages import ACT, STAFF, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem
from profiles.queries.principals import entity_ids, ids_of

_WHOLE, _PART = "consent/samples.html", "consent/samples_list.html"
_OWED: Final = "consent/samples_owed.html"
_MOST_OWED: Final = 200
_NOTHING: Final[Mapping[str, str]] = {}
# Neither what was answered nor anybody's note on it: a file leaves the masking behind.
_COLUMNS: Final[Columns] = items(
    *("id", "recall_id", "acting", "at", "score", "action_taken", "found", "looked_at", "looked_by")
)


class SampleFilter(forms.Form):
    """Which responses, and whose."""

    view = forms.ChoiceField(
        label="Which",
        required=False,
        choices=[("waiting", "nobody looked at yet"), ("looked", "looked at")],
    )
    accessor = EntityField(label="Accessor", required=False)


class LookForm(forms.Form):
    """What somebody found in a response."""

    found = forms.ChoiceField(choices=[(one, one) for one in (sampling.FINE, sampling.TOLD)])
    note = forms.CharField(required=False, max_length=500)


@page(roles=STAFF)
def samples(request: PageRequest) -> HttpResponse:
    """List responses that passed and were drawn for a person to look at, newest first."""
    return _page(request)


def _page(
    request: PageRequest, told: Problem | None = None, typed: Mapping[str, str] = _NOTHING
) -> HttpResponse:
    form, reader = SampleFilter(request.GET), request.caller
    context = {"form": form, "reviews": reviews(reader), "trouble": told, "typed": typed}
    if not form.is_valid():
        return show(request, _WHOLE, context, part=_PART, status=400)
    filters = asked_filters(request, tuple(form.fields))
    paging = page_paging(request, filters)
    rows = rows_of_newest(_chosen(form.cleaned_data), paging)
    found = _shown(listed(paging, rows, filters, key=lambda row: (row.pk,)))
    answer = show_list(request, _WHOLE, {**context, "listed": found}, _COLUMNS, part=_PART)
    answer.status_code = told.status if told else 200
    return answer


def _chosen(asked: Mapping[str, str]) -> QuerySet[Validation]:
    rows = Validation.objects.filter(sampled=True, looked_at__isnull=asked["view"] != "looked")
    accessor = asked["accessor"]
    return rows.filter(acting_id=ids_of([accessor]).get(accessor, -1)) if accessor else rows


@page(roles=STAFF, methods=ACT)
def look(request: PageRequest, sample: str) -> HttpResponse:
    """Keep what the reader found; what went wrong is said above the list with the note as typed."""
    form, now = LookForm(request.POST), timezone.now()
    try:
        sampling.require_looker(request.caller)
        if not form.is_valid():
            raise Problem(400, "invalid", "Say whether it told too much; a note has at most 500 characters.")
        seen = sampling.Look(form.cleaned_data["found"], form.cleaned_data["note"])
        row = sampling.look(sample, seen, by=request.caller, now=now)
    except Problem as trouble:
        told = recorded(request, trouble)
        typed = {"id": sample, "note": request.POST.get("note", "")[:500]}
        return _page(request, told, typed)
    if row.violation is None:
        messages.success(request, "Kept: it told nothing.")
        return HttpResponseRedirect(reverse("samples"))
    messages.success(request, "It is a violation now. Decide what follows from it.")
    return HttpResponseRedirect(reverse("violation", args=[f"vio_{row.violation.hex}"]))


@page(roles=STAFF)
def owing(request: PageRequest) -> HttpResponse:
    """List responses that had to be validated and were not, the longest overdue first."""
    return _owing(request)


@page(roles=STAFF, methods=ACT)
def clear(request: PageRequest, recall: str) -> HttpResponse:
    """No longer wait for a validation, with a reason; its asker goes on."""
    form = Sure(request.POST)
    try:
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        tickets.clear(recall, reason, by=request.caller, now=timezone.now())
    except Problem as trouble:
        return _owing(request, recorded(request, trouble))
    messages.success(request, "No longer waited for: its asker may go on.")
    return HttpResponseRedirect(reverse("samples-owed"))


def _owing(request: PageRequest, trouble: Problem | None = None) -> HttpResponse:
    rows = owed(limit=_MOST_OWED, now=timezone.now())
    context = {
        "owing": rows,
        "most": _MOST_OWED,
        "trouble": trouble,
        "reviews": reviews(request.caller),
    }
    return show(request, _OWED, context, status=trouble.status if trouble else 200)


def _shown(found: Listed) -> Listed:
    """Put names and the request's story to rows, and cut each masked text where something was found."""
    rows: Sequence[Validation] = list(found.rows)
    names = entity_ids({one for row in rows for one in (row.acting_id, row.looked_by) if one is not None})
    asked = Recall.objects.filter(public__in=[row.recall for row in rows])
    stories = dict(asked.values_list("public", "request_id"))
    found.rows[:] = [_row(row, names, stories.get(row.recall, "")) for row in rows]
    return found


def _row(row: Validation, names: dict[int, str], story: str) -> dict[str, Any]:
    return {
        **drawn(row, names),
        "taken": TAKEN.get(row.action, ""),
        "looked_by": names.get(row.looked_by or -1, ""),
        "note": row.look_note,
        "pieces": pieces(row.masked, row.spans),
        "violation": f"vio_{row.violation.hex}" if row.violation else "",
        "story": story,
    }
