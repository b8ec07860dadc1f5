"""Memories over REST: write, read, list, edit, forget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.response import Response

from consent.queries.describing import States, describe, describe_own
from consent.queries.reading import Place
from consent.reading import Page, read, read_page, read_search, read_versions, require_read
from consent.rules.stated import as_readable
from consent.serializers import memories as shapes
from consent.services import editing, superseding
from consent.services.memories import Written, create, create_many
from consent.shapes import draft_of, drafted, filters_of, memory_id, shown
from consent.types import Where
from memory_admin.http.cursor import Position, paging
from memory_admin.http.declared import page_of
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.problem import Problem
from memory_admin.http.problem import body as problem_body
from memory_admin.http.query import ReasonQuery
from memory_admin.http.request import ApiRequest
from profiles.services.idempotency import once
from profiles.services.violating import report_of
from profiles.types import Caller

Fields = dict[str, Any]


class Memories(Endpoint):
    """Write a memory; list or search those the caller may see."""

    scope = "memory"
    takes = shapes.MemoryBody
    takes_query = shapes.MemoryQuery
    returns = {
        "GET": page_of(shapes.ShownMemory),
        "POST": {201: shapes.OwnMemory, 200: shapes.OwnMemory},
    }

    def get(self, request: ApiRequest) -> Fields:
        """Return a page, newest first, or with `q` the best matches."""
        asked, by, now = request.query, request.caller, timezone.now()
        where, filters = where_of(asked), filters_of(asked)
        if "q" in asked:
            found = read_search(asked["q"], Page(filters, limit=asked["limit"]), where, by=by, now=now)
            return {"items": [shown(item) for item in found], "next": None, "previous": None}
        page = paging(request)
        rows = read_page(Page(filters, _place(page.position), page.limit), where, by=by, now=now)
        return page.page(rows, key=lambda row: _key(row[1]), show=lambda row: shown(row[0]))

    def post(self, request: ApiRequest) -> Response:
        """Write one memory; an identical one of the same owner is returned instead (200)."""
        by, now = request.caller, timezone.now()
        known: dict[str, States] = {}

        def effect() -> Fields:
            written = create(draft_of(request.taken), by=by, now=now)
            known.update(states_known([written]))
            return {"memory": written.public_id, "created": written.created}

        done = once(request, "memories", effect, now=now)
        (fields,) = describe_own([done["memory"]], by=by, now=now, known=known)
        fields = as_readable(fields, request.taken, by)
        return answer(fields, status=201 if done["created"] else 200, version=fields["version"])


class MemoryBatch(Endpoint):
    """Write many memories with a result each, or all or none with `atomic`."""

    scope = "memory"
    takes = shapes.BatchBody
    returns = shapes.BatchAnswer
    body_limit = 10_000_000
    judged_apart = "items"

    def post(self, request: ApiRequest) -> Fields:
        """Return per item its memory or its problem."""
        by, now = request.caller, timezone.now()
        known: dict[str, States] = {}

        def effect() -> Fields:
            drafts = [drafted(item) for item in request.taken["items"]]
            results = create_many(drafts, by=by, now=now, atomic=request.taken["atomic"])
            known.update(states_known(results))
            return {"results": [effect_of(result, request.request_id) for result in results]}

        done = once(request, "memories/batch", effect, now=now)
        return batch_of(done["results"], request.taken["items"], by, now, known)


def states_known(results: Sequence[Written | Problem]) -> dict[str, States]:
    """Return, by public id, what became of the grants of what was just written, where that was found."""
    kept = [one for one in results if isinstance(one, Written)]
    return {one.public_id: one.states for one in kept if one.states is not None}


def effect_of(result: Written | Problem, request_id: str) -> Fields:
    """Return what a key remembers of one written item: its id and status, or its problem."""
    if isinstance(result, Problem):
        report_of(result, now=timezone.now())
        return {"error": problem_body(result, request_id), "status": result.status}
    return {"memory": result.public_id, "status": 201 if result.created else 200}


def batch_of(
    results: list[Fields], items: list[Any], by: Caller, now: datetime, known: Mapping[str, States]
) -> Fields:
    """Return the answer of many writes, each memory as its writer may read it."""
    written = [one["memory"] for one in results if "memory" in one]
    described = describe_own(written, by=by, now=now, known=known) if written else []
    fields = dict(zip(written, described, strict=True))
    return {
        "created": sum(one["status"] == 201 for one in results),
        "failed": sum("error" in one for one in results),
        "results": [
            {**one, "memory": as_readable(fields[one["memory"]], item, by)} if "memory" in one else one
            for one, item in zip(results, items, strict=True)
        ],
    }


class OneMemory(Endpoint):
    """Read, edit and forget one memory."""

    scope = "memory"
    from_version = ("PATCH", "DELETE")
    takes = shapes.MemoryChanges
    takes_query = {"GET": shapes.InSession, "PATCH": shapes.InSession, "DELETE": ReasonQuery}
    returns = {"GET": shapes.AnyMemory, "PATCH": shapes.OwnMemory, "DELETE": None}

    def get(self, request: ApiRequest, memory: str) -> Response:
        """Return a memory at the caller's tier, whole to its owner."""
        asked, by, now = request.query, request.caller, timezone.now()
        found = read(memory_id(memory), where_of(asked), by=by, now=now)
        if found.own is None:
            return answer(shown(found.item))
        (fields,) = describe([found.own], now=now)
        return answer(fields, version=fields["version"])

    def patch(self, request: ApiRequest, memory: str) -> Response:
        """Change what is named, from the version named; 409 when it has moved on."""
        by, now, changes = request.caller, timezone.now(), dict(request.taken)
        changes.pop("version", None)
        version, where = request.expected_version, where_of(request.query)
        require_read(memory_id(memory), where, by=by, now=now)

        def effect() -> Fields:
            if "superseded_by" in changes:
                target = memory_id(changes["superseded_by"])
                superseding.supersede(memory_id(memory), target, version=version, by=by, now=now)
            else:
                editing.update(memory_id(memory), changes, version=version, by=by, now=now)
            return {"memory": memory}

        done = once(request, f"memories/{memory}", effect, now=now)
        (fields,) = describe_own([done["memory"]], by=by, now=now)
        return answer(fields, version=fields["version"])

    def delete(self, request: ApiRequest, memory: str) -> Response:
        """Forget a memory: its text and versions are gone, the events stay.

        With If-Match only what was read is forgotten; 409 when it has moved on."""
        by, now, reason = request.caller, timezone.now(), request.query["reason"]
        version = request.expected_version

        def effect() -> Fields:
            editing.delete(memory_id(memory), by=by, now=now, reason=reason, version=version)
            return {}

        once(request, f"memories/{memory}/delete", effect, now=now)
        return Response(status=204)


class MemoryVersions(Endpoint):
    """What a memory said before each edit, for its owner."""

    scope = "memory"
    returns = shapes.MemoryVersions

    def get(self, request: ApiRequest, memory: str) -> Fields:
        """Return former versions, newest first."""
        rows = read_versions(memory_id(memory), by=request.caller, now=timezone.now())
        return {"items": [{"version": row.version, "at": row.at, "changed": row.fields} for row in rows]}


def where_of(asked: Fields) -> Where:
    """Return in which session a request reads."""
    return Where(asked.get("context_session"), asked["visibility"])


def _place(position: Position | None) -> Place | None:
    if position is None:
        return None
    shown_at, public_id = position.values
    moment = shown_at if isinstance(shown_at, datetime) else datetime.fromisoformat(shown_at)
    return Place(moment, UUID(str(public_id)), forward=not position.backward)


def _key(place: Place) -> tuple[object, ...]:
    return place.shown_at.isoformat(), place.public_id.hex
