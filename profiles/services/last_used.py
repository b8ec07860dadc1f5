"""When a credential was last used: kept in the cache, because a reading request must not write a row."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from redis.exceptions import RedisError

_EVERY: Final = timedelta(seconds=60)
_KEPT_SECONDS: Final = 400 * 24 * 3600
_MOST_REMEMBERED: Final = 10_000
_told: dict[int, datetime] = {}


def note(credential_id: int, now: datetime) -> None:
    """Remember that a credential was used, at most once a minute and process; a lost cache stops nobody."""
    last = _told.get(credential_id)
    if last is not None and abs(now - last) < _EVERY:
        return
    if len(_told) >= _MOST_REMEMBERED:
        _told.clear()
    _told[credential_id] = now
    try:
        cache.set(_key(credential_id), now, timeout=_KEPT_SECONDS)
    except RedisError:
        _told.pop(credential_id, None)


def read(credential_ids: Collection[int]) -> dict[int, datetime]:
    """Return when each credential was last used, to the minute; unknown ones are left out."""
    try:
        found = cache.get_many([_key(one) for one in credential_ids])
    except RedisError:
        return {}
    return {one: found[_key(one)] for one in credential_ids if _key(one) in found}


def _key(credential_id: int) -> str:
    return f"credential:{credential_id}:last-used"
