"""`recall QUERY`: what an entity may see of the shared memory, ready for a prompt."""

from __future__ import annotations

from argparse import Namespace
from itertools import chain
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from consent.management import printed
from consent.management.arguments import acts_as, in_session, several, spread, text_or_input
from consent.recall import recall
from consent.rules.layout import Form
from consent.serializers.recall import RecallBody
from consent.shapes import ask_of, recalled
from profiles.commands import ProductCommand, Shown, acting_caller


class Command(ProductCommand):
    """Recall on the command line."""

    help = "Ask the shared memory; what comes back is what the entity may see."

    def declare(self, parser: CommandParser) -> None:
        """Take the question, whose rights count, what narrows it and how it is shaped."""
        parser.add_argument("query", metavar="QUERY", help="the question; - reads standard input")
        acts_as(parser, "who asks")
        several(parser, "--owner", "only memories of these")
        several(parser, "--kind", "only these kinds")
        several(parser, "--tag", "only with all these tags")
        parser.add_argument("--limit", type=int, default=10, help="how many at most (1 to 200)")
        in_session(parser)
        parser.add_argument("--format", choices=[one.value for one in Form], default=Form.MESSAGES.value)
        parser.add_argument("--explain", action="store_true", help="with --json: why each item may be seen")
        parser.add_argument("--max-tokens", type=int, help="what the whole prompt may cost")
        parser.add_argument("--max-characters", type=int)

    def do(self, given: Namespace) -> Shown:
        """Ask."""
        by, now = acting_caller(given.acting), timezone.now()
        answer = recall(ask_of(RecallBody.check(_body(given))), by=by, now=now)
        people = not given.json
        fields = recalled(answer, explain=given.explain or people)
        own = ["Its own stack, regardless of any context."] if given.visibility == "self" else []
        return Shown(fields, chain(own, printed.recalled(fields)))


def _body(given: Namespace) -> dict[str, Any]:
    return {
        "query": text_or_input(given.query),
        "owners": spread(given.owner) or None,
        "kinds": spread(given.kind),
        "tags": spread(given.tag),
        "limit": given.limit,
        "context_session": given.context_session,
        "visibility": given.visibility,
        "format": given.format,
        "explain": given.explain,
        "budget": {"max_tokens": given.max_tokens, "max_characters": given.max_characters},
    }
