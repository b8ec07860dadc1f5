"""What-if over REST: who would gain and lose what by a change."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from consent.queries.policies import current_policy
from consent.serializers.policies import EffectsShape
from consent.serializers.simulate import SimulateBody
from consent.services.policies import proposed
from consent.services.simulating import simulate
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.request import ApiRequest


class Simulate(Endpoint):
    """A change tried: a grant, a consent, a membership, trust or the policy."""

    scope = "privacy"
    takes = SimulateBody
    returns = {"POST": {200: EffectsShape, 202: EffectsShape}}
    reads = True

    def post(self, request: ApiRequest) -> Response:
        """Return who would gain or lose what, or the job that finds out; nothing is changed."""
        ((kind, given),) = request.taken.items()
        found = simulate(kind, in_full(kind, given), by=request.caller, now=timezone.now())
        return answer(found, status=202 if found["job"] else 200)


def in_full(kind: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return what a change would store, for a policy; raises 400 for settings that are not taken."""
    if kind != "policy":
        return given
    return {"stored": proposed(given["settings"], given["preset"], current_policy())}
