"""Violations over REST: the queue, one with its history, a review, the same review of many."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from audit.models import Violation
from audit.queries import violation_pages as queries
from audit.queries.violation_filters import filter_of, violation_uuid
from audit.rules.reviewing import is_person, sees_all
from audit.serializers import violations as shapes
from audit.services.reviewing import Target, change_of, review, review_each
from audit.types import Reviewer
from memory_admin.http.cursor import paging
from memory_admin.http.declared import page_of
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.once import once
from memory_admin.http.problem import Problem, not_found, scope_missing, unprocessable
from memory_admin.http.problem import body as problem_body
from memory_admin.http.request import ApiRequest

Fields = dict[str, Any]


class Violations(Endpoint):
    """What must not happen and did, or was stopped; worst first."""

    scope = None
    takes = {"PATCH": shapes.ManyBody}
    takes_query = shapes.ViolationQuery
    returns = {"GET": page_of(shapes.ViolationShape), "PATCH": shapes.ManyShape}

    def get(self, request: ApiRequest) -> Fields:
        """List violations: all for the scope audit, to a person those about its own memories."""
        require_sight(request.caller)
        page, sort = paging(request), request.query["sort"]
        rows = queries.violations(filter_of(request.query), page, by=request.caller)
        names = shapes.names_for(rows, request.caller)
        return page.page(
            rows,
            key=lambda row: queries.key(row, sort),
            show=lambda row: shapes.show_violation(row, names, request.caller),
        )

    def patch(self, request: ApiRequest) -> Fields:
        """Make the same change to up to a hundred, a result each; what is refused leaves the others done."""
        require_sight(request.caller)
        by, now, given = request.caller, timezone.now(), request.taken
        targets = [Target(violation_uuid(one["id"]), one["version"]) for one in given["items"]]
        if len({one.violation for one in targets}) < len(targets):
            raise unprocessable("refused", "Name each violation once.")
        change = change_of(given, by)

        def effect() -> Fields:
            done = review_each(targets, change, by=by, now=now)
            pairs = zip(given["items"], done, strict=True)
            return {"results": [_effect(item["id"], one, request.request_id) for item, one in pairs]}

        return _results(once(request, "violations", effect, now=now)["results"], by)


class OneViolation(Endpoint):
    """One violation: what was asked, the masked answer, who did what about it."""

    scope = None
    takes = shapes.ChangeBody
    returns = {"GET": shapes.OneViolationShape, "PATCH": shapes.OneViolationShape}

    def get(self, request: ApiRequest, violation: str) -> Response:
        """Return a violation with its history."""
        require_sight(request.caller)
        return _one(violation, request.caller)

    def patch(self, request: ApiRequest, violation: str) -> Response:
        """Review it, from the version read; a critical one is closed by a person, with a note."""
        require_sight(request.caller)
        by, now = request.caller, timezone.now()
        target = Target(violation_uuid(violation), request.expected_version)
        change = change_of(request.taken, by)

        def effect() -> Fields:
            review(target, change, by=by, now=now)
            return {}

        once(request, f"violations/{violation}", effect, now=now)
        return _one(violation, by)


def require_sight(by: Reviewer) -> None:
    """Raise Problem 403 unless the caller oversees, or is a person, who sees what is about its own."""
    if not (sees_all(by) or is_person(by)):
        raise scope_missing("audit")


def _one(violation: str, by: Reviewer) -> Response:
    row = queries.violation(violation_uuid(violation), by=by)
    if row is None:
        raise not_found()
    shown = shapes.show_violation(row, shapes.names_for([row], by), by)
    return answer(shown | {"history": shapes.show_history(queries.history(row))}, version=row.version)


def _effect(violation: str, done: Violation | Problem, request_id: str) -> Fields:
    if isinstance(done, Problem):
        return {"id": violation, "status": done.status, "error": problem_body(done, request_id)}
    return {"id": violation, "status": 200}


def _results(results: list[Fields], by: Reviewer) -> Fields:
    ids = [violation_uuid(one["id"]) for one in results if "error" not in one]
    rows = list(queries.visible(by).filter(public__in=ids))
    names = shapes.names_for(rows, by)
    shown = {f"vio_{row.public.hex}": shapes.show_violation(row, names, by) for row in rows}
    return {
        "changed": len(ids),
        "failed": len(results) - len(ids),
        "results": [one | ({"violation": shown[one["id"]]} if one["id"] in shown else {}) for one in results],
    }
