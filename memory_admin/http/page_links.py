"""Pages of a list in the browser: filters live in the address, and cursors are bound to them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
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
class Listed:
    """What a list shows: rows, the addresses of the pages before and after, and of the list turned round."""

    rows: list[Any]
    earlier: str | None = None
    later: str | None = None
    filters: Mapping[str, str] = field(default_factory=dict)
    turn: str | None = None
    turned: bool = False


def asked_filters(request: PageRequest, names: Sequence[str]) -> dict[str, str]:
    """Return the filters in the address that have a value, as written."""
    return {name: value for name in names if (value := request.GET.get(name, "").strip())}


def page_paging(request: PageRequest, filters: Mapping[str, str], *, most: int | None = None) -> Paging:
    """Return the page the address asks for, of at most so many rows; raises Problem 400 `bad_cursor` for a
    position from elsewhere."""
    turned = request.GET.get("order") == REVERSED
    text = json.dumps([request.path, request.caller.principal_id, sorted(filters.items()), turned])
    bound = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    cursor = request.GET.get("cursor", "")
    return Paging(most or ROWS, unseal(cursor, bound) if cursor else None, bound, turned)


def listed(
    page: Paging, rows: Sequence[Row], filters: Mapping[str, str], *, key: Callable[[Row], Key]
) -> Listed:
    """Return the rows that fit, with the addresses beside them."""
    cut = page.page(rows, key=key, show=lambda row: row)
    asked = {**filters, "order": REVERSED} if page.turned else filters
    return Listed(
        list(cut["items"]),  # type: ignore[call-overload]
        earlier=_address(cut["previous"], asked),
        later=_address(cut["next"], asked),
        filters=filters,
        turn="?" + urlencode(filters if page.turned else {**filters, "order": REVERSED}),
        turned=page.turned,
    )


def _address(cursor: object, filters: Mapping[str, str]) -> str | None:
    return "?" + urlencode({**filters, "cursor": cursor}) if cursor else None
