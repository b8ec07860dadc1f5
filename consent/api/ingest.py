"""Ingest over REST: a conversation, and what was drawn from it."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from consent.api.memories import batch_of, effect_of, states_known
from consent.queries.describing import States
from consent.rules.ingesting import body_of
from consent.serializers import memories as shapes
from consent.serializers.ingest import IngestBody
from consent.services.memories import create_many
from consent.shapes import drafted
from memory_admin.http.endpoint import Endpoint
from memory_admin.http.problem import Problem, unprocessable
from memory_admin.http.request import ApiRequest
from profiles.services.idempotency import once

Fields = dict[str, Any]


class MemoryIngest(Endpoint):
    """Write what was drawn from messages: each item's authority is its message's, stamped here."""

    scope = "memory"
    takes = IngestBody
    returns = shapes.BatchAnswer
    body_limit = 10_000_000
    judged_apart = "items"

    def post(self, request: ApiRequest) -> Fields:
        """Return per item its memory or its problem; the same conversation again writes nothing new."""
        by, now, asked = request.caller, timezone.now(), request.taken
        bodies = _bodies(asked)
        known: dict[str, States] = {}

        def effect() -> Fields:
            results = create_many([drafted(one) for one in bodies], by=by, now=now, atomic=asked["atomic"])
            known.update(states_known(results))
            return {"results": [effect_of(result, request.request_id) for result in results]}

        done = once(request, "memories/ingest", effect, now=now)
        return batch_of(done["results"], bodies, by, now, known)


def _bodies(asked: Fields) -> list[Fields | Problem]:
    messages = {message["id"]: message for message in asked["messages"]}
    return [_body(item, messages, asked["context_session"]) for item in asked["items"]]


def _body(item: Fields | Problem, messages: dict[str, Fields], session: str | None) -> Fields | Problem:
    if isinstance(item, Problem):
        return item
    message = messages.get(item["message_id"])
    if message is None:
        detail = "No message of this request has the id that the item points at."
        return unprocessable("message_unknown", detail, {"message_id": [detail]})
    return body_of({**item, "context_session": item["context_session"] or session}, message)
