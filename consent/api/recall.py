"""Recall over REST."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from consent.api.shapes import filters_of, recalled
from consent.models import KINDS
from consent.recall import Ask, recall
from consent.rules.admission import Mode
from consent.rules.budget import Budget, Strategy
from consent.rules.layout import Form
from consent.serializers.recall import RecallAnswer, RecallBody
from consent.types import Where
from memory_admin.http.endpoint import Endpoint
from memory_admin.http.problem import bad_request
from memory_admin.http.request import ApiRequest


class Recall(Endpoint):
    """Ask the shared memory; what comes back is what the caller may see, ready for a prompt."""

    scope = "recall"
    takes = RecallBody
    returns = RecallAnswer
    reads = True

    def post(self, request: ApiRequest) -> dict[str, Any]:
        """Return fenced messages, the items behind them and what was left out, with the recall's id."""
        answer = recall(ask_of(request.taken), by=request.caller, now=timezone.now())
        return recalled(answer, explain=request.taken["explain"])


def ask_of(body: dict[str, Any]) -> Ask:
    """Return the question a body asks."""
    return Ask(
        query=body["query"],
        filters=filters_of(body),
        where=Where(body["context_session"], body["visibility"]),
        limit=body["limit"],
        mode=Mode(body["mode"]),
        form=Form(body["format"]),
        budget=_budget(body["budget"]),
        tool_call_id=body["tool_call_id"],
    )


def _budget(body: dict[str, Any] | None) -> Budget:
    if body is None:
        return Budget()
    limits = body["per_kind"]
    wrong = [kind for kind, most in limits.items() if kind not in KINDS or type(most) is not int or most < 0]
    if wrong:
        raise bad_request(
            "invalid", errors={"budget.per_kind": ["Each is a kind with a whole number of items."]}
        )
    return Budget(body["max_tokens"], body["max_characters"], limits, Strategy(body["strategy"]))
