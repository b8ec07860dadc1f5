"""Violations: the queue, one of them with all that surrounds it, and its review."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from audit.forms.violations import BulkForm, ReviewForm, ViolationFilterForm
from audit.models import Violation
from audit.queries import violation_pages as queries
from audit.queries.violation_filters import violation_uuid
from audit.rules.plain_words import STATUSES
from audit.rules.reviewing import AUDITOR
from audit.services.reviewing import Target, change_of, review
from audit.views.violation import surrounding
from audit.views.violation_rows import line
from memory_admin.http.list_files import Columns, items, show_list
from memory_admin.http.page_links import Listed, asked_filters, listed, page_paging
from memory_admin.http.pages import ACT, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem, not_found

_WHOLE, _PART = "audit/violations.html", "audit/violations_list.html"
_ONE: Final = "audit/violation.html"
# Neither what was asked nor what was answered: a file leaves the masking behind.
_COLUMNS: Final[Columns] = items(
    *("id", "kind", "severity", "status", "at", "last_at", "times", "accessor", "owner", "memory"),
    *("trust", "score", "action_taken", "assignee", "recall", "request_id", "resolution", "changed_at"),
)


@page()
def violations(request: PageRequest) -> HttpResponse:
    """List violations, worst first: all to staff, to a person those about its own memories."""
    form = ViolationFilterForm(request.GET)
    context: dict[str, Any] = {"form": form, "staff": bool(request.caller.staff_role)}
    if not form.is_valid():
        return show(request, _WHOLE, context, part=_PART, status=400)
    filters = asked_filters(request, tuple(form.fields))
    context |= {"listed": _found(request, form, filters), "bulk": BulkForm(), "reviews": may_review(request)}
    return show_list(request, _WHOLE, context, _COLUMNS, part=_PART)


def may_review(request: PageRequest) -> bool:
    """Tell whether the reader's role changes anything here: an auditor only reads."""
    return request.caller.staff_role != AUDITOR


def _found(request: PageRequest, form: ViolationFilterForm, filters: dict[str, str]) -> Listed:
    paging, chosen = page_paging(request, filters), form.chosen()
    rows = queries.violations(chosen, paging, by=request.caller)
    shown = listed(paging, rows, filters, key=lambda row: queries.key(row, chosen.sort))
    return replace(shown, rows=line(shown.rows, request.caller))


@page()
def violation(request: PageRequest, violation: str) -> HttpResponse:
    """Show one violation: what was asked, the masked answer, the delivery, who did what about it."""
    return _shown(request, found(request, violation))


@page(methods=ACT)
def review_one(request: PageRequest, violation: str) -> HttpResponse:
    """Review one; what went wrong is said in place with the note as typed."""
    row, form = found(request, violation), ReviewForm(request.POST)
    if not form.is_valid():
        return _shown(request, row, form, status=400)
    try:
        change = change_of(form.given(), request.caller)
        target = Target(row.public, form.cleaned_data["version"])
        done = review(target, change, by=request.caller, now=timezone.now())
    except Problem as trouble:
        told = recorded(request, trouble)
        return _shown(request, row, form, told, status=told.status)
    messages.success(request, f"Kept. It is {STATUSES[done.status].lower()} now.")
    return HttpResponseRedirect(reverse("violation", args=[violation]))


def found(request: PageRequest, violation: str) -> Violation:
    """Return the violation an address names; raises the one 404 to whom it does not concern."""
    row = queries.violation(violation_uuid(violation), by=request.caller)
    if row is None:
        raise not_found()
    return row


def _shown(
    request: PageRequest,
    row: Violation,
    form: ReviewForm | None = None,
    trouble: Problem | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = surrounding(row, request.caller, timezone.now())
    context |= {"given": form or ReviewForm(), "trouble": trouble, "reviews": may_review(request)}
    return show(request, _ONE, context, status=status)
