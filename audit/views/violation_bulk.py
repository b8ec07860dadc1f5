"""The same decision on many violations: its effect is shown first, then it is made once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from audit.forms.violations import BulkForm
from audit.models import Violation
from audit.queries import violation_pages as queries
from audit.queries.compliance import records
from audit.queries.directory import names_of
from audit.queries.violation_filters import violation_uuid
from audit.rules.plain_words import STATUSES, percent
from audit.services.reviewing import Target, change_of, review_each
from audit.views.violation_rows import line
from memory_admin.http.pages import ACT, PageRequest, page, show
from memory_admin.http.problem import Problem, bad_request

_MOST: Final = 100
_SURE: Final = "audit/violations_sure.html"


@page(methods=ACT)
def bulk(request: PageRequest) -> HttpResponse:
    """Show what a decision on the chosen ones does, or make it when the reader is sure."""
    targets, form = _targets(request), BulkForm(request.POST)
    if not form.is_valid():
        raise bad_request("invalid", "Choose what to make of them.")
    if "sure" in request.POST:
        return _made(request, targets, form.cleaned_data)
    rows = list(queries.visible(request.caller).filter(public__in=[one.violation for one in targets]))
    context = {
        "chosen": form.cleaned_data,
        "stands": STATUSES[form.cleaned_data["status"]].lower(),
        "targets": request.POST.getlist("item"),
        "rows": line(rows, request.caller),
        "effects": _effects(rows, form.cleaned_data["status"], timezone.now()),
        "weighty": sum(row.severity == "critical" or row.status == "escalated" for row in rows),
    }
    return show(request, _SURE, context)


def _targets(request: PageRequest) -> list[Target]:
    """Return what was ticked, each with the version on the page; raises Problem 400 for none or too many."""
    ticked = list(dict.fromkeys(request.POST.getlist("item")))
    if not 0 < len(ticked) <= _MOST:
        raise bad_request("invalid", f"Tick between one and {_MOST} violations first.")
    return [_target(one) for one in ticked]


def _target(ticked: str) -> Target:
    violation, _, version = ticked.partition(":")
    if not (version.isascii() and version.isdigit() and len(version) < 10):
        raise bad_request("version_missing")
    return Target(violation_uuid(violation), int(version))


def _effects(rows: Sequence[Violation], status: str, now: datetime) -> list[dict[str, Any]]:
    """Return how the figure of each accessor moves."""
    by_accessor = defaultdict(list)
    for row in rows:
        if row.accessor_id is not None:
            by_accessor[row.accessor_id].append(row.pk)
    found, names = records(by_accessor.keys(), now=now), names_of(by_accessor.keys())
    return [
        {
            "accessor": names.get(one, "?"),
            "count": len(keys),
            "before": percent(found[one].rate),
            "after": percent(found[one].after(keys, status)),
        }
        for one, keys in sorted(by_accessor.items())
    ]


def _made(request: PageRequest, targets: list[Target], chosen: dict[str, Any]) -> HttpResponse:
    change = change_of(chosen, request.caller)
    done = review_each(targets, change, by=request.caller, now=timezone.now())
    refused = [one for one in done if isinstance(one, Problem)]
    made = len(done) - len(refused)
    if made:
        stands = STATUSES[chosen["status"]].lower()
        messages.success(request, f"{made} violation{'s' if made != 1 else ''} {stands}.")
    for said in sorted({one.detail for one in refused}):
        count = sum(one.detail == said for one in refused)
        messages.warning(request, f"{count} left as {'they are' if count > 1 else 'it is'}: {said}")
    return HttpResponseRedirect(reverse("violations"))
