"""Recall over REST."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from consent.recall import recall
from consent.serializers.recall import RecallAnswer, RecallBody
from consent.shapes import ask_of, recalled
from memory_admin.http.endpoint import Endpoint
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
