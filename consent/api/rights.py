"""A person's rights over REST: a copy, an erasure, a correction, and the requests themselves."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils import timezone
from rest_framework.response import Response

from consent.queries import rights as queries
from consent.serializers import rights as shapes
from consent.services.rights import requests
from memory_admin.http.cursor import paging
from memory_admin.http.declared import page_of
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.keyset import rows_of_newest
from memory_admin.http.problem import bad_request
from memory_admin.http.request import ApiRequest
from profiles.rules.entity import EntityError, parse_entity
from profiles.services.idempotency import once


def _entity(text: str) -> str:
    try:
        return str(parse_entity(text))
    except EntityError as error:
        raise bad_request("invalid", errors={"subject": [error.reason]}) from None


def _asked(request: ApiRequest, route: str, effect: Any) -> dict[str, Any]:
    """Put a request down once, however often it arrives, and return it as it stands."""
    now = timezone.now()

    def act() -> dict[str, Any]:
        return {"id": queries.public(effect(now))}

    done = once(request, route, act, now=now)
    return shapes.show_request(queries.find(done["id"], request.caller, now))


class ExportSubject(Endpoint):
    """A copy of everything about a subject."""

    scope = "privacy"
    takes = shapes.ExportBody
    returns = {"POST": {202: shapes.RightsShape}}

    def post(self, request: ApiRequest, subject: str) -> Response:
        """Start the export; the job's file is for the subject, its custodian or an administrator."""
        entity, asked = _entity(subject), requests.Asked(request.taken["reason"])
        made = _asked(
            request,
            f"subjects/{entity}/export",
            lambda now: requests.export(entity, asked, by=request.caller, now=now),
        )
        return answer(made, status=202)


class EraseSubject(Endpoint):
    """The end of everything about a subject."""

    scope = "privacy"
    takes = shapes.EraseBody
    returns = {"POST": {200: shapes.RightsShape, 202: shapes.RightsShape}}

    def post(self, request: ApiRequest, subject: str) -> Response:
        """Count what would go; with `confirm` ask for it, which for an administrator starts it."""
        entity, body, by = _entity(subject), request.taken, request.caller
        if not body["confirm"]:
            counts = requests.preview(entity, by=by, now=timezone.now())
            return answer(shapes.show_preview(entity, counts))
        asked = requests.Asked(body["reason"], body["keep_mentions"])
        route = f"subjects/{entity}/erase"
        made = _asked(request, route, lambda now: requests.erase(entity, asked, by=by, now=now))
        return answer(made, status=202)


class RectifySubject(Endpoint):
    """A correction of what a memory says about a subject."""

    scope = "privacy"
    takes = shapes.RectifyBody
    returns = {"POST": {201: shapes.RightsShape}}

    def post(self, request: ApiRequest, subject: str) -> Response:
        """Say what is wrong; the memory's owner or an administrator answers."""
        entity, body = _entity(subject), request.taken
        wrong, asked = requests.Disputed(body["memory"], body["statement"]), requests.Asked(body["reason"])
        made = _asked(
            request,
            f"subjects/{entity}/rectify",
            lambda now: requests.rectify(entity, wrong, asked, by=request.caller, now=now),
        )
        return answer(made, status=201)


class RightsRequests(Endpoint):
    """The requests one may know of, newest first."""

    scope = "privacy"
    takes_query = shapes.RightsQuery
    returns = page_of(shapes.RightsShape)

    def get(self, request: ApiRequest) -> dict[str, Any]:
        """List requests, narrowed by kind and state."""
        page = paging(request)
        chosen = {name: request.query[name] for name in ("kind", "state") if name in request.query}
        found = queries.visible(request.caller, timezone.now()).filter(**chosen)
        return page.page(rows_of_newest(found, page), key=lambda row: (row.pk,), show=shapes.show_request)


class OneRightsRequest(Endpoint):
    """One request, with its certificate once an erasure ended."""

    scope = "privacy"
    returns = shapes.RightsShape

    def get(self, request: ApiRequest, rights: str) -> dict[str, Any]:
        """Return a request one may know of."""
        return shapes.show_request(queries.find(rights, request.caller, timezone.now()))


class _Answer(Endpoint, abstract=True):
    scope = "privacy"
    takes = shapes.RightsAnswerBody
    returns = shapes.RightsShape
    yes: ClassVar[bool]

    def post(self, request: ApiRequest, rights: str) -> dict[str, Any]:
        """Answer a request that waits; the reason is for the person."""
        by, given = request.caller, request.taken["reason"]
        word = "approve" if self.yes else "decline"
        return _asked(
            request,
            f"rights-requests/{rights}/{word}",
            lambda now: requests.answer(rights, requests.Word(self.yes, given), by=by, now=now),
        )


class ApproveRights(_Answer):
    """Agreeing to a request; an erasure starts."""

    yes = True


class DeclineRights(_Answer):
    """Refusing a request."""

    yes = False
