"""`validate RECALL RESPONSE`: does a response tell what its recall did not show."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from consent.management.arguments import acts_as, text_or_input
from consent.serializers.validation import ValidateBody, validated
from consent.validation import validate
from profiles.commands import ProductCommand, Shown, acting_caller
from text.characters import inert


class Command(ProductCommand):
    """Validation on the command line."""

    help = "Check a response against what its recall did not show; exit 1 where it tells too much."

    def declare(self, parser: CommandParser) -> None:
        """Take the recall, the response and whose recall it was."""
        parser.add_argument(
            "recall", metavar="RECALL", help="the recall the response was written from: rec_…"
        )
        parser.add_argument("response", metavar="RESPONSE", help="the response; - reads standard input")
        acts_as(parser, "who asked")

    def do(self, given: Namespace) -> Shown:
        """Check."""
        body = ValidateBody.check({"recall_id": given.recall, "response": text_or_input(given.response)})
        by = acting_caller(given.acting)
        answer = validated(validate(body["recall_id"], body["response"], by=by, now=timezone.now()))
        failed = "" if answer["compliant"] else f"it tells too much (score {answer['score']})"
        return Shown(answer, _lines(answer), failed)


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    yield f"{answer['action_taken']}, score {answer['score']}"
    for one in answer["spans"]:
        yield f"  {one['start']}-{one['end']}  {one['category']}  of {one['memory_id']}"
    if answer["spans"] or not answer["compliant"]:
        yield inert(answer["redacted_response"])
    if answer["violation"]:
        yield f"violation {answer['violation']}"
