"""Sharing one memory over REST."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from consent.serializers.memories import GrantBody, Granted
from consent.services import grants
from consent.shapes import granted, memory_id
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.request import ApiRequest
from profiles.services.idempotency import once


class Grants(Endpoint):
    """Share a memory of the caller's own."""

    scope = "grant"
    takes = GrantBody
    returns = {"POST": {201: Granted}}

    def post(self, request: ApiRequest, memory: str) -> Response:
        """Grant access; without the consents it needs the grant waits, or with `require` it is 409."""
        by, now, body = request.caller, timezone.now(), request.taken
        wish = grants.Sharing(body["grantee"], tuple(body["consent"]), body["reason"], body["require"])

        def effect() -> dict[str, Any]:
            state = grants.grant(memory_id(memory), wish, by=by, now=now)
            return granted(memory, state)

        route = f"memories/{memory}/grants"
        done = once(request, route, effect, now=now)
        return answer(done, status=201)


class OneGrant(Endpoint):
    """Take back a grant."""

    scope = "grant"
    returns = None

    def delete(self, request: ApiRequest, memory: str, grantee: str) -> Response:
        """Unshare: effective for every request that starts after this answer."""
        grants.revoke(memory_id(memory), grantee, by=request.caller, now=timezone.now())
        return Response(status=204)
