"""Vouching for a memory over REST, setting it aside and letting it back in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from consent.models import Memory
from consent.queries.describing import verification
from consent.serializers.verifying import SetAsideBody, Standing, VerifyBody
from consent.services import quarantine, verifying
from consent.shapes import memory_id
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.request import ApiRequest
from profiles.services.idempotency import once

Fields = dict[str, Any]


class Verify(Endpoint):
    """Record that the caller checked what a memory says."""

    scope = "verify"
    takes = VerifyBody
    returns = {"POST": Standing}

    def post(self, request: ApiRequest, memory: str) -> Response:
        """Raise it to verified, with who and when; not for one's own, and only what is read in full."""
        by, now, reason = request.caller, timezone.now(), request.taken["reason"]
        version = request.expected_version

        def act() -> Memory:
            return verifying.verify(memory_id(memory), version=version, by=by, now=now, reason=reason)

        return _done(request, f"memories/{memory}/verify", act)


class Quarantine(Endpoint):
    """Take a memory out of every recall."""

    scope = "verify"
    takes = SetAsideBody
    returns = {"POST": Standing}

    def post(self, request: ApiRequest, memory: str) -> Response:
        """Set it aside with a reason: until it is released only its owner sees it, when asking for it."""
        return _done(
            request, f"memories/{memory}/quarantine", _moving(quarantine.quarantine, request, memory)
        )


class Release(Endpoint):
    """Let a quarantined memory back in."""

    scope = "verify"
    takes = SetAsideBody
    returns = {"POST": Standing}

    def post(self, request: ApiRequest, memory: str) -> Response:
        """End its quarantine with a reason; not for one's own."""
        return _done(request, f"memories/{memory}/release", _moving(quarantine.release, request, memory))


def _moving(act: Callable[..., Memory], request: ApiRequest, memory: str) -> Callable[[], Memory]:
    reason, now = request.taken["reason"], timezone.now()
    return lambda: act(memory_id(memory), by=request.caller, now=now, reason=reason)


def _done(request: ApiRequest, route: str, act: Callable[[], Memory]) -> Response:
    def effect() -> Fields:
        row = act()
        told = {"id": f"mem_{row.public_id.hex}", "version": row.version, "state": row.state}
        return {**told, "epistemic_status": row.epistemic_status, "verified": _plain(verification(row))}

    done = once(request, route, effect, now=timezone.now())
    return answer(done, version=done["version"])


def _plain(verified: Fields | None) -> Fields | None:
    return None if verified is None else {**verified, "at": verified["at"].isoformat()}
