"""Doing a write once, for apps that may not know who keeps the keys."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from memory_admin.http.request import ApiRequest

Effect = dict[str, Any]


def once(request: ApiRequest, route: str, effect: Callable[[], Effect], *, now: datetime) -> Effect:
    """Run `effect` unless this caller's Idempotency-Key has done so; the setting names who knows."""
    kept = import_string(settings.MEMORY_ADMIN_ONCE_HOOK)
    done: Effect = kept(request, route, effect, now=now)
    return done
