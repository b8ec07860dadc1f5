"""An optional limit of requests per credential, counted in the shared cache per window."""

from __future__ import annotations

import time
from functools import cache

from django.conf import settings
from django.core.cache import cache as store
from django.core.exceptions import ImproperlyConfigured

from memory_admin.http.problem import too_many


def check(credential_id: int | None) -> None:
    """Count a request against `MEMORY_ADMIN_RATE_LIMIT` ("600/60": requests/seconds); raises Problem 429."""
    rate = getattr(settings, "MEMORY_ADMIN_RATE_LIMIT", "")
    if not rate or credential_id is None:
        return
    most, seconds = _parsed(rate)
    now = time.time()
    window = int(now // seconds)
    if _counted(f"requests:{credential_id}:{window}", seconds) > most:
        raise too_many(int((window + 1) * seconds - now) + 1)


def _counted(name: str, seconds: int) -> int:
    store.add(name, 0, timeout=2 * seconds)
    return int(store.incr(name))


@cache
def _parsed(rate: str) -> tuple[int, int]:
    most, _, seconds = rate.partition("/")
    if not (most.isdigit() and seconds.isdigit() and int(seconds) > 0):
        raise ImproperlyConfigured('MEMORY_ADMIN_RATE_LIMIT must look like "600/60" (requests/seconds).')
    return int(most), int(seconds)
