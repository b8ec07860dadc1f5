"""Questions about access over REST: check, explain, privacy audit."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from consent.serializers import access as shapes
from consent.services.questions import (
    AskedSubject,
    answer_audit_memory,
    answer_audit_subject,
    answer_check,
    answer_explain,
)
from consent.shapes import audited, entity_number, memory_id, told
from memory_admin.http.cursor import paging
from memory_admin.http.endpoint import Endpoint
from memory_admin.http.problem import bad_request
from memory_admin.http.request import ApiRequest
from profiles.rules.entity import parse_entity

Fields = dict[str, Any]


class Check(Endpoint):
    """Ask whether a principal can see a memory, one question or up to 500."""

    scope = "privacy"
    takes = shapes.CheckBody
    returns = shapes.CheckAnswer
    reads = True

    def post(self, request: ApiRequest) -> Fields:
        """Return yes or no with the reason; in a batch what one may not know is `unknown`."""
        body, now = request.taken, timezone.now()
        if "checks" in body:
            if "memory" in body or "principal" in body:
                raise bad_request("invalid", errors={"checks": ["Ask one question or many, not both."]})
            return {"results": answer_check(body["checks"], by=request.caller, now=now)}
        return _explained(_single(body), request, now)


class Explain(Endpoint):
    """Ask why a principal can or cannot see a memory."""

    scope = "privacy"
    takes = shapes.ExplainBody
    returns = shapes.Decision
    reads = True

    def post(self, request: ApiRequest) -> Fields:
        """Return the decision with the grant, the path and the consents, as far as the caller may know."""
        return _explained(request.taken, request, timezone.now())


def _single(body: Fields) -> Fields:
    missing = [name for name in ("memory", "principal") if name not in body]
    if missing:
        raise bad_request("invalid", errors={name: ["Must be there."] for name in missing})
    return body


def _explained(body: Fields, request: ApiRequest, now: datetime) -> Fields:
    answer = answer_explain(
        memory_id(body["memory"]), body["principal"], body["context_session"], by=request.caller, now=now
    )
    return told(answer)


class PrivacyAudit(Endpoint):
    """Ask who can see a memory, or every memory about a subject, and through what."""

    scope = "privacy"
    takes_query = shapes.AuditQuery
    returns = shapes.AuditAnswer

    def get(self, request: ApiRequest) -> Fields:
        """Return the memories with their viewers; never content."""
        asked, now = request.query, timezone.now()
        if ("subject" in asked) == ("memory" in asked):
            raise bad_request("invalid", errors={"subject": ["Name a subject or a memory."]})
        if "memory" in asked:
            one, count = answer_audit_memory(memory_id(asked["memory"]), by=request.caller, now=now)
            return {"items": [audited(one, count)], "next": None, "previous": None}
        page = paging(request)
        after = int(page.position.values[0]) if page.position else 0
        number = entity_number(asked["subject"], "subject")
        about = AskedSubject(str(parse_entity(asked["subject"])), number, after, page.limit + 1)
        rows = answer_audit_subject(about, by=request.caller, now=now)
        found = page.page(rows, key=lambda row: (row[0].memory.pk,), show=lambda row: audited(*row))
        return found | {"previous": None}  # read onwards only
