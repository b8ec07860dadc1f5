"""Contexts: those the reader may know, one of them with its open sessions, and closing a session."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from consent.forms import Sure
from consent.models import Context, ContextSession
from consent.queries import contexts as queries
from consent.queries.open_sessions import open_to, session_uuid
from consent.queries.policies import current_policy
from consent.services import context_sessions
from consent.views.context_forms import ContextFilter, EditContext
from memory_admin.http.keyset import rows_of
from memory_admin.http.list_files import Columns, items, show_list
from memory_admin.http.page_links import asked_filters, listed, page_paging
from memory_admin.http.pages import FORM, PageRequest, page, recorded, show
from memory_admin.http.problem import Problem, not_found
from profiles.queries.principals import entity_ids

_MOST_SESSIONS: Final = 200
_MANY: Final = "consent/contexts.html"
_PART: Final = "consent/contexts_list.html"
_ONE: Final = "consent/context.html"
_COLUMNS: Final[Columns] = {
    **items("id", "owner"),
    "participants": lambda row: [one["entity"] for one in row["participants"]],
    **items("default_access_grants", "version", "created_at"),
}


@page()
def contexts(request: PageRequest) -> HttpResponse:
    """List the contexts the reader owns or sits in; all of them to an administrator."""
    form = ContextFilter(request.GET)
    if not form.is_valid():
        return show(request, _MANY, {"form": form}, part=_PART, status=400)
    filters = asked_filters(request, tuple(form.fields))
    paging = page_paging(request, filters)
    rows = rows_of(queries.narrowed(queries.known_to(request.caller), form.cleaned_data), paging)
    shown = dict(zip((row.pk for row in rows), queries.show(rows), strict=True))
    found = listed(paging, rows, filters, key=lambda row: (row.pk,))
    found.rows[:] = [shown[row.pk] for row in found.rows]
    return show_list(request, _MANY, {"form": form, "listed": found}, _COLUMNS, part=_PART)


@page()
def context(request: PageRequest, context: str) -> HttpResponse:
    """Show one context: who sits there, what is handed down, which sessions are open."""
    row = queries.find(context, request.caller)
    return context_page(request, row)


def context_page(
    request: PageRequest,
    row: Context,
    *,
    form: EditContext | None = None,
    trouble: Problem | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the page of a context, with what was typed where an edit was refused."""
    by, now = request.caller, timezone.now()
    (shown,) = queries.show([row])
    edits = row.owner_id == by.acting_id
    mine = [one for one in shown["participants"] if one["entity"] == by.acting]
    sessions = open_to(by, now).filter(context_id=row.pk)[:_MOST_SESSIONS]
    context: dict[str, Any] = {
        "context": shown,
        "sits": bool(mine),
        "sessions": [queries.show_session(one) for one in sessions],
        "renew": sorted(entity_ids(queries.renewals(row.pk, now)).values()) if edits or by.is_admin else [],
        "form": (form or EditContext.of(shown)) if edits else None,
        "waits": (waits := current_policy().rules.arrived_audience),
        "awaited": waits and any(not one["came"] for one in shown["participants"]),
        "may_come": waits and any(not one["came"] for one in mine),
    }
    return show(request, _ONE, context | {"trouble": trouble}, status=status)


@page(methods=FORM)
def close(request: PageRequest, session: str) -> HttpResponse:
    """Say what ends with a session, or end it when the reader is sure."""
    found = _closable(request, session)
    form = Sure(request.POST if request.method == "POST" else None)
    form.fields["reason"].required = found["participant"] != request.caller.acting
    if not form.is_bound or not form.is_valid():
        return _asked(request, found, form, status=400 if form.is_bound else 200)
    try:
        reason = form.cleaned_data["reason"]
        context_sessions.leave(session, by=request.caller, now=timezone.now(), reason=reason)
    except Problem as trouble:
        told = recorded(request, trouble)
        return _asked(request, found, form, told, status=told.status)
    messages.success(request, "Closed. Nothing comes through it from the next request on.")
    return HttpResponseRedirect(reverse("context", args=[found["context"]]))


def _closable(request: PageRequest, session: str) -> dict[str, Any]:
    """Return an open session of the reader, or anyone's to an administrator; raises the one 404."""
    uuid = session_uuid(session)
    rows = open_to(request.caller, timezone.now())
    found: ContextSession | None = rows.filter(public_id=uuid).first() if uuid is not None else None
    if found is None:
        raise not_found()
    return queries.show_session(found)


def _asked(
    request: PageRequest,
    found: dict[str, Any],
    form: Sure,
    trouble: Problem | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {"session": found, "form": form, "trouble": trouble}
    return show(request, "consent/context_close.html", context, status=status)
