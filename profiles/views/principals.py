"""The directory: who is who, as far as the reader may know."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from django.http import HttpResponse
from django.utils import timezone

from memory_admin.http.keyset import rows_of
from memory_admin.http.list_files import Columns, show_list
from memory_admin.http.page_links import asked_filters, listed, page_paging
from memory_admin.http.pages import PageRequest, page, show
from profiles.forms import DirectoryFilter
from profiles.queries import directory
from profiles.queries.directory_pages import narrowed
from profiles.queries.tokens import credentials_of


@page()
def principals(request: PageRequest) -> HttpResponse:
    """List the principals the reader may know, in the order they were made or by their ids."""
    form = DirectoryFilter(request.GET)
    filters = asked_filters(request, tuple(form.fields))
    if not form.is_valid():
        return show(request, "profiles/principals.html", {"form": form}, status=400, part=_PART)
    paging = page_paging(request, filters, sorts=_HEADS)
    by = "entity_id" if paging.sort == "id" else "pk"
    rows = rows_of(narrowed(directory.principals(request.caller, timezone.now()), filters), paging, by=(by,))
    found = listed(paging, rows, filters, key=lambda row: (getattr(row, by),), heads=_HEADS)
    context = {"form": form, "listed": found}
    return show_list(request, "profiles/principals.html", context, _COLUMNS, part=_PART)


@page()
def one(request: PageRequest, entity: str) -> HttpResponse:
    """Show one principal: what it is called, where it belongs, who answers for it, its credentials."""
    by, now = request.caller, timezone.now()
    found = directory.find(entity, by, now)
    context = {
        "principal": found,
        "close": directory.is_close(found, by),
        "itself": found.pk == by.principal_id,
        "staff": bool(by.staff_role),
        "aliases": directory.aliases(found).order_by("pk"),
        "identities": directory.identities(found, by).order_by("pk"),
        "memberships": directory.memberships(found, by, now).order_by("pk")[:200],
        "custody": directory.custody(found, by, now).order_by("pk")[:200],
        "credentials": credentials_of(found, by, now),
    }
    return show(request, "profiles/principal.html", context)


# What the directory can go by: each has an index of its own.
_HEADS: Final = {"since": False, "id": False}
_PART: Final = "profiles/principals_list.html"
_COLUMNS: Final[Columns] = {
    name: attrgetter(name)
    for name in ("entity_id", "display_name", "is_collective", "active", "held", "verified_at", "created_at")
}
