"""The policy over REST: read with its history, change, try a change."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from consent.queries.policies import current_policy, history, saved
from consent.serializers import policies as shapes
from consent.services import policies
from consent.services.simulating import preview
from memory_admin.http.cursor import paging
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.problem import bad_request
from memory_admin.http.request import ApiRequest
from profiles.services.idempotency import once

Fields = dict[str, Any]


class Policies(Endpoint):
    """The installation's policy."""

    scope = "admin"
    takes = shapes.PolicyBody
    takes_query = shapes.PolicyQuery
    returns = {"GET": shapes.PolicyAnswer, "PUT": shapes.VersionShape}

    def get(self, request: ApiRequest) -> Response:
        """Return the policy in force, or a version asked for, with the history, newest first."""
        current = current_policy()
        one = saved(request.query.get("version", current.version))
        page = paging(request)
        rows = page.page(history(page), key=lambda row: (row.version,), show=shapes.version_shape)
        fields = shapes.version_shape(one) | shapes.known() | rows
        return answer(fields, version=current.version)

    def put(self, request: ApiRequest) -> Response:
        """Save a change, or an old version again, as the next version."""
        by, now, given = request.caller, timezone.now(), request.taken

        def effect() -> Fields:
            policies.require_administrator(by)
            stored = wanted(given)
            version = request.expected_version
            return {
                "version": policies.change(stored, given["reason"], version=version, by=by, now=now).version
            }

        done = once(request, "policies", effect, now=now)
        return answer(shapes.version_shape(saved(done["version"])), version=done["version"])


class PolicyPreview(Endpoint):
    """A change of the policy, tried on what is stored."""

    scope = "admin"
    takes = shapes.PreviewBody
    returns = {"POST": {200: shapes.EffectsShape, 202: shapes.EffectsShape}}
    reads = True

    def post(self, request: ApiRequest) -> Response:
        """Return who would gain or lose what, or the job that finds out."""
        policies.require_administrator(request.caller)
        found = preview(wanted(request.taken), by=request.caller, now=timezone.now())
        return answer(found, status=202 if found["job"] else 200)


def wanted(given: Fields) -> Fields:
    """Return what a body asks to be stored; raises 400 for settings beside a restore, 404."""
    if given["restore"] is None:
        return policies.proposed(given["settings"], given["preset"], current_policy())
    if given["settings"] or given["preset"]:
        raise bad_request("invalid", errors={"restore": ["Restore a version or change settings, not both."]})
    return policies.stored_of(given["restore"])
