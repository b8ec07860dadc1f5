"""Contexts over REST: make, list, show, edit, enter, leave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from consent.models import Context, ContextSession
from consent.queries import contexts as queries
from consent.queries import open_sessions
from consent.rules.contexts import Outline, Seat
from consent.serializers import contexts as shapes
from consent.services import context_sessions, contexts
from consent.services.contexts import Changes, Made
from memory_admin.http.cursor import paging
from memory_admin.http.declared import page_of
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.keyset import rows_of
from memory_admin.http.request import ApiRequest
from profiles.queries.principals import entity_ids
from profiles.services.idempotency import once

Fields = dict[str, Any]
_MOST_SESSIONS = 200


class Contexts(Endpoint):
    """Make a context; list those the caller sits in or owns."""

    scope = "context"
    takes = shapes.ContextBody
    takes_query = shapes.ContextQuery
    returns = {"GET": page_of(shapes.ContextShape), "POST": {201: shapes.ContextShape}}

    def get(self, request: ApiRequest) -> Fields:
        """Return a page of contexts."""
        page = paging(request)
        rows = rows_of(queries.known_to(request.caller), page)
        shown = dict(zip((row.pk for row in rows), queries.show(rows), strict=True))
        return page.page(rows, key=lambda row: (row.pk,), show=lambda row: shown[row.pk])

    def post(self, request: ApiRequest) -> Response:
        """Make a context of the caller's own; with `consent_for` its consent is recorded, or asked for."""
        by, now = request.caller, timezone.now()
        outline = outline_of(request.taken)

        def effect() -> Fields:
            return _effect(contexts.create(outline, by=by, now=now))

        done = once(request, "contexts", effect, now=now)
        fields = _after(done)
        return answer(fields, status=201, version=fields["version"])


class OneContext(Endpoint):
    """Show a context, edit it."""

    scope = "context"
    takes = shapes.ContextChanges
    returns = shapes.ContextShape

    def get(self, request: ApiRequest, context: str) -> Response:
        """Return a context the caller sits in or owns."""
        (fields,) = queries.show([queries.find(context, request.caller)])
        return answer(fields, version=fields["version"])

    def patch(self, request: ApiRequest, context: str) -> Response:
        """Replace participants or default grants; the answer names whose consent must be renewed."""
        by, now, given = request.caller, timezone.now(), request.taken
        changes = Changes(
            seats=None if "participants" not in given else tuple(seats_of(given["participants"])),
            default_access_grants=_names(given.get("default_access_grants")),
            grants_change="default_access_grants" in given,
            reason=given["reason"],
        )

        def effect() -> Fields:
            version = request.expected_version
            return _effect(contexts.edit(context, changes, version=version, by=by, now=now))

        route = f"contexts/{context}"[:120]
        done = once(request, route, effect, now=now)
        fields = _after(done)
        return answer(fields, version=fields["version"])


class Enter(Endpoint):
    """Enter a context."""

    scope = "context"
    takes = shapes.EnterBody
    returns = shapes.SessionShape

    def post(self, request: ApiRequest, context: str) -> Fields:
        """Open a session for a participant; a context nobody refers to yet is made."""
        by, now, given = request.caller, timezone.now(), request.taken
        others = seats_of(given["participants"])

        def effect() -> Fields:
            return {"session": context_sessions.enter(context, given["role"], others, by=by, now=now).pk}

        route = f"contexts/{context}/enter"[:120]
        done = once(request, route, effect, now=now)
        return queries.show_session(ContextSession.objects.get(pk=done["session"]))


class Leave(Endpoint):
    """Leave a context."""

    scope = "context"
    takes = shapes.LeaveBody
    returns = shapes.SessionShape

    def post(self, request: ApiRequest) -> Fields:
        """Close a session: what came through it ends with it."""
        by, now, given = request.caller, timezone.now(), request.taken

        def effect() -> Fields:
            left = context_sessions.leave(given["context_session"], by=by, now=now, reason=given["reason"])
            return {"session": left.pk}

        done = once(request, "contexts/leave", effect, now=now)
        return queries.show_session(ContextSession.objects.get(pk=done["session"]))


class Current(Endpoint):
    """The caller's open sessions; none is ever implied, each request names its own."""

    scope = "context"
    takes_query = shapes.CurrentQuery
    returns = shapes.CurrentShape

    def get(self, request: ApiRequest) -> Fields:
        """Return the open session named, or all of the caller's."""
        entity, now = request.caller.acting_id, timezone.now()
        if "context_session" in request.query:
            found = [open_sessions.live_session(request.query["context_session"], entity, now)]
        else:
            found = list(open_sessions.live_sessions(entity, now)[:_MOST_SESSIONS])
        return {"sessions": [queries.show_session(one) for one in found]}


def outline_of(given: Mapping[str, Any]) -> Outline:
    """Return the outline a body states."""
    return Outline(
        id=given["id"],
        seats=tuple(seats_of(given["participants"])),
        default_access_grants=_names(given["default_access_grants"]),
        consent_for=tuple(given["consent_for"]),
        reason=given["reason"],
    )


def seats_of(given: Iterable[Mapping[str, Any]]) -> list[Seat]:
    """Return the seats a body states."""
    return [Seat(one["entity"], one["role"]) for one in given]


def _names(given: list[str] | None) -> tuple[str, ...] | None:
    return None if given is None else tuple(given)


def _effect(made: Made) -> Fields:
    stands = [{"subject": subject, "status": status} for subject, status in made.consents.items()]
    return {"context": made.context.pk, "consents": stands, "renew_from": sorted(made.renew_from)}


def _after(done: Fields) -> Fields:
    """Return the context as it is now, with what the change came to."""
    (fields,) = queries.show([Context.objects.get(pk=done["context"])])
    renew = sorted(entity_ids(done["renew_from"]).values())
    return fields | {"consents": done["consents"], "renew_from": renew}
