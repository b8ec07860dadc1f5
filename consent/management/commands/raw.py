"""`raw TEXT`: write a memory, private unless said otherwise."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from consent.management import printed
from consent.management.arguments import acts_as, several, spread, text_or_input
from consent.models import KINDS
from consent.queries.describing import describe_own
from consent.serializers.memories import MemoryBody
from consent.services.memories import create
from consent.shapes import draft_of
from profiles.commands import ProductCommand, Shown, acting_caller


class Command(ProductCommand):
    """Writing a memory on the command line."""

    help = "Write a memory; without --access only its owner sees it."

    def declare(self, parser: CommandParser) -> None:
        """Take the text and the four privacy fields."""
        parser.add_argument("text", metavar="TEXT", help="what to keep; - reads standard input")
        several(parser, "--subject", "whom it is about, like dog:bella")
        several(parser, "--access", "who is to see it, like human:sean, ctx:bella_health or *")
        several(parser, "--consent", "who is said to have agreed to that")
        parser.add_argument("--source", metavar="E", help="who told it, like vet:dr_smith")
        parser.add_argument("--kind", choices=KINDS, default="raw", metavar="KIND", help="note, episode, …")
        parser.add_argument("--title")
        several(parser, "--derived-from", "a memory it was made of: mem_…")
        several(parser, "--tag", "a word to find it by")
        parser.add_argument("--context-session", metavar="ID", help="written in this session: ctxs_…")
        acts_as(parser, "whose memory it is")

    def do(self, given: Namespace) -> Shown:
        """Write it."""
        by, now = acting_caller(given.acting), timezone.now()
        draft = draft_of(MemoryBody.check(_body(given)))
        written = create(draft, by=by, now=now)
        (fields,) = describe_own([written.public_id], by=by, now=now)
        note = [] if written.created else ["The same was known already; nothing new was written."]
        return Shown(fields, [*note, *printed.own(fields)])


def _body(given: Namespace) -> dict[str, Any]:
    access = spread(given.access)
    return {
        "content": text_or_input(given.text),
        "kind": given.kind,
        "title": given.title,
        "tags": spread(given.tag),
        "source_entity": given.source,
        "subject_ids": spread(given.subject),
        "access_grants": access if access else None if given.context_session else [],
        "consent_grants": spread(given.consent),
        "context_session": given.context_session,
        "derived_from": spread(given.derived_from),
        "source": {"type": "user_message"},
    }
