"""Validation of responses over REST."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from consent.serializers.validation import ValidateAnswer, ValidateBody, validated
from consent.validation import validate
from memory_admin.http.endpoint import Endpoint
from memory_admin.http.request import ApiRequest


class ValidateResponse(Endpoint):
    """Check what a model wrote against what its recall did not show."""

    scope = "validate"
    takes = ValidateBody
    returns = ValidateAnswer
    reads = True
    body_limit = 2 * 1024 * 1024

    def post(self, request: ApiRequest) -> dict[str, Any]:
        """Return the score, where the response tells too much, and the response without it."""
        asked = request.taken
        answer = validate(asked["recall_id"], asked["response"], by=request.caller, now=timezone.now())
        return validated(answer)
