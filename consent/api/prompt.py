"""The layered prompt over REST."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from consent.prompt import build
from consent.serializers.prompt import PromptAnswer, PromptBody
from consent.shapes.prompt import built, prompt_of
from memory_admin.http.endpoint import Endpoint
from memory_admin.http.request import ApiRequest


class Prompt(Endpoint):
    """What a model is given before the conversation: the layers in their order, then what is recalled."""

    scope = "recall"
    takes = PromptBody
    returns = PromptAnswer
    reads = True

    def post(self, request: ApiRequest) -> dict[str, Any]:
        """Return the messages, the layers that are in them, and what was left out, with the reason."""
        found = build(prompt_of(request.taken), by=request.caller, now=timezone.now())
        return built(found, explain=request.taken["recall"]["explain"])
