"""Pages of a list in the browser: filters live in the address, and cursors are bound to them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from memory_admin.http.cursor import Key, Paging, unseal
from memory_admin.http.pages import PageRequest

ROWS: Final = 50
# As the value of `order` in an address.
REVERSED: Final = "reversed"
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column a list can go by: the address that has it so, or turned, and how it goes now."""

    address: str
    goes: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """What a list shows: rows, the addresses of the pages before and after, and of the list turned round."""

    rows: list[Any]
    earlier: str | None = None
    later: str | None = None
    filters: Mapping[str, str] = field(default_factory=dict)
    turn: str | None = None
    turned: bool = False
    heads: Mapping[str, Head] = field(default_factory=dict)


def asked_filters(request: PageRequest, names: Sequence[str]) -> dict[str, str]:
    """Return the filters in the address that have a value, as written."""
    return {name: value for name in names if (value := request.GET.get(name, "").strip())}


def page_paging(
    request: PageRequest, filters: Mapping[str, str], *, most: int | None = None, sorts: Collection[str] = ()
) -> Paging:
    """Return the page the address asks for, of at most so many rows, by one of these orders or the usual;
    raises Problem 400 `bad_cursor` for a position from elsewhere."""
    order = request.GET.get("order", "")
    sort = name if (name := order.removeprefix("-")) in sorts else ""
    turned = order == (f"-{sort}" if sort else REVERSED)
    told = [request.path, request.caller.principal_id, sorted(filters.items()), turned, sort]
    bound = hashlib.sha256(json.dumps(told).encode("utf-8", "surrogatepass")).digest()
    cursor = request.GET.get("cursor", "")
    return Paging(most or ROWS, unseal(cursor, bound) if cursor else None, bound, turned, sort)


def listed(
    page: Paging,
    rows: Sequence[Row],
    filters: Mapping[str, str],
    *,
    key: Callable[[Row], Key],
    heads: Mapping[str, bool] | None = None,
) -> Listed:
    """Return the rows that fit, with the addresses beside them; `heads` names the columns the list can go by,
    the usual one first, each with whether its highest come first."""
    cut = page.page(rows, key=key, show=lambda row: row)
    asked = {**filters, **_order(page.sort, page.turned)}
    return Listed(
        list(cut["items"]),  # type: ignore[call-overload]
        earlier=_address(cut["previous"], asked),
        later=_address(cut["next"], asked),
        filters=filters,
        turn="?" + urlencode({**filters, **_order(page.sort, not page.turned)}),
        turned=page.turned and not page.sort,
        heads=dict(_heads(page, filters, heads or {})),
    )


def _order(sort: str, turned: bool) -> dict[str, str]:
    if sort:
        return {"order": f"-{sort}" if turned else sort}
    return {"order": REVERSED} if turned else {}


def _heads(
    page: Paging, filters: Mapping[str, str], columns: Mapping[str, bool]
) -> Iterator[tuple[str, Head]]:
    for place, (name, down) in enumerate(columns.items()):
        sort = name if place else ""
        here = sort == page.sort
        way = "descending" if down != page.turned else "ascending"
        address = {**filters, **_order(sort, here and not page.turned)}
        yield name, Head("?" + urlencode(address), way if here else "")


def _address(cursor: object, filters: Mapping[str, str]) -> str | None:
    return "?" + urlencode({**filters, "cursor": cursor}) if cursor else None
