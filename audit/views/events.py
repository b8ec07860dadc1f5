"""The audit: what happened with filters, one request's story, and the chain recomputed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django.http import HttpResponse
from django.utils import timezone

from audit import queries, services
from audit.forms.events import EventFilterForm
from audit.queries.health import seal_health
from audit.views.rows import rows
from memory_admin.http.list_files import Columns, attributes, show_list
from memory_admin.http.page_links import Listed, asked_filters, listed, page_paging
from memory_admin.http.pages import ACT, STAFF, PageRequest, page, show
from memory_admin.http.problem import not_found

_WHOLE, _PART = "audit/events.html", "audit/events_list.html"
_MOST: Final = 100
_SAID = (
    "at",
    "actor",
    "acting",
    "behalf",
    "action",
    "about",
    "outcome",
    "code",
    "reason",
    "door",
    "request_id",
)
_COLUMNS: Final[Columns] = {
    **attributes(*_SAID),
    "details": lambda row: [f"{name}={value}" for name, value in row.details],
}


@page(roles=STAFF)
def events(request: PageRequest) -> HttpResponse:
    """List events, newest first, narrowed by what the address asks."""
    form = EventFilterForm(request.GET)
    context: dict[str, Any] = {"form": form, "seals": seal_health(timezone.now())}
    if not form.is_valid():
        return show(request, _WHOLE, context, part=_PART, status=400)
    filters = asked_filters(request, tuple(form.fields))
    context["listed"] = _found(request, form, filters)
    return show_list(request, _WHOLE, context, _COLUMNS, part=_PART)


def _found(request: PageRequest, form: EventFilterForm, filters: dict[str, str]) -> Listed:
    paging = page_paging(request, filters)
    position = paging.position
    found = queries.events(
        form.chosen(),
        limit=paging.limit + 1,
        after=(position.values[0], position.values[1]) if position else None,
        backward=paging.backward,
    )
    shown = listed(paging, found, filters, key=queries.key, heads={"at": True})
    return replace(shown, rows=rows(shown.rows))


@page(roles=STAFF)
def story(request: PageRequest, req_id: str) -> HttpResponse:
    """Tell one request's story: its events in the order they happened."""
    found = queries.story(req_id)
    if not found:
        raise not_found()
    return show(request, "audit/story.html", {"req_id": req_id, "rows": rows(found)})


@page(roles=STAFF, methods=ACT)
def verify(request: PageRequest) -> HttpResponse:
    """Recompute every seal and event, against the exported file where it is here, and say what is wrong."""
    against = queries.readable(queries.export_path())
    found = services.verify(services.asked_by(request.caller), against=against, now=timezone.now())
    context = {"found": found, "findings": found.findings[:_MOST], "against": against is not None}
    return show(request, "audit/verified.html", context, part="audit/verification.html")
