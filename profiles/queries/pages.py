"""One page of a list in its stable order, by keyset."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet

from memory_admin.http.cursor import Paging

Row = TypeVar("Row", bound=Model)


def rows_of(rows: QuerySet[Row], page: Paging) -> list[Row]:
    """Return the rows of a page in the order they were made, one more than fits, nearest first."""
    place = page.position
    if place is None:
        return list(rows.order_by("pk")[: page.limit + 1])
    if place.backward:
        return list(rows.filter(pk__lt=place.values[0]).order_by("-pk")[: page.limit + 1])
    return list(rows.filter(pk__gt=place.values[0]).order_by("pk")[: page.limit + 1])


def rows_of_newest(rows: QuerySet[Row], page: Paging) -> list[Row]:
    """Return the rows of a page with the newest first, one more than fits, nearest first."""
    place = page.position
    if place is None:
        return list(rows.order_by("-pk")[: page.limit + 1])
    if place.backward:
        return list(rows.filter(pk__gt=place.values[0]).order_by("pk")[: page.limit + 1])
    return list(rows.filter(pk__lt=place.values[0]).order_by("-pk")[: page.limit + 1])
