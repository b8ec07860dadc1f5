"""Generalizing over REST: drawing a belief from a private memory, and the owner's own list of them."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from consent.models import Generalization
from consent.queries import generalizations as queries
from consent.serializers import generalizing as shapes
from consent.services import generalizing, generalizing_answers
from consent.shapes import memory_id
from memory_admin.http.cursor import paging
from memory_admin.http.declared import page_of
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.keyset import rows_of_newest
from memory_admin.http.request import ApiRequest
from profiles.services.idempotency import once

Fields = dict[str, Any]


class Generalize(Endpoint):
    """Draw a shareable belief from a memory the caller reads in full, without what it says of anybody."""

    scope = "memory"
    takes = shapes.GeneralizeBody
    returns = {"POST": {201: shapes.Generalized, 202: shapes.Awaiting}}

    def post(self, request: ApiRequest, memory: str) -> Response:
        """Write the belief (201), or put it before somebody who may approve it (202); 422 with findings."""
        by, now, body = request.caller, timezone.now(), request.taken
        wish = generalizing.Proposed(
            body["statement"],
            tuple(body["access_grants"]),
            body["abstraction_note"],
            frozenset(body["acknowledge"]),
        )

        def effect() -> Fields:
            made = generalizing.generalize(memory_id(memory), wish, by=by, now=now)
            return {"generalization": generalizing.public(made)}

        done = once(request, f"memories/{memory}/generalize", effect, now=now)
        fields = queries.told(queries.just_made(done["generalization"], by), by, now)
        return answer(fields, status=201 if fields["status"] == "created" else 202)


class Generalizations(Endpoint):
    """What was generalized in the caller's name, each with its link to the source."""

    scope = "memory"
    takes_query = shapes.OwnQuery
    returns = page_of(shapes.GeneralizationShape)

    def get(self, request: ApiRequest) -> Fields:
        """Return a page, newest first; with `review=due` those whose source changed."""
        by, asked, page = request.caller, request.query, paging(request)
        rows = queries.due(by, timezone.now()) if "review" in asked else queries.own(by)
        rows = rows.filter(status=asked["status"]) if "status" in asked else rows
        found = rows_of_newest(rows, page)
        return page.page(found, key=lambda row: (row.pk,), show=lambda row: queries.shown([row], by)[0])


class KeepGeneralization(Endpoint):
    """Leave a belief published though its source changed."""

    scope = "memory"
    returns = {"POST": shapes.GeneralizationShape}

    def post(self, request: ApiRequest, generalization: str) -> Response:
        """Say that it was looked at again; its owner's act."""
        by, now = request.caller, timezone.now()

        def effect() -> Fields:
            row: Generalization = generalizing_answers.keep(generalization, by=by, now=now)
            return {"generalization": generalizing.public(row)}

        done = once(request, f"generalizations/{generalization}/keep"[:100], effect, now=now)
        return answer(queries.shown([queries.by_id(done["generalization"], by)], by)[0])
