"""Suggestions of trust over REST: what waits, and the answer."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from consent.models import TrustRelationship, TrustSuggestion
from consent.queries import suggestions as queries
from consent.queries import trust
from consent.serializers import trust as shapes
from consent.services import trust_suggestions
from memory_admin.http.cursor import paging
from memory_admin.http.declared import page_of
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.keyset import rows_of
from memory_admin.http.query import PageQuery
from memory_admin.http.request import ApiRequest
from profiles.services.idempotency import once

Fields = dict[str, Any]


class Suggestions(Endpoint):
    """What the records of accessors speak for."""

    scope = "trust"
    takes_query = PageQuery
    returns = page_of(shapes.SuggestionShape)

    def get(self, request: ApiRequest) -> Fields:
        """Return a page of what waits for the caller's answer or its wards', oldest first."""
        page = paging(request)
        rows = rows_of(queries.open_suggestions(request.caller, timezone.now()), page)
        return page.page(rows, key=lambda row: (row.pk,), show=queries.show_suggestion)


class Accept(Endpoint):
    """Set what was suggested."""

    scope = "trust"
    takes = shapes.SuggestionAnswerBody
    returns = shapes.TrustShape

    def post(self, request: ApiRequest, suggestion: str) -> Response:
        """Set it, as the owner or its custodian; an administrator with a reason."""
        by, now, reason = request.caller, timezone.now(), request.taken["reason"]

        def effect() -> Fields:
            return {"trust": trust_suggestions.accept(suggestion, by=by, now=now, reason=reason).pk}

        done = once(request, f"trust/suggestions/{suggestion}/accept", effect, now=now)
        found = TrustRelationship.objects.get(pk=done["trust"])
        return answer(trust.show(found, by=by, now=now), version=found.version)


class Decline(Endpoint):
    """Leave trust as it is."""

    scope = "trust"
    takes = shapes.SuggestionAnswerBody
    returns = shapes.SuggestionShape

    def post(self, request: ApiRequest, suggestion: str) -> Fields:
        """Decline it, as the owner or its custodian; an administrator with a reason."""
        by, now, reason = request.caller, timezone.now(), request.taken["reason"]

        def effect() -> Fields:
            return {"suggestion": trust_suggestions.decline(suggestion, by=by, now=now, reason=reason).pk}

        done = once(request, f"trust/suggestions/{suggestion}/decline", effect, now=now)
        return queries.show_suggestion(TrustSuggestion.objects.get(pk=done["suggestion"]))
