"""Trust: relationships as a table and a matrix, one with its history, and what changes it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.http import HttpResponse
from django.utils import timezone

from consent.forms import TrustFilter, TrustForm
from consent.models import TrustRelationship
from consent.queries import trust as queries
from consent.queries.suggestions import open_suggestions, show_suggestion
from consent.rules.trust import readable
from consent.rules.trusting import capacity
from consent.services.trust import Between
from memory_admin.http.keyset import rows_of
from memory_admin.http.list_files import items, show_list
from memory_admin.http.page_links import asked_filters, listed, page_paging
from memory_admin.http.pages import PageRequest, page, show
from memory_admin.http.problem import not_found
from profiles.queries.principals import entity_ids, ids_of
from profiles.rules.entity import EntityError, parse_entity, parse_grantee
from profiles.types import EVERYONE_ID, Caller

_WHOLE, _PART = "consent/trust.html", "consent/trust_list.html"
_CELLS: Final = 2000
_STEPS: Final = 50
_COLUMNS: Final = items(
    *("id", "owner", "accessor", "context", "base_trust", "require_validation", "strict_mode", "auto_lower"),
    *("summary", "reason", "version", "last_updated"),
)


@page()
def trust(request: PageRequest) -> HttpResponse:
    """List the relationships the reader is a side of, to who oversees all."""
    by, now, form = request.caller, timezone.now(), TrustFilter(request.GET)
    context: dict[str, Any] = {"form": form, "view": "table", "waiting": _waiting(request)}
    if not form.is_valid():
        return show(request, _WHOLE, context, part=_PART, status=400)
    filters = asked_filters(request, tuple(form.fields))
    paging = page_paging(request, filters)
    rows = queries.relationships(by, now)
    ids = ids_of([one for one in form.cleaned_data.values() if one])
    for name, entity in form.cleaned_data.items():
        rows = rows.filter(**{f"{name}_id": ids.get(entity, -1)}) if entity else rows
    found = listed(paging, rows_of(rows, paging), filters, key=lambda row: (row.pk,))
    found.rows[:] = [queries.show(row, by=by, now=now) for row in found.rows]
    return show_list(request, _WHOLE, context | {"listed": found}, _COLUMNS, part=_PART)


def _waiting(request: PageRequest) -> int:
    by, now = request.caller, timezone.now()
    return queries.open_requests(by, now).count() + open_suggestions(by, now).count()


@page()
def matrix(request: PageRequest) -> HttpResponse:
    """Show trust as a grid: who trusts whom how far, what holds everywhere."""
    by, now = request.caller, timezone.now()
    rows = queries.relationships(by, now).filter(context=None).order_by("owner_id", "accessor_id")
    cells = list(rows[: _CELLS + 1])
    names = entity_ids({one for row in cells for one in (row.owner_id, row.accessor_id)})
    accessors = sorted({row.accessor_id for row in cells}, key=lambda one: (one != EVERYONE_ID, names[one]))
    values = {(row.owner_id, row.accessor_id): row for row in cells[:_CELLS]}
    owners = sorted({row.owner_id for row in cells}, key=names.__getitem__)
    lines = [(names[one], [_cell(values.get((one, other)), names) for other in accessors]) for one in owners]
    context = {"lines": lines, "accessors": [names[one] for one in accessors], "view": "matrix"}
    context |= {"more": len(cells) > _CELLS, "waiting": _waiting(request)}
    return show(request, "consent/trust_matrix.html", context)


def _cell(row: TrustRelationship | None, names: Mapping[int, str]) -> dict[str, Any] | None:
    if row is None:
        return None
    return {
        "owner": names[row.owner_id],
        "accessor": names[row.accessor_id],
        "value": readable(row.base_trust),
        "strict": row.strict_mode,
    }


@page()
def one(request: PageRequest, owner: str, accessor: str) -> HttpResponse:
    """Show one relationship, to the owner's side with its history and what may be changed."""
    return relationship_page(request, owner, accessor)


def relationship_page(
    request: PageRequest, owner: str, accessor: str, *, status: int = 200, **said: Any
) -> HttpResponse:
    """Show a relationship with what was said about a change to it; 404 to whom it does not concern."""
    by, now, sides = request.caller, timezone.now(), sides_of(owner, accessor)
    pair = _pair(*sides, context := request.GET.get("context") or None)
    is_owners = queries.is_owners(pair.owner, by, now)
    found = queries.row(pair.owner, pair.accessor, pair.context)
    if not is_owners and (found is None or by.acting_id != pair.accessor):
        raise not_found()
    known = queries.show(found, by=by, now=now) if found else None
    changes = _may_change(pair.owner, by, now)
    told = {
        "owner": sides[0],
        "accessor": sides[1],
        "context": context,
        "known": known,
        "history": _history(found) if found and is_owners else [],
        "changes": changes,
        "ruled": changes and by.is_admin and by.acting_id != pair.owner,
        "asks": by.acting_id == pair.accessor,
        "suggestions": _suggestions(request, pair.owner, pair.accessor) if is_owners else [],
        "form": TrustForm(initial=_initial(known)),
    }
    return show(request, "consent/trust_one.html", told | said, status=status)


def _may_change(owner: int, by: Caller, now: datetime) -> bool:
    return bool(capacity(by, owner, queries.speakers(owner, now), "a reason"))


def _pair(owner: str, accessor: str, context: str | None) -> Between:
    """Return the ids of both sides and of a context; raises 404 where nobody has one of the names."""
    ids = ids_of([one for one in (owner, accessor, context) if one is not None])
    if owner not in ids or accessor not in ids or (context is not None and context not in ids):
        raise not_found()
    return Between(ids[owner], ids[accessor], None if context is None else ids[context])


def sides_of(owner: str, accessor: str) -> tuple[str, str]:
    """Return the canonical names of both sides; raises the one 404 for what names nobody."""
    try:
        return str(parse_entity(owner)), str(parse_grantee(accessor))
    except EntityError:
        raise not_found() from None


def _history(found: TrustRelationship) -> list[dict[str, Any]]:
    return [queries.show_change(row) for row in queries.history(found).order_by("-pk")[:_STEPS]]


def _suggestions(request: PageRequest, owner: int, accessor: int) -> list[dict[str, Any]]:
    rows = open_suggestions(request.caller, timezone.now()).filter(owner_id=owner, accessor_id=accessor)
    return [show_suggestion(row) for row in rows]


def _initial(known: dict[str, Any] | None) -> dict[str, Any]:
    names = ("base_trust", "summary", "require_validation", "strict_mode", "auto_lower", "version", "context")
    return {name: known[name] for name in names} if known else {"version": 0}
