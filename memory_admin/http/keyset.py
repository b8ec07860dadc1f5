"""One page of a list in its stable order, by keyset: what is added meanwhile moves nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from django.db.models import Model, Q, QuerySet

from memory_admin.http.cursor import Paging

Row = TypeVar("Row", bound=Model)


def rows_of(rows: QuerySet[Row], page: Paging, *, by: Sequence[str] = ("pk",)) -> list[Row]:
    """Return the rows of a page in the order they were made, or by these columns, one more than fits,
    nearest first."""
    return _page(rows, page, by, newest=False)


def rows_of_newest(rows: QuerySet[Row], page: Paging, *, by: Sequence[str] = ("pk",)) -> list[Row]:
    """Return the rows of a page with the newest (the highest, by these columns) first, one more than fits,
    nearest first."""
    return _page(rows, page, by, newest=True)


def beyond(columns: Sequence[str], values: Sequence[Any], way: Literal["lt", "gt"]) -> Q:
    """Return the condition for the rows past a key in the order of several columns.

    It is said of the first column by itself too, so that an index on it is used."""
    found = Q()
    for place, column in enumerate(columns):
        same = dict(zip(columns[:place], values[:place], strict=True))
        found |= Q(**same, **{f"{column}__{way}": values[place]})
    return found & Q(**{f"{columns[0]}__{way}e": values[0]})


def _page(rows: QuerySet[Row], page: Paging, columns: Sequence[str], *, newest: bool) -> list[Row]:
    down = newest != page.backward
    if page.position is not None:
        rows = rows.filter(beyond(columns, page.position.values, "lt" if down else "gt"))
    order = [f"-{column}" if down else column for column in columns]
    return list(rows.order_by(*order)[: page.limit + 1])
