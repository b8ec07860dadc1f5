"""Doing a write once: the same Idempotency-Key and body have the same effect, answered as it is today."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils import timezone

from memory_admin.http.problem import not_found
from memory_admin.http.request import ApiRequest
from profiles.services import idempotency

Row = TypeVar("Row", bound=Model)


def once(request: ApiRequest, act: Callable[[], int | None]) -> int:
    """Do `act` unless this key did it already; returns the id of the row it made or changed, else 0.

    Call it after the caller's right was checked: a repeated request is answered under today's rights."""
    match = request._request.resolver_match
    route = f"{request.method} {match.route if match else ''}"
    effect = idempotency.once(request, route, lambda: {"id": act() or 0}, now=timezone.now())
    return int(effect["id"])


def kept(rows: QuerySet[Row], key: int) -> Row:
    """Return the row an effect left; raises Problem 404 when it is gone by now."""
    found = rows.filter(pk=key).first()
    if found is None:
        raise not_found()
    return found
