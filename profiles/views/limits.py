"""How often sign-in may be tried: by a client's network, and by whom or what is tried."""

from __future__ import annotations

from typing import Final

from allauth.core.internal.ratelimit import consume
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from memory_admin.http.problem import too_many
from memory_admin.http.request import request_id_of
from profiles.services import signing

WAIT: Final = 15 * 60  # seconds, the longest of the windows in the settings


def require(request: HttpRequest, way: str, action: str, key: str) -> None:
    """Count a try, one that only reads too, against ACCOUNT_RATE_LIMITS; raises Problem 429, on record."""
    counted = salted_hmac("profiles.signing.limit", key).hexdigest()
    if not consume(request, app="allauth.account", action=action, key=counted, limit_get=True):
        signing.refused(signing.Try(way, request_id_of(request)), "rate_limited", now=timezone.now())
        raise too_many(WAIT)
