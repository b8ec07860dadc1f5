"""The audit's endpoints: events by page, and the chain recomputed."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from audit import queries, services
from audit.queries.directory import number_of, people_in, thing_named
from audit.serializers.events import EventQuery, EventShape, VerificationShape, show_event, show_verification
from memory_admin.http.cursor import paging
from memory_admin.http.declared import page_of
from memory_admin.http.endpoint import Endpoint
from memory_admin.http.request import ApiRequest


class Events(Endpoint):
    """What happened, newest first."""

    scope = "audit"
    takes_query = EventQuery
    returns = page_of(EventShape)

    def get(self, request: ApiRequest) -> dict[str, object]:
        """List events; filters narrow, an actor nobody knows finds nothing."""
        page = paging(request)
        position = page.position
        rows = queries.events(
            _filter(request.query),
            limit=page.limit + 1,
            after=(position.values[0], position.values[1]) if position else None,
            backward=position is not None and position.backward,
        )
        names = people_in(rows)
        return page.page(rows, key=queries.key, show=lambda row: show_event(row, names))


def _filter(query: dict[str, Any]) -> queries.EventFilter:
    """Return the events a query asks for."""
    given = {name: value for name, value in query.items() if name not in {"cursor", "limit", "actor"}}
    if "actor" in query:
        given["actor_id"] = number_of(query["actor"]) or queries.UNKNOWN
    if "object_id" in query:
        given = thing_named(query["object_id"]) | {k: v for k, v in given.items() if k != "object_id"}
    return queries.EventFilter(**given)


class Verify(Endpoint):
    """The chain of seals, recomputed."""

    scope = "audit"
    returns = VerificationShape

    def get(self, request: ApiRequest) -> dict[str, object]:
        """Recompute every seal and event, against the exported file where this server has it."""
        against = queries.readable(queries.export_path())
        asked = services.asked_by(request.caller)
        return show_verification(services.verify(asked, against=against, now=timezone.now()))
