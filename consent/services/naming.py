"""Finding the entities a write names; who may bring in no more is answered alike for all it does not know."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from consent.queries.knowing import known_among
from profiles.models import Principal
from profiles.services.registering import is_used_up, register, used_up
from profiles.types import Caller


def entities_named(texts: Collection[str], *, by: Caller, now: datetime) -> dict[str, Principal]:
    """Return the principals of entity ids, by canonical id, those nobody named before made, unverified.

    Raises as `register` does, and as it does where the quota is used up for whom the caller does not know."""
    found = register(texts, by=by, now=now)
    require_known({row.pk for row in found.values()}, by=by, now=now)
    return found


def require_known(ids: Collection[int], *, by: Caller, now: datetime) -> None:
    """Raise Problem 422 where a token that may bring in nobody more names somebody it does not know.

    Who is there and who is not is answered alike: else each name that passed would tell of a hidden id."""
    if is_used_up(by) and set(ids) - known_among(ids, by, now):
        raise used_up()
