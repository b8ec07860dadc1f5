"""One page of a list in its stable order, by keyset: what is added meanwhile moves nothing."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet

from memory_admin.http.cursor import Paging

Row = TypeVar("Row", bound=Model)


def rows_of(rows: QuerySet[Row], page: Paging) -> list[Row]:
    """Return the rows of a page in the order they were made, one more than fits, nearest first."""
    return _page(rows, page, "pk", newest=False)


def rows_of_newest(rows: QuerySet[Row], page: Paging, *, by: str = "pk") -> list[Row]:
    """Return the rows of a page with the newest first, one more than fits, nearest first."""
    return _page(rows, page, by, newest=True)


def _page(rows: QuerySet[Row], page: Paging, column: str, *, newest: bool) -> list[Row]:
    place = page.position
    down = newest != page.backward
    if place is not None:
        rows = rows.filter(**{f"{column}__{'lt' if down else 'gt'}": place.values[0]})
    return list(rows.order_by(f"-{column}" if down else column)[: page.limit + 1])
