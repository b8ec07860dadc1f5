"""Sharing one memory over REST."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from consent.rules.grants import GrantState
from consent.serializers.memories import GrantBody, Granted
from consent.services import grants
from consent.shapes import granted, memory_id
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.query import ReasonQuery
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
        wish = grants.Sharing(body["grantee"], tuple(body["consent"] or ()), body["reason"], body["require"])

        made: list[GrantState] = []

        def effect() -> dict[str, Any]:
            made.append(grants.grant(memory_id(memory), wish, by=by, now=now))
            return {"grantee": made[0].grantee}

        done = once(request, f"memories/{memory}/grants", effect, now=now)
        state = made[0] if made else grants.standing(memory_id(memory), done["grantee"], by=by, now=now)
        return answer(granted(memory, state), status=201)


class OneGrant(Endpoint):
    """Take back a grant."""

    scope = "grant"
    takes_query = {"DELETE": ReasonQuery}
    returns = None

    def delete(self, request: ApiRequest, memory: str, grantee: str) -> Response:
        """Unshare: effective for every request that starts after this answer."""
        by, now, reason = request.caller, timezone.now(), request.query["reason"]

        def effect() -> dict[str, Any]:
            grants.revoke(memory_id(memory), grantee, by=by, now=now, reason=reason)
            return {}

        once(request, f"memories/{memory}/grants/{grantee}", effect, now=now)
        return Response(status=204)
