"""Trust over REST: read, set, history, ask."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from consent.models import TrustRelationship
from consent.queries import trust as queries
from consent.rules.trusting import Pair, Terms
from consent.serializers import trust as shapes
from consent.services import trust, trust_requests
from memory_admin.http.cursor import paging
from memory_admin.http.declared import page_of
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.keyset import rows_of
from memory_admin.http.problem import not_found
from memory_admin.http.request import ApiRequest
from profiles.rules.entity import EntityError, parse_entity, parse_grantee
from profiles.services.idempotency import once

Fields = dict[str, Any]


class Trust(Endpoint):
    """How far an owner trusts an accessor; `*` is the owner's default."""

    scope = "trust"
    takes = shapes.TrustBody
    takes_query = shapes.TrustQuery
    returns = shapes.TrustShape

    def get(self, request: ApiRequest, owner: str, accessor: str) -> Response:
        """Return a relationship the caller is a side of."""
        by, now, pair = request.caller, timezone.now(), _pair(owner, accessor)
        found = queries.find(pair.owner, pair.accessor, request.query.get("context"), by=by, now=now)
        return answer(queries.show(found, by=by, now=now), version=found.version)

    def put(self, request: ApiRequest, owner: str, accessor: str) -> Response:
        """Set it, as the owner or its custodian; an administrator with a reason."""
        by, now, pair = request.caller, timezone.now(), _pair(owner, accessor)
        terms = Terms(**{name: value for name, value in request.taken.items() if name != "version"})

        def effect() -> Fields:
            version = request.expected_version
            return {"trust": trust.set_trust(pair, terms, version=version, by=by, now=now).pk}

        route = f"trust/{pair.owner}/{pair.accessor}"[:120]
        done = once(request, route, effect, now=now)
        found = TrustRelationship.objects.get(pk=done["trust"])
        return answer(queries.show(found, by=by, now=now), version=found.version)


class TrustHistory(Endpoint):
    """Each step of a relationship."""

    scope = "trust"
    takes_query = shapes.HistoryQuery
    returns = page_of(shapes.ChangeShape)

    def get(self, request: ApiRequest, owner: str, accessor: str) -> Fields:
        """Return a page of changes, oldest first, to the owner's side."""
        by, now, pair = request.caller, timezone.now(), _pair(owner, accessor)
        found = queries.find(pair.owner, pair.accessor, request.query.get("context"), by=by, now=now)
        page = paging(request)
        rows = rows_of(queries.history_for(found, by=by, now=now), page)
        return page.page(rows, key=lambda row: (row.pk,), show=queries.show_change)


class AskForTrust(Endpoint):
    """An accessor's request for trust."""

    scope = "trust"
    takes = shapes.WantedBody
    returns = {"POST": {202: shapes.AskedShape}}

    def post(self, request: ApiRequest, owner: str, accessor: str) -> Response:
        """Ask, for oneself; the answer is the same whatever comes of it."""
        by, now, pair, given = request.caller, timezone.now(), _pair(owner, accessor), request.taken

        def effect() -> Fields:
            trust_requests.request(pair, given["wanted"], given["reason"], by=by, now=now)
            return {}

        route = f"trust/{pair.owner}/{pair.accessor}/request"[:120]
        once(request, route, effect, now=now)
        fields = {"owner": pair.owner, "accessor": pair.accessor, "wanted": given["wanted"]}
        return answer(fields | {"status": "requested"}, status=202)


def _pair(owner: str, accessor: str) -> Pair:
    """Return the sides an address names; raises the 404 of unknown ones for what names nobody."""
    try:
        return Pair(str(parse_entity(owner)), str(parse_grantee(accessor)))
    except EntityError:
        raise not_found() from None
